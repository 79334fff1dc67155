/** The rows of swaps on MVC: kept when built, moved by the table of pool acts, and found again by what they are. */
import type { MvcAct } from '@rialto/contract';
import { POOL_ACT_MACHINE } from '@rialto/market';
import type { PoolActEvent } from '@rialto/market';
import { invariant } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import {
  and,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { among } from '../../store/database.ts';
import type { Queries, Tx } from '../../store/database.ts';
import { allows, nextState } from '../../store/moves.ts';
import { mvcActs } from './act-schema.ts';
import type { MvcActRow } from './act-schema.ts';

export async function keepAct(db: Queries, row: typeof mvcActs.$inferInsert): Promise<MvcActRow> {
  const [kept] = await db.insert(mvcActs).values(row).returning();
  invariant(kept !== undefined, 'a row that is inserted is there');
  return kept;
}

export async function findAct(db: Queries, id: string): Promise<MvcActRow | undefined> {
  const [row] = await db.select().from(mvcActs).where(eq(mvcActs.id, id)).limit(1);
  return row;
}

/**
 * What the signer has signed of a pool and what no block has ended: swaps, and the checks of sales, which the pool pays for, whether
 * their users signed or not.
 */
export function signedActs(db: Queries, pool: number): Promise<SignedRow[]> {
  const { id, status, books, core, checkCore, inputs } = mvcActs;
  const isSigned = or(
    inArray(status, ['signed', 'confirmed', 'void']),
    and(ne(mvcActs.side, 'buy'), inArray(status, ['built', 'failed'])),
  );
  return db
    .select({ id, status, books, core, checkCore, inputs })
    .from(mvcActs)
    .where(and(eq(mvcActs.pool, pool), isSigned, isNull(mvcActs.deadHeight)))
    .orderBy(mvcActs.createdAt);
}

export type SignedRow = Pick<MvcActRow, 'id' | 'status' | 'books' | 'core' | 'checkCore' | 'inputs'>;

/** Of each coin of a pool, how many swaps over it are with their users' wallets now. */
export async function signingOver(
  db: Queries,
  pool: number,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ act: mvcActs.act })
    .from(mvcActs)
    .where(and(eq(mvcActs.pool, pool), eq(mvcActs.status, 'built'), gt(mvcActs.expiresAt, now)));
  const found = new Map<string, number>();
  for (const { act } of rows)
    for (const point of poolPoints(act)) found.set(point, (found.get(point) ?? 0) + 1);
  return found;
}

/** The pool's coins that an act spends. */
function poolPoints(act: MvcAct): readonly Outpoint[] {
  if (act.side === 'sell') return [act.poolSpace];
  return [act.poolSpace, ...(act.side === 'buy' ? act.poolTokens : [act.given])];
}

/** Coins that acts of all pools name: those of signed ones are gone, whether the node has the act yet or not; others are with a wallet. */
export async function namedPoints(
  db: Queries,
  now: Date,
): Promise<{ readonly taken: ReadonlySet<Outpoint>; readonly signing: ReadonlySet<Outpoint> }> {
  const isSigning = and(eq(mvcActs.status, 'built'), gt(mvcActs.expiresAt, now));
  const isTaken = and(inArray(mvcActs.status, ['signed', 'void']), isNull(mvcActs.deadHeight));
  const rows = await db
    .select({ status: mvcActs.status, inputs: mvcActs.inputs })
    .from(mvcActs)
    .where(or(isSigning, isTaken));
  const points = (of: (status: string) => boolean): Set<Outpoint> =>
    new Set(rows.flatMap(({ status, inputs }) => (of(status) ? inputs.map(({ outpoint }) => outpoint) : [])));
  return { taken: points((status) => status !== 'built'), signing: points((status) => status === 'built') };
}

/**
 * All that may still change: built, signed, in a block that may be undone, or ended by one. What was signed comes first: anybody may
 * have acts built without end, and nobody can shut out with them what has to be sent again.
 */
export function openActs(db: Queries, finalHeight: number): Promise<MvcActRow[]> {
  const isOpen = or(
    inArray(mvcActs.status, ['built', 'signed', 'confirmed']),
    and(
      inArray(mvcActs.status, ['void', 'failed']),
      or(isNull(mvcActs.deadHeight), gt(mvcActs.deadHeight, finalHeight)),
    ),
  );
  const isUnsigned = sql`${mvcActs.swapRaw} is null`;
  return db.select().from(mvcActs).where(isOpen).orderBy(isUnsigned, mvcActs.createdAt).limit(MOST_OPEN);
}

const MOST_OPEN = 5_000;

/** Acts of one user that were signed and that nobody has yet said to be in a block. */
export async function signedOf(db: Queries, user: string): Promise<readonly string[]> {
  const rows = await db
    .select({ core: mvcActs.core })
    .from(mvcActs)
    .where(and(eq(mvcActs.user, user), eq(mvcActs.status, 'signed'), isNull(mvcActs.deadHeight)));
  return rows.flatMap(({ core }) => core ?? []);
}

/** The parkings, raw, of one user's liquidity that is signed and that no block has ended: what they park is on its way into a pool. */
export async function openParkings(db: Queries, user: string): Promise<readonly string[]> {
  const { parkedRaw, status, deadHeight, swapRaw } = mvcActs;
  const isOpen = and(inArray(status, ['signed', 'void']), isNull(deadHeight), isNotNull(swapRaw));
  const rows = await db
    .select({ parkedRaw })
    .from(mvcActs)
    .where(and(eq(mvcActs.user, user), isOpen));
  return rows.flatMap((row) => row.parkedRaw ?? []);
}

/** Which of these cores are transactions that we have built and signed: swaps, and what makes their checks. */
export async function ourCores(db: Queries, cores: readonly string[]): Promise<ReadonlySet<string>> {
  if (cores.length === 0) return new Set();
  const named = or(among(mvcActs.core, cores), among(mvcActs.checkCore, cores));
  const rows = await db
    .select({ core: mvcActs.core, checkCore: mvcActs.checkCore })
    .from(mvcActs)
    .where(and(named, notInArray(mvcActs.status, ['built', 'failed'])));
  return new Set(rows.flatMap(({ core, checkCore }) => [checkCore, ...(core === null ? [] : [core])]));
}

/** What was agreed in those of these cores that are acts of ours. */
export async function quotesOf(
  db: Queries,
  cores: readonly string[],
): Promise<ReadonlyMap<string, MvcActRow['quote']>> {
  if (cores.length === 0) return new Map();
  const rows = await db
    .select({ core: mvcActs.core, quote: mvcActs.quote })
    .from(mvcActs)
    .where(among(mvcActs.core, cores));
  return new Map(rows.flatMap(({ core, quote }) => (core === null ? [] : [[core, quote] as const])));
}

/** True when another act that was signed, of any pool, and that no block has ended, spends one of these coins. */
export async function areTaken(db: Queries, { id }: MvcActRow, points: readonly string[]): Promise<boolean> {
  const spendsOne = sql`exists (select 1 from jsonb_array_elements(${mvcActs.inputs}) as input
    where input ->> 'outpoint' = any(${sql.param([...points])}::text[]))`;
  const isSigned = inArray(mvcActs.status, ['signed', 'confirmed', 'void']);
  const rows = await db
    .select({ id: mvcActs.id })
    .from(mvcActs)
    .where(and(ne(mvcActs.id, id), isSigned, isNull(mvcActs.deadHeight), spendsOne))
    .limit(1);
  return rows.length > 0;
}

interface Change {
  readonly ids: readonly string[];
  readonly set?: Partial<
    Pick<MvcActRow, 'txid' | 'swapRaw' | 'height' | 'reason' | 'lastAnswer' | 'deadHeight'>
  >;
}

/** Moves the rows whose state allows the event. @returns those that moved */
export function moveActs(
  db: Queries | Tx,
  event: PoolActEvent,
  { ids, set = {} }: Change,
): Promise<MvcActRow[]> {
  return db
    .update(mvcActs)
    .set({ ...set, status: nextState(POOL_ACT_MACHINE, event, mvcActs.status) })
    .where(and(among(mvcActs.id, ids), allows(POOL_ACT_MACHINE, event, mvcActs.status)))
    .returning();
}

export async function noteAct(
  db: Queries,
  id: string,
  set: Partial<typeof mvcActs.$inferInsert>,
): Promise<void> {
  await db.update(mvcActs).set(set).where(eq(mvcActs.id, id));
}

/** Newest first. */
export function actsOfUser(db: Queries, user: string, most: number): Promise<MvcActRow[]> {
  const wasSigned = sql`${mvcActs.swapRaw} is not null`;
  return db
    .select()
    .from(mvcActs)
    .where(and(eq(mvcActs.user, user), wasSigned))
    .orderBy(desc(mvcActs.createdAt))
    .limit(most);
}

/**
 * What was never signed is of no use to anybody minutes later, but for the checks that the pool has signed: those count until a block
 * has spent their coin. Of several over one coin only one can be in a block, and the youngest of each side stands for all of them.
 */
export async function dropOldActs(db: Queries, before: Date): Promise<void> {
  const younger = alias(mvcActs, 'younger');
  const isOld = and(
    inArray(mvcActs.status, ['built', 'failed']),
    isNull(mvcActs.swapRaw),
    lt(mvcActs.createdAt, before),
  );
  const hasRival = exists(
    db
      .select({ id: younger.id })
      .from(younger)
      .where(
        and(
          eq(younger.pool, mvcActs.pool),
          eq(younger.side, mvcActs.side),
          inArray(younger.status, ['built', 'failed']),
          isNull(younger.swapRaw),
          isNull(younger.deadHeight),
          gt(younger.createdAt, mvcActs.createdAt),
          sql`${younger.act} ->> 'poolSpace' = ${mvcActs.act} ->> 'poolSpace'`,
        ),
      ),
  );
  const isOfNoUse = or(eq(mvcActs.side, 'buy'), isNotNull(mvcActs.deadHeight), hasRival);
  await db.delete(mvcActs).where(and(isOld, isOfNoUse));
}
