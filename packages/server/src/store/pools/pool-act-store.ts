/** Acts on pools in the database: built, waiting for a turn, signed, and what became of them. */
import { POOL_ACT_MACHINE } from '@rialto/market';
import type { PoolActEvent, PoolActKind, PoolActStatus } from '@rialto/market';
import { tip } from '@rialto/ground';
import { invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { and, asc, desc, eq, gt, inArray, isNotNull, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Queries, Tx } from '../database.ts';
import { allows, nextState } from '../moves.ts';
import { notifyActs } from '../notices.ts';
import { SWAPS } from './pool-figures.ts';
import { poolActs, pools } from '../schema/index.ts';
import type { AskedAct } from '../schema/index.ts';

/** What a provider asks for. */
export type Liquidity = Extract<AskedAct, { kind: 'init' | 'add' | 'remove' }>;
export type PoolActRow = typeof poolActs.$inferSelect;
export type NewPoolAct = typeof poolActs.$inferInsert;

/** As many as are looked at, to see who left his turns unused. */
const MOST_TURNS = 200;

export const LIQUIDITY: readonly PoolActKind[] = ['init', 'add', 'remove'];
/** True for an act that moves liquidity in or out. */
export const isProviders = (kind: PoolActKind): boolean => LIQUIDITY.includes(kind);

export async function keepPoolAct(db: Queries, row: NewPoolAct): Promise<PoolActRow> {
  const [kept] = await db.insert(poolActs).values(row).returning();
  invariant(kept !== undefined, 'a row that is inserted is there');
  return kept;
}

/** When anything last became of an act on each pool. */
export async function lastActsByPool(db: Queries): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .select({ pool: poolActs.pool, at: sql<string>`max(${poolActs.updatedAt})::text` })
    .from(poolActs)
    .groupBy(poolActs.pool);
  return new Map(rows.map(({ pool, at }) => [pool, at]));
}

/** What the keeper of a pool has begun, and the signer may have signed. */
export async function keptBuilt(db: Queries, pool: number): Promise<PoolActRow | undefined> {
  const where = and(eq(poolActs.pool, pool), eq(poolActs.kind, 'refresh'), eq(poolActs.status, 'built'));
  const [row] = await db.select().from(poolActs).where(where).limit(1);
  return row;
}

export async function findPoolAct(db: Queries, id: string): Promise<PoolActRow | undefined> {
  const [row] = await db.select().from(poolActs).where(eq(poolActs.id, id)).limit(1);
  return row;
}

export async function actsOfPool(
  db: Queries,
  pool: number,
  statuses: readonly PoolActStatus[],
): Promise<PoolActRow[]> {
  return actsOfPools(db, [pool], statuses);
}

export async function actsOfPools(
  db: Queries,
  numbers: readonly number[],
  statuses: readonly PoolActStatus[],
): Promise<PoolActRow[]> {
  if (numbers.length === 0) return [];
  const where = and(inArray(poolActs.pool, [...numbers]), inArray(poolActs.status, [...statuses]));
  return db.select().from(poolActs).where(where).orderBy(asc(poolActs.sequence), asc(poolActs.createdAt));
}

/** True when another act of the pool that was signed and that no block has spends one of these coins. */
export async function areLanesTaken(
  db: Queries,
  { id, pool }: Pick<PoolActRow, 'id' | 'pool'>,
  points: readonly string[],
): Promise<boolean> {
  const takes = points.map(
    (outpoint) => sql`${poolActs.plan} -> 'poolCoins' @> ${JSON.stringify([{ outpoint }])}::jsonb`,
  );
  const where = and(
    eq(poolActs.pool, pool),
    eq(poolActs.status, 'signed'),
    ne(poolActs.id, id),
    or(...takes),
  );
  return (await db.select({ id: poolActs.id }).from(poolActs).where(where).limit(1)).length > 0;
}

/** Acts of providers that have the pool or wait for it: removals first, then in the order in which they came. */
export async function queueOfPool(db: Queries, pool: number): Promise<PoolActRow[]> {
  const where = and(
    eq(poolActs.pool, pool),
    inArray(poolActs.kind, [...LIQUIDITY]),
    inArray(poolActs.status, ['waiting', 'built']),
  );
  return db
    .select()
    .from(poolActs)
    .where(where)
    .orderBy(sql`${poolActs.status} = 'waiting'`, sql`${poolActs.kind} <> 'remove'`, asc(poolActs.createdAt));
}

/** Pools somebody waits for. */
export async function poolsWaitedFor(db: Queries): Promise<number[]> {
  const where = eq(poolActs.status, 'waiting');
  const rows = await db.select({ pool: poolActs.pool }).from(poolActs).where(where);
  return [...new Set(rows.map(({ pool }) => pool))];
}

/** First liquidity of a rune that is being signed or on its way. */
export async function openingsOf(db: Queries): Promise<PoolActRow[]> {
  const where = and(eq(poolActs.kind, 'init'), inArray(poolActs.status, ['waiting', 'built', 'signed']));
  return db.select().from(poolActs).where(where);
}

/** What an address has done on a pool, or all have, the latest first. */
export async function latestActs(
  db: Queries,
  pool: number,
  {
    statuses,
    address,
  }: { readonly statuses: readonly PoolActStatus[]; readonly address: string | undefined },
  most: number,
): Promise<PoolActRow[]> {
  const where = and(
    eq(poolActs.pool, pool),
    inArray(poolActs.status, [...statuses]),
    ...(address === undefined ? [] : [eq(poolActs.address, address)]),
  );
  return db.select().from(poolActs).where(where).orderBy(desc(poolActs.createdAt)).limit(most);
}

/** Of an address: swaps that the pools signed and no block has, and the height up to which it has taken some back lately. */
export async function swapsOfAddress(
  db: Queries,
  address: string,
): Promise<{ readonly waiting: number; readonly takenBack: number | undefined }> {
  const isWaiting = and(eq(poolActs.status, 'signed'), notInArray(poolActs.kind, [...LIQUIDITY]));
  const isTakenBack = and(eq(poolActs.status, 'void'), isNotNull(poolActs.voidHeight));
  const [row] = await db
    .select({
      waiting: sql`count(*) filter (where ${isWaiting})`.mapWith(Number),
      takenBack: sql<number | null>`max(${poolActs.voidHeight}) filter (where ${isTakenBack})`,
    })
    .from(poolActs)
    .where(and(eq(poolActs.address, address), or(isWaiting, isTakenBack)));
  return { waiting: row?.waiting ?? 0, takenBack: row?.takenBack ?? undefined };
}

/** Coins that an address has brought to acts which pools have signed and no block has. */
export async function coinsInPoolActs(db: Queries, address: string): Promise<string[]> {
  const where = and(eq(poolActs.address, address), eq(poolActs.status, 'signed'));
  const rows = await db.select({ plan: poolActs.plan }).from(poolActs).where(where);
  const coins = rows.flatMap(({ plan }) => [...(plan?.userCoins ?? []), ...(plan?.lots?.coins ?? [])]);
  return coins.map(({ outpoint }) => outpoint);
}

/** How many swaps were built since then and are not signed, by the coin of a lane that they spend. */
export async function lanesBeingSigned(
  db: Queries,
  pool: number,
  since: Date,
): Promise<ReadonlyMap<string, number>> {
  const lane = sql<string>`${poolActs.plan} #>> '{poolCoins,0,outpoint}'`;
  const rows = await db
    .select({ lane, swaps: sql`count(*)`.mapWith(Number) })
    .from(poolActs)
    .where(
      and(
        eq(poolActs.pool, pool),
        eq(poolActs.status, 'built'),
        inArray(poolActs.kind, [...SWAPS]),
        gt(poolActs.createdAt, since),
      ),
    )
    .groupBy(lane);
  return new Map(rows.map(({ lane: coin, swaps }) => [coin, swaps]));
}

/** Its payer took a coin back: told at this tip. */
export async function markTakenBack(tx: Tx, id: string): Promise<void> {
  const voidHeight = sql`(select ${tip.height} from ${tip})`;
  await tx.update(poolActs).set({ voidHeight }).where(eq(poolActs.id, id));
}

/** Turns that a pool has given, the latest first. */
export async function turnsOfPool(db: Queries, pool: number): Promise<PoolActRow[]> {
  return db
    .select()
    .from(poolActs)
    .where(and(eq(poolActs.pool, pool), isNotNull(poolActs.turnHeight)))
    .orderBy(desc(poolActs.turnHeight), desc(poolActs.createdAt))
    .limit(MOST_TURNS);
}

type Change = Partial<
  Pick<
    PoolActRow,
    | 'reason'
    | 'txid'
    | 'height'
    | 'plan'
    | 'expiresAt'
    | 'signedHeight'
    | 'sequence'
    | 'turnHeight'
    | 'mayFrom'
  > &
    Pick<PoolActRow, 'd1' | 'd2' | 'ds' | 'serviceFee' | 'networkFee'>
>;

/** Moves acts along their table; those in another state stay. @returns the moved ones */
export async function movePoolActs(
  db: Queries,
  ids: readonly string[],
  event: PoolActEvent,
  set: Change = {},
): Promise<PoolActRow[]> {
  if (ids.length === 0) return [];
  const status = nextState(POOL_ACT_MACHINE, event, poolActs.status);
  const moved = await db
    .update(poolActs)
    .set({ ...set, status, updatedAt: sql`now()` })
    .where(and(inArray(poolActs.id, [...ids]), allows(POOL_ACT_MACHINE, event, poolActs.status)))
    .returning();
  await notifyActs(db, moved);
  return moved;
}

/**
 * The pool has signed it: the next of that pool's acts. The row of the pool is held, so that two processes give no number twice.
 * @throws Refusal take-expired when it is not waiting for its signature any more
 */
export async function markSigned(
  tx: Tx,
  { id, pool }: Pick<PoolActRow, 'id' | 'pool'>,
  { txid, signedHeight }: { readonly txid: string; readonly signedHeight: number },
): Promise<void> {
  await tx.select({ number: pools.number }).from(pools).where(eq(pools.number, pool)).for('update');
  const [last] = await tx
    .select({ sequence: sql`coalesce(max(${poolActs.sequence}), 0)`.mapWith(BigInt) })
    .from(poolActs)
    .where(eq(poolActs.pool, pool));
  const moved = await movePoolActs(tx, [id], 'sign', {
    txid,
    signedHeight,
    sequence: (last?.sequence ?? 0n) + 1n,
  });
  if (moved.length === 0) throw new Refusal('take-expired');
}

/** It waits on, and nobody for it, until this height. */
export async function putBack(db: Queries, id: string, mayFrom: number): Promise<void> {
  await db
    .update(poolActs)
    .set({ mayFrom })
    .where(and(eq(poolActs.id, id), eq(poolActs.status, 'waiting')));
}

export const GIVEN_UP = 'not signed in time';
/** What was handed in at the last moment may be with the signer: what he signs and nobody sends counts in the pool's price for good. */
const SIGNING = sql`interval '20 seconds'`;

/** What was built and not signed in time is given up. */
export async function failExpired(db: Queries): Promise<void> {
  const where = and(eq(poolActs.status, 'built'), lt(poolActs.expiresAt, sql`now() - ${SIGNING}`));
  const rows = await db.select({ id: poolActs.id }).from(poolActs).where(where);
  await movePoolActs(
    db,
    rows.map(({ id }) => id),
    'fail',
    { reason: GIVEN_UP },
  );
}

/** What came to nothing before the pool signed is kept for a day, so that its page can ask. */
export async function dropOldPoolActs(db: Queries): Promise<void> {
  const isOld = lt(poolActs.updatedAt, sql`now() - interval '1 day'`);
  await db.delete(poolActs).where(and(eq(poolActs.status, 'failed'), isOld));
}
