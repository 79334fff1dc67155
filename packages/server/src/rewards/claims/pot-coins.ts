/** Coins of a pot for one claim: in blocks, with nothing on them but what the campaign pays, and of every claim of these rows before it one coin. */
import { loadCoins, loadPayingCoins } from '@rialto/ground';
import { compareWhole } from '@rialto/market';
import type { Campaign } from '@rialto/market';
import { DUST_FLOOR, equalBytes, knownRuneId, splitAsset } from '@rialto/protocols';
import type { AssetId, Coin, Outpoint } from '@rialto/protocols';
import { MOST_POT_COINS, soleAmount } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { ClaimContext } from './context.ts';

/** As many as are looked at, the fullest first. */
const MOST_LOOKED = 50;
const MOST_LOTS_LOOKED = 500;

export interface PotCoin {
  readonly coin: Coin;
  /** Sat, or units. */
  readonly holds: bigint;
}

/** Which lots of a pot are looked at. */
interface LotsAsked {
  /** None larger than this, so that large ones hide no small one. */
  readonly atMost?: bigint;
  /** These as well. */
  readonly also?: readonly Outpoint[];
}

/** All that can pay, the fullest first; none of a pot that the index does not follow yet. */
export async function coinsOfPot(
  context: Pick<ClaimContext, 'chain' | 'ledger'>,
  { pays }: Pick<Campaign, 'pays'>,
  script: Uint8Array,
  lots: LotsAsked = {},
): Promise<PotCoin[]> {
  const found =
    pays === 'sats' ? await satCoins(context, script) : await tokenCoins(context, pays, { script, ...lots });
  return found.toSorted((a, b) => compareWhole(b.holds, a.holds));
}

async function satCoins(
  context: Pick<ClaimContext, 'chain' | 'ledger'>,
  script: Uint8Array,
): Promise<PotCoin[]> {
  if (!(await context.ledger.isFollowed(script))) return [];
  const query = { first: 'largest', least: DUST_FLOOR, except: [], most: MOST_LOOKED } as const;
  const coins = await loadPayingCoins(context, script, query);
  return coins.map((coin) => ({ coin, holds: coin.value }));
}

async function tokenCoins(
  context: Pick<ClaimContext, 'chain' | 'ledger'>,
  pays: AssetId,
  asked: LotsAsked & { readonly script: Uint8Array },
): Promise<PotCoin[]> {
  const { script, also = [] } = asked;
  const points = [...(await pointsOf(context.ledger, pays, asked)), ...also];
  // About these readers may disagree: nobody is paid with them (decision 0021).
  const odd = await context.ledger.oddMrc20Among(points);
  const { coins } = await loadCoins(
    context,
    points.filter((point) => !odd.has(point)),
  );
  return [...coins.values()].flatMap((coin): PotCoin[] => {
    const holds = soleAmount(coin, pays);
    const isThere = coin.height !== undefined && equalBytes(coin.script, script);
    return isThere && holds !== undefined ? [{ coin, holds }] : [];
  });
}

/** Those with the token: of lots more are looked at, for small ones pay small rewards. */
async function pointsOf(
  ledger: ClaimContext['ledger'],
  pays: AssetId,
  { script, atMost }: LotsAsked & { readonly script: Uint8Array },
): Promise<readonly Outpoint[]> {
  const { protocol, id = '' } = splitAsset(pays) ?? {};
  const most = MOST_LOTS_LOOKED;
  if (protocol === 'brc20') {
    const lots = await ledger.lotsOf(script, { asset: pays, most, atMost, alone: true });
    return lots.map(({ outpoint }) => outpoint);
  }
  if (protocol === 'rune')
    return ledger.fullestOutpointsOfRune(script, knownRuneId(id), MOST_LOOKED, { alone: true });
  return ledger.mrc20OutpointsOf(script, pays, { most, atMost, alone: true });
}

const isTooLittle = (left: bigint): boolean => left > 0n && left < DUST_FLOOR;

/**
 * The coins of one claim.
 * @param all as `coinsOfPot` returns them
 * @param before coins of each claim of these rows that may still confirm
 * @param kept in claims that others are signing, as long as their wallets ask: another coin is taken where one is enough
 * @throws Refusal pot-empty, claim-waits when the coins of a claim before it are all being spent
 */
export function chooseCoins(
  all: readonly PotCoin[],
  {
    amount,
    before,
    kept,
    pays,
  }: Pick<Campaign, 'pays'> & {
    readonly amount: bigint;
    readonly before: readonly (readonly Outpoint[])[];
    readonly kept: ReadonlySet<string>;
  },
): readonly Coin[] {
  const chosen = sharedWith(all, before);
  const others = all.filter((one) => !chosen.includes(one));
  const isFree = ({ coin }: PotCoin): boolean => !kept.has(coin.outpoint);
  const left = (): bigint => chosen.reduce((sum, { holds }) => sum + holds, 0n) - amount;
  // The smallest that is enough, so that larger ones are left for others. Nobody keeps a coin from others by asking for a claim: whoever
  // hands his in first has it.
  const isEnough = ({ holds }: PotCoin): boolean => holds + left() >= 0n;
  const enough = others.filter(isFree).findLast(isEnough) ?? others.findLast(isEnough);
  if (left() < 0n) chosen.push(...(enough === undefined ? fullestOf(others, -left()) : [enough]));
  // What is left would be too little for a coin, which the claimant would have to fill up.
  const another = others.find((one) => !chosen.includes(one) && isFree(one));
  if (pays === 'sats' && isTooLittle(left()) && another !== undefined) chosen.push(another);
  if (left() < 0n || chosen.length > MOST_POT_COINS) throw new Refusal('pot-empty');
  return chosen.map(({ coin }) => coin);
}

/** One of each claim before. @throws Refusal claim-waits */
function sharedWith(all: readonly PotCoin[], before: readonly (readonly Outpoint[])[]): PotCoin[] {
  const chosen: PotCoin[] = [];
  for (const of of before) {
    if (chosen.some(({ coin }) => of.includes(coin.outpoint))) continue;
    const shared = all.find(({ coin }) => of.includes(coin.outpoint));
    if (shared === undefined) throw new Refusal('claim-waits');
    chosen.push(shared);
  }
  return chosen;
}

/** The fullest, until they hold so much. */
function fullestOf(coins: readonly PotCoin[], amount: bigint): PotCoin[] {
  const taken: PotCoin[] = [];
  let missing = amount;
  for (const one of coins) {
    if (missing <= 0n) break;
    taken.push(one);
    missing -= one.holds;
  }
  return taken;
}

/** As many as are looked at. */
const MOST_STRANGE = 500;
/** One with more on it takes longer to judge than it is worth. */
const MOST_ON_ONE = 1_000;

/** With something on it that pays nobody. */
export interface StrangeCoin {
  readonly coin: Coin;
  /** Readers disagree about what is on it (decision 0021). */
  readonly isDisputed: boolean;
}

/** In blocks: something lies beside what the campaign pays, it is of another token, on too few sats, or disputed; of a pot of sats none. */
export async function strangeCoins(
  context: Pick<ClaimContext, 'chain' | 'ledger'>,
  { pays }: Pick<Campaign, 'pays'>,
  script: Uint8Array,
): Promise<StrangeCoin[]> {
  // A pot of sats keeps none for the fee of those.
  if (pays === 'sats' || !(await context.ledger.isFollowed(script))) return [];
  const carrying = await context.ledger.carryingCoinsOf(script, MOST_STRANGE);
  const points = carrying.map(({ outpoint }) => outpoint);
  const odd = await context.ledger.oddMrc20Among(points);
  const { coins } = await loadCoins(context, points);
  return [...coins.values()]
    .map((coin) => ({ coin, isDisputed: odd.has(coin.outpoint) }))
    .filter(({ coin, isDisputed }) => {
      const paysSomebody = !isDisputed && coin.value >= DUST_FLOOR && soleAmount(coin, pays) !== undefined;
      return coin.height !== undefined && coin.assets.length <= MOST_ON_ONE && !paysSomebody;
    });
}

export const coinOf = ({ coin }: { readonly coin: Coin }): Coin => coin;
