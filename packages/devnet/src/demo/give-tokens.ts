/** Runes, MRC-20 and ID-Coins from the faucet: a mint by a stranger where everybody may mint, else out of the faucet's stock. */
import type { Mrc20Token, Rune } from '@rialto/contract';
import { isMrc20MintOpen } from '@rialto/protocols';
import type { AssetId, Coin } from '@rialto/protocols';
import type { MintedMrc20 } from '@rialto/psbt';
import type { PrivateChain } from '../chain/private-chain.ts';
import { coinsOf, termsOf, untilIndexed } from '../market/facts.ts';
import type { Inscriber } from '../market/inscriber.ts';
import { mintMrc20, shovelsFor } from '../market/mrc20-mints.ts';
import { runeMintJob } from '../market/rune-jobs.ts';
import { sendJob } from '../market/sending.ts';
import { mineJobs } from '../market/workshop.ts';
import { BadRequest } from './bad-request.ts';
import { stranger } from './stranger.ts';

export interface GiftPlace {
  readonly chain: PrivateChain;
  readonly origin: string;
  /** Who holds what nobody can mint. */
  readonly stock: Inscriber | undefined;
}

/** Everything is checked; this makes it, and names the transactions. */
export type Gift = () => Promise<readonly string[]>;

export async function runeGift(place: GiftPlace, rune: Rune, destination: Uint8Array): Promise<Gift> {
  if (!rune.mintable) return stockGift(place, { asset: rune.assetId, name: rune.spacedRune }, destination);
  return async () => {
    const [done] = await mineJobs(place.chain, [runeMintJob(stranger(), rune, destination)]);
    return done?.txids ?? [];
  };
}

/** A mint with its PINs and its payment; ID-Coins so too: the stranger follows the issuer and pays the liquidity. */
export async function mrc20Gift(
  place: GiftPlace,
  listed: Mrc20Token,
  destination: Uint8Array,
): Promise<Gift> {
  const { chain, origin } = place;
  const token = await termsOf(chain, listed);
  if (!isMintable(token, (await chain.height()) + 1))
    return stockGift(place, { asset: listed.assetId, name: listed.tick }, destination);
  const ready = (): Promise<void> => untilIndexed(origin);
  return async () => {
    const [txids] = await mintMrc20({ chain, origin, ready }, [{ who: stranger(), token, destination }]);
    return txids ?? [];
  };
}

/** More than this for one mint the faucet does not pay. */
const MAX_PAID = 10_000n;

function isMintable(token: MintedMrc20, height: number): boolean {
  const { mints, mintCount, pinCheck, payCheck } = token;
  const isAffordable = payCheck === undefined || BigInt(payCheck.payAmount) <= MAX_PAID;
  const isOpen = mints < mintCount && isMrc20MintOpen(token, height);
  return isOpen && isAffordable && shovelsFor(pinCheck) !== undefined;
}

/** A gift is this part of what is left. */
const PART = 1_000n;

async function stockGift(
  { chain, origin, stock }: GiftPlace,
  { asset, name }: { asset: string; name: string },
  destination: Uint8Array,
): Promise<Gift> {
  const id = asset as AssetId;
  const coins = stock === undefined ? [] : await coinsOf(origin, stock);
  const held = unitsOn(coins, id);
  if (stock === undefined || held === 0n)
    throw new BadRequest(`The faucet cannot mint ${name}, and holds none of it.`);
  const parcel = { asset: id, units: held / PART || 1n, receivers: [destination] };
  return async () => {
    const [done] = await mineJobs(chain, [sendJob(stock, coins, parcel)]);
    return done?.txids ?? [];
  };
}

function unitsOn(coins: readonly Coin[], id: AssetId): bigint {
  const assets = coins.flatMap((coin) => coin.assets);
  return assets.reduce((sum, one) => {
    const isIt = (one.kind === 'rune' || one.kind === 'mrc20') && one.asset === id;
    return isIt ? sum + one.amount : sum;
  }, 0n);
}
