/** The coins of its user that a swap spends: few and large ones, in blocks or made by an act of ours (mvc §7). */
import type { IndexedMvcCoin, IndexedMvcToken } from '@rialto/ground';
import { actsBelow } from '@rialto/market';
import { LEAST_CHANGE } from '@rialto/mvc';
import type { TokenKey } from '@rialto/mvc';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';
import { coinId, joining } from '../quotes/lanes.ts';
import type { Lane } from '../quotes/lanes.ts';
import type { PoolStand } from '../stand.ts';
import { namedPoints, ourCores } from '../store/acts.ts';

/** More coins of SPACE than any swap takes; and what one check counts of tokens. */
const MOST_LOOKED_AT = 60;
const MOST_COINS = 20;

/**
 * What waits and was not made by a swap of ours may be gone tomorrow, and a whole lane with it; what a signed swap spends is gone already,
 * even before the index has heard of it.
 */
async function dependable<T extends IndexedMvcCoin>(
  { store, now }: MvcContext,
  coins: readonly T[],
): Promise<{ readonly usable: T[]; readonly signing: ReadonlySet<string> }> {
  const waiting = coins.filter(({ height }) => height === undefined).map(({ core }) => core);
  const [ours, named] = await Promise.all([
    ourCores(store.db, waiting),
    namedPoints(store.db, new Date(now())),
  ]);
  const usable = coins.filter(
    ({ height, core, outpoint }) => (height !== undefined || ours.has(core)) && !named.taken.has(outpoint),
  );
  return { usable, signing: named.signing };
}

const MOST_PAYER_COINS = 100;

interface Paying {
  /** Hash of the key that pays for checks. */
  readonly payer: Uint8Array;
  /** Of the check and its transaction, in sat. */
  readonly cost: bigint;
  readonly pending: PoolStand['pending'];
  /** That the check is for. */
  readonly lane: Pick<Lane, 'ancestors'>;
}

/**
 * A coin that pays for a check: nobody has one to himself, and whoever comes second is built anew. One that no wallet has at hand is taken
 * before the others, and of those one that joins the lane to no other: what purchases paid back descends from their lanes. What is left has
 * to be change, or nothing: what purchases paid back pays for others like them.
 * @throws Refusal mvc-closed
 */
export async function payerCoin(
  context: MvcContext,
  { payer, cost, pending, lane }: Paying,
): Promise<Outpoint> {
  const { usable, signing } = await dependable(
    context,
    await context.ledger.spaceOf(payer, MOST_PAYER_COINS),
  );
  const enoughOn = usable.filter(({ value }) => value === cost || value >= cost + LEAST_CHANGE);
  const quiet = enoughOn.filter(({ outpoint }) => !signing.has(outpoint));
  const coins = joiningLeast(quiet.length > 0 ? quiet : enoughOn, pending, lane);
  const coin = coins[context.pick(coins.length)];
  if (coin === undefined) throw new Refusal('mvc-closed', 'nothing is there to pay for checks');
  return coin.outpoint;
}

/** Of coins those that bring fewest acts along that a lane does not stand on. */
function joiningLeast<T extends IndexedMvcCoin>(
  coins: readonly T[],
  pending: PoolStand['pending'],
  { ancestors }: Pick<Lane, 'ancestors'>,
): readonly T[] {
  const lane = new Set(ancestors);
  const below = actsBelow(pending, coins.map(coinId));
  const added = coins.map((coin) => joining(lane, below.get(coinId(coin)) ?? new Set()).added);
  const least = Math.min(...added);
  return coins.filter((_, at) => added[at] === least);
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
  const all = await context.ledger.spaceOf(keyHash, MOST_LOOKED_AT);
  const { usable } = await dependable(context, all);
  return enough(usable, {
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
  const all = await context.ledger.tokensOf(keyHash, key);
  const genuine = all.filter(({ verdict }) => verdict === 'genuine');
  const sorted = genuine.toSorted((a, b) => (a.token.amount > b.token.amount ? -1 : 1));
  const { usable } = await dependable(context, sorted);
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
