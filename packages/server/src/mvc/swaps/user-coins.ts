/** The coins of its user that a swap spends: few and large ones, in blocks or made by an act of ours (mvc §7). */
import type { IndexedMvcCoin, IndexedMvcToken } from '@rialto/ground';
import type { TokenKey } from '@rialto/mvc';
import { bytesToHex } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';
import { ourCores, spentByActs } from '../store/acts.ts';

/** More coins of SPACE than any swap takes; and what one check counts of tokens. */
const MOST_LOOKED_AT = 60;
const MOST_COINS = 20;

/** What waits and was not made by a swap of ours may be gone tomorrow, and a whole lane with it. */
export async function dependable<T extends IndexedMvcCoin>(
  context: MvcContext,
  coins: readonly T[],
): Promise<T[]> {
  const waiting = coins.filter(({ height }) => height === undefined).map(({ core }) => core);
  const ours = await ourCores(context.store.db, waiting);
  return coins.filter(({ height, core }) => height !== undefined || ours.has(core));
}

/** Without those that an act of his spends which the index has not seen yet. */
async function unspent<T extends IndexedMvcCoin>(
  { store }: MvcContext,
  keyHash: Uint8Array,
  coins: readonly T[],
): Promise<T[]> {
  const spent = await spentByActs(store.db, bytesToHex(keyHash));
  return coins.filter(({ outpoint }) => !spent.has(outpoint));
}

/**
 * The largest coins of SPACE that hold what is needed.
 * @param needed sat, by how many coins are spent
 * @throws Refusal insufficient-funds, coin-unconfirmed, too-many-coins
 */
export async function spaceFor(
  context: MvcContext,
  keyHash: Uint8Array,
  needed: (coins: number) => bigint,
): Promise<IndexedMvcCoin[]> {
  const all = await unspent(context, keyHash, await context.ledger.spaceOf(keyHash, MOST_LOOKED_AT));
  return enough(await dependable(context, all), {
    all,
    needed,
    holds: ({ value }) => value,
    missing: (short) => new Refusal('insufficient-funds', `${short} sat of SPACE more`),
  });
}

/**
 * The largest coins of a token that hold what is needed.
 * @param needed units, by how many coins are spent
 * @throws Refusal insufficient-funds, token-not-followed, coin-unconfirmed, too-many-coins
 */
export async function tokensFor(
  context: MvcContext,
  { keyHash, key }: { readonly keyHash: Uint8Array; readonly key: TokenKey },
  needed: (coins: readonly IndexedMvcToken[]) => bigint,
): Promise<IndexedMvcToken[]> {
  const all = await unspent(context, keyHash, await context.ledger.tokensOf(keyHash, key));
  const genuine = all.filter(({ verdict }) => verdict === 'genuine');
  const sorted = genuine.toSorted((a, b) => (a.token.amount > b.token.amount ? -1 : 1));
  const usable = await dependable(context, sorted);
  return enough(usable, {
    all: sorted,
    needed: (count) => needed(usable.slice(0, count)),
    holds: ({ token }) => token.amount,
    missing: (short) =>
      all.length > genuine.length
        ? new Refusal('token-not-followed')
        : new Refusal('insufficient-funds', `${short} units more`),
  });
}

interface Wanted<T> {
  /** Those that may not be spent yet among them. */
  readonly all: readonly T[];
  readonly needed: (coins: number) => bigint;
  readonly holds: (coin: T) => bigint;
  readonly missing: (short: bigint) => Refusal;
}

function enough<T>(usable: readonly T[], { all, needed, holds, missing }: Wanted<T>): T[] {
  const sum = (coins: readonly T[]): bigint => coins.reduce((total, coin) => total + holds(coin), 0n);
  for (let count = 1; count <= Math.min(usable.length, MOST_COINS); count += 1) {
    const coins = usable.slice(0, count);
    if (sum(coins) >= needed(count)) return coins;
  }
  const most = needed(Math.max(1, Math.min(all.length, MOST_COINS)));
  if (sum(usable) >= most) throw new Refusal('too-many-coins');
  if (sum(all) >= most) throw new Refusal('coin-unconfirmed');
  throw missing(most - sum(all));
}
