/** How a pool on MVC stands at this moment: what blocks hold, what was signed and can still be mined, and which of its coins are free. */
import type { IndexedPoolCoin, MvcPoolFacts, MvcTip } from '@rialto/ground';
import { withoutRivals } from '@rialto/market';
import type { Reserves, SignedAct } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from './context.ts';
import { signedActs, signingOver } from './store/acts.ts';
import type { SignedRow } from './store/acts.ts';

export interface PoolStand {
  readonly pool: MvcPoolFacts;
  readonly tip: MvcTip;
  /** By blocks alone. */
  readonly confirmed: Reserves;
  /** Oldest first. */
  readonly pending: readonly SignedAct[];
  /** Unspent by blocks. */
  readonly coins: readonly IndexedPoolCoin[];
  /** Of them, those that nothing spends: nothing that waits, and nothing that was signed just now and that the index has not seen yet. */
  readonly free: readonly IndexedPoolCoin[];
  /** By outpoint, how many are signing a swap over it. */
  readonly signing: ReadonlyMap<string, number>;
}

const TRIES = 5;

/** @throws Refusal syncing while there is no block, or the index moves on again and again */
export async function standOf(context: MvcContext, pool: MvcPoolFacts): Promise<PoolStand> {
  const { store, ledger } = context;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const tip = await ledger.tip();
    if (tip === undefined) break;
    const coins = await ledger.poolCoins(pool.number);
    // After the coins: what made one of them was kept before it was sent, so that it is among the rows.
    const [rows, signing] = await Promise.all([
      signedActs(store.db, pool.number),
      signingOver(store.db, pool.number, new Date(context.now())),
    ]);
    const where = await ledger.byCore(
      rows.flatMap(({ core, checkCore }) => [checkCore, ...(core === null ? [] : [core])]),
    );
    const again = await ledger.tip();
    // What is in a block is in its coins already; both have to be of one block.
    if (again?.hash !== tip.hash) continue;
    const isMined = (id: string): boolean => where.get(id)?.height !== undefined;
    const waits = (row: SignedRow): SignedAct[] => booksOf(row).filter(({ id }) => !isMined(id));
    const pending = [
      ...withoutRivals(rows.filter((row) => !isSent(row)).flatMap(waits)),
      ...rows.filter(isSent).flatMap(waits),
    ];
    const taken = new Set(
      rows.filter(isSent).flatMap(({ inputs }) => inputs.map(({ outpoint }) => outpoint)),
    );
    const free = coins.filter(({ spentBy, outpoint }) => spentBy === undefined && !taken.has(outpoint));
    return { pool, tip, coins, free, signing, pending, confirmed: confirmedOf(pool, coins) };
  }
  throw new Refusal('syncing', 'the index of MVC');
}

/** What was signed for its user too; of the rest the pool has signed the checks alone. */
const isSent = ({ status }: Pick<SignedRow, 'status'>): boolean => status !== 'built' && status !== 'failed';

function booksOf({ books, checkCore, ...row }: SignedRow): SignedAct[] {
  const signed = isSent(row) ? books : books.filter(({ id }) => id === checkCore);
  return signed.map(({ id, spends, makes, d1, d2, ds }) => ({
    id,
    spends,
    makes,
    change: { d1: BigInt(d1), d2: BigInt(d2), ds: BigInt(ds) },
  }));
}

/** What blocks made and no block has spent, whether something waits that spends it or not. */
function confirmedOf(pool: MvcPoolFacts, coins: readonly IndexedPoolCoin[]): Reserves {
  const settled = coins.filter(({ height }) => height !== undefined);
  const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n);
  const unitsOf = (genesis: string): bigint =>
    sum(settled.flatMap(({ token }) => (token?.genesis === genesis ? [token.amount] : [])));
  return {
    r1: sum(settled.flatMap(({ token, value }) => (token === undefined ? [value] : []))),
    r2: unitsOf(pool.token.genesis),
    shares: pool.shareSupply - unitsOf(pool.share.genesis) + pool.firstShares,
  };
}

/** Confirmed, and with all that waits. */
export function reservesOf({ confirmed, pending }: PoolStand): Reserves {
  return pending.reduce(
    ({ r1, r2, shares }, { change }) => ({
      r1: r1 + change.d1,
      r2: r2 + change.d2,
      shares: shares + change.ds,
    }),
    confirmed,
  );
}
