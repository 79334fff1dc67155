/** The faucet's acts: plain coins from the block rewards, and tokens of every protocol, each on a coin of its own. */
import { addressToScript, publicKeyOf, scriptOfKey, scriptToAddress } from '@rialto/psbt';
import { p2pkhScript, readMvcAddress } from '@rialto/mvc';
import { sats } from '@rialto/protocols';
import type { PrivateChain } from '../chain/private-chain.ts';
import { text } from '../chain/json.ts';
import { untilIndexed } from '../market/facts.ts';
import type { Inscriber } from '../market/inscriber.ts';
import type { PrivateMvcChain } from '../mvc/private-chain.ts';
import { BadRequest, TooSoon } from './bad-request.ts';
import { brc20Amount, mintBrc20 } from './give-brc20.ts';
import { mrc20Gift, runeGift } from './give-tokens.ts';
import type { Gift, GiftPlace } from './give-tokens.ts';
import { tokenNamed } from './named-token.ts';
import type { NamedToken } from './named-token.ts';

export interface Giver {
  /**
   * Reads {address, mvcAddress?, sats?, tick?, amount?}; gives coins, and tokens when `tick` names some (a tick, a rune's name, an asset id),
   * mines, and names the transactions. An amount counts for BRC-20; other tokens fix what one mint gives.
   * @throws BadAsk, TooSoon, Refusal of an address that is none of ours
   */
  give(request: Readonly<Record<string, unknown>>): Promise<{ txIds: string[] }>;
}

interface GiverOptions {
  readonly chain: PrivateChain;
  readonly mvc?: PrivateMvcChain | undefined;
  readonly origin: string;
  /** Of who holds tokens that nobody can mint. */
  readonly stockKey?: Uint8Array | undefined;
}

const COIN = 1_000_000n;
/** A coin of SPACE. */
const SPACE = sats(30_000_000n);
const COINS = 3;
const LARGEST = 10_000_000_000n;
/** Between two gifts of one asset to one address. */
const PAUSE_MS = 5_000;

export function createGiver({ chain, mvc, origin, stockKey }: GiverOptions): Giver {
  const place: GiftPlace = { chain, origin, stock: stockKey && holder(stockKey) };
  const given = new Map<string, number>();
  const giveNow: Giver['give'] = async (request) => {
    const address = text(request['address'], 'address');
    const script = addressToScript(address, 'regtest');
    await untilIndexed(origin);
    const token = typeof request['tick'] === 'string' ? await tokenNamed(origin, request['tick']) : undefined;
    const turn = `${address} ${token?.asset ?? 'coins'}`;
    refuseTooSoon(given, turn);
    const gift =
      token === undefined ? undefined : await giftOf(place, token, { script, amount: request['amount'] });
    const txIds = await pay(chain, address, request['sats']);
    if (token === undefined) paySpace(mvc, request['mvcAddress']);
    if (gift !== undefined) txIds.push(...(await gift()));
    await chain.mine(1);
    mvc?.mine();
    given.set(turn, Date.now());
    return { txIds };
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    // One after the other: two gifts at once would spend the same coin of the stock.
    give: (request) => {
      const next = last.then(() => giveNow(request));
      last = next.catch(() => undefined);
      return next;
    },
  };
}

function holder(key: Uint8Array): Inscriber {
  const script = scriptOfKey(publicKeyOf(key), 'p2tr');
  const address = scriptToAddress(script, 'regtest');
  if (address === undefined) throw new Error('invariant: a key has an address');
  return { key, script, address };
}

function refuseTooSoon(given: Map<string, number>, turn: string): void {
  const now = Date.now();
  for (const [key, at] of given) if (now - at >= PAUSE_MS) given.delete(key);
  const at = given.get(turn);
  if (at === undefined) return;
  const seconds = Math.ceil((at + PAUSE_MS - now) / 1_000);
  throw new TooSoon(`The faucet has just given this. Ask again in ${seconds} s.`);
}

async function giftOf(
  place: GiftPlace,
  found: NamedToken,
  { script, amount: given }: { script: Uint8Array; amount: unknown },
): Promise<Gift> {
  switch (found.kind) {
    case 'rune':
      return runeGift(place, found.rune, script);
    case 'mrc20':
      return mrc20Gift(place, found.token, script);
    case 'brc20': {
      const { ticker: tick } = found.token;
      const amount = await brc20Amount(place.origin, found.token, given);
      return () => mintBrc20(place.chain, script, { tick, amount });
    }
  }
}

/** SPACE beside the coins, for whoever has an account on MVC too. */
function paySpace(mvc: PrivateMvcChain | undefined, address: unknown): void {
  if (mvc === undefined || typeof address !== 'string') return;
  const script = p2pkhScript(readMvcAddress(address, 'regtest'));
  mvc.pay(Array.from({ length: COINS }, () => ({ value: SPACE, script })));
}

/** @param given sat as a number or digits; nothing means the usual gift, 0 means no coins */
async function pay(chain: PrivateChain, address: string, given: unknown): Promise<string[]> {
  const asked = typeof given === 'string' || typeof given === 'number' ? BigInt(given) : undefined;
  if (asked === 0n) return [];
  if (asked !== undefined && (asked < 546n || asked > LARGEST))
    throw new BadRequest('The faucet gives 546 sat to 100 BTC.');
  // Several coins, so that one purchase does not lock all the money until its block.
  const values = asked === undefined ? Array.from({ length: COINS }, () => COIN) : [asked];
  const coins = await chain.fundMany(values.map((value) => ({ address, sats: value })));
  return [...new Set(coins.map((coin) => coin.txid))];
}
