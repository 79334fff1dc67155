/** Deposits in the database: moved by what both indexes say of their coins, a whole chain in one statement. */
import { MVC, coins, mempoolCoins } from '@rialto/ground';
import { DEPOSIT_MACHINE } from '@rialto/market';
import type { BridgeAsset, DepositEvent, DepositStatus } from '@rialto/market';
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries, Tx } from '../database.ts';
import { allows, nextState } from '../moves.ts';
import { bridgeDeposits, bridgeOrders, bridgeOwnCoins } from '../schema/index.ts';

export type DepositRow = typeof bridgeDeposits.$inferSelect;
export type NewDeposit = typeof bridgeDeposits.$inferInsert;

export async function keepDeposit(db: Queries, row: NewDeposit): Promise<void> {
  await db.insert(bridgeDeposits).values(row).onConflictDoNothing();
}

export async function keepOwnCoin(db: Queries, name: string, asset: string): Promise<void> {
  await db.insert(bridgeOwnCoins).values({ name, asset }).onConflictDoNothing();
}

/** Which of these coins are ours. */
export async function ownAmong(db: Queries, asset: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ name: bridgeOwnCoins.name })
    .from(bridgeOwnCoins)
    .where(eq(bridgeOwnCoins.asset, asset));
  return new Set(rows.map(({ name }) => name));
}

export async function findDeposits(db: Queries, names: readonly string[]): Promise<DepositRow[]> {
  if (names.length === 0) return [];
  return db.select().from(bridgeDeposits).where(among(bridgeDeposits.name, names));
}

/** In the order of the chain: those in blocks first. */
const BY_CHAIN = sql`${bridgeDeposits.height} nulls last, ${bridgeDeposits.place} nulls first, ${bridgeDeposits.vout}, ${bridgeDeposits.name}`;

export async function depositsOfOrders(db: Queries, ids: readonly string[]): Promise<DepositRow[]> {
  if (ids.length === 0) return [];
  return db.select().from(bridgeDeposits).where(among(bridgeDeposits.orderId, ids)).orderBy(BY_CHAIN);
}

export const depositsIn = (
  db: Queries,
  asset: string,
  statuses: readonly DepositStatus[],
): Promise<DepositRow[]> =>
  db
    .select()
    .from(bridgeDeposits)
    .where(and(eq(bridgeDeposits.asset, asset), inArray(bridgeDeposits.status, [...statuses])))
    .orderBy(asc(bridgeDeposits.seenAt));

/** The names of all that have not left. */
export async function namesOfOpen(db: Queries, asset: string): Promise<readonly string[]> {
  const rows = await db
    .select({ name: bridgeDeposits.name })
    .from(bridgeDeposits)
    .where(and(eq(bridgeDeposits.asset, asset), inArray(bridgeDeposits.status, ['confirming', 'refused'])));
  return rows.map(({ name }) => name);
}

/** Those that fit and are as deep as their amount asks for, oldest first. */
export async function dueDeposits(
  db: Queries,
  { id, tiers }: Pick<BridgeAsset, 'id' | 'tiers'>,
  { btc, mvc }: Tips,
  most: number,
): Promise<DepositRow[]> {
  const { direction, amount, height } = bridgeDeposits;
  const needed = tiers.map(
    (tier) =>
      sql`when ${tier.upTo === undefined ? sql`true` : sql`${amount} <= ${tier.upTo.toString()}::numeric`}
        then case when ${direction} = 'mint' then ${tier.btc}::int else ${tier.mvc}::int end`,
  );
  const tip = sql`case when ${direction} = 'mint' then ${btc}::int else ${mvc}::int end`;
  return db
    .select()
    .from(bridgeDeposits)
    .where(
      and(
        ...[eq(bridgeDeposits.asset, id), eq(bridgeDeposits.status, 'confirming')],
        ...[eq(bridgeDeposits.judged, true), isNotNull(height)],
        sql`${tip} - ${height} + 1 >= case ${sql.join(needed, sql` `)} end`,
      ),
    )
    .orderBy(asc(height), asc(bridgeDeposits.seenAt))
    .limit(most);
}

/** What an address can have back: its scripts paid for it, or its order names one of them. */
export async function refusedOf(db: Queries, scripts: readonly string[]): Promise<DepositRow[]> {
  const rows = await db
    .select({ deposit: bridgeDeposits })
    .from(bridgeDeposits)
    .leftJoin(bridgeOrders, isOrderOf())
    .where(
      and(
        inArray(bridgeDeposits.status, ['paid', 'refused', 'refunding', 'refunded']),
        or(isNull(bridgeOrders.id), sql`${bridgeDeposits.status} <> 'paid'`),
        or(
          inArray(bridgeOrders.refund, [...scripts]),
          and(isNull(bridgeOrders.id), inArray(bridgeDeposits.origin, [...scripts])),
        ),
      ),
    )
    .orderBy(asc(bridgeDeposits.seenAt))
    .limit(MOST_REFUSED);
  return rows.map(({ deposit }) => deposit);
}

const MOST_REFUSED = 200;

/** The id alone is no order: it is one of this asset, that way round. */
const isOrderOf = (): SQL | undefined =>
  and(
    eq(bridgeOrders.id, bridgeDeposits.orderId),
    eq(bridgeOrders.asset, bridgeDeposits.asset),
    eq(bridgeOrders.direction, bridgeDeposits.direction),
  );

/** Older ones stay where they are: no chain undoes so many blocks. */
const FOR_GOOD = 1_000;

interface Tips {
  readonly btc: number;
  readonly mvc: number;
}

/** Where each deposit is by both indexes now, and what that does to it. Inside a transaction of one moment. */
export async function moveSeen(tx: Tx, { btc, mvc }: Tips): Promise<void> {
  const { transactions, waiting } = MVC;
  const column = (of: { readonly name: string }) => sql.identifier(of.name);
  const [height, txid, judged] = [
    column(bridgeDeposits.height),
    column(bridgeDeposits.txid),
    column(bridgeDeposits.judged),
  ];
  const isOpen = (tip: number): SQL =>
    sql`(${bridgeDeposits.status} not in ('done', 'refunded') or ${bridgeDeposits.height} is null or ${bridgeDeposits.height} > ${tip - FOR_GOOD})`;
  await tx.execute(sql`update ${bridgeDeposits} set ${height} = ${coins.height}, ${judged} = false from ${coins}
    where ${coins.outpoint} = ${bridgeDeposits.txid} || ':' || ${bridgeDeposits.vout} and ${bridgeDeposits.core} is null
    and ${isOpen(btc)} and ${bridgeDeposits.height} is distinct from ${coins.height}`);
  await tx.execute(sql`update ${bridgeDeposits} set ${height} = ${transactions.height}, ${txid} = ${transactions.txid}, ${judged} = false
    from ${transactions} where ${transactions.core} = ${bridgeDeposits.core} and ${isOpen(mvc)}
    and (${bridgeDeposits.height}, ${bridgeDeposits.txid}) is distinct from (${transactions.height}, ${transactions.txid})`);
  await tx.execute(sql`update ${bridgeDeposits} set ${height} = null, ${judged} = false where ${bridgeDeposits.core} is not null
    and ${bridgeDeposits.height} is not null and ${isOpen(mvc)}
    and not exists (select 1 from ${transactions} where ${transactions.core} = ${bridgeDeposits.core})`);
  await tx.execute(sql`update ${bridgeDeposits} set ${txid} = ${waiting.txid} from ${waiting}
    where ${waiting.core} = ${bridgeDeposits.core} and ${bridgeDeposits.height} is null and ${bridgeDeposits.txid} <> ${waiting.txid}`);
  const waits = sql`case when ${bridgeDeposits.core} is null
    then exists (select 1 from ${mempoolCoins} where ${mempoolCoins.outpoint} = ${bridgeDeposits.txid} || ':' || ${bridgeDeposits.vout})
    else exists (select 1 from ${waiting} where ${waiting.core} = ${bridgeDeposits.core}) end`;
  await moveWhere(tx, 'mine', isNotNull(bridgeDeposits.height));
  await moveWhere(tx, 'undo', isNull(bridgeDeposits.height));
  await moveWhere(tx, 'vanish', and(isNull(bridgeDeposits.height), sql`not ${waits}`));
  await moveWhere(tx, 'return', and(isNull(bridgeDeposits.height), waits));
}

async function moveWhere(tx: Tx, event: DepositEvent, where: SQL | undefined): Promise<void> {
  await tx
    .update(bridgeDeposits)
    .set({ status: nextState(DEPOSIT_MACHINE, event, bridgeDeposits.status), wait: null, reason: '' })
    .where(and(allows(DEPOSIT_MACHINE, event, bridgeDeposits.status), where));
}

/** @returns those that were in a state that allows it */
export async function moveDeposits(
  db: Queries,
  event: DepositEvent,
  names: readonly string[],
  set: Partial<Pick<DepositRow, 'wait' | 'reason'>> = {},
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const rows = await db
    .update(bridgeDeposits)
    .set({ ...set, status: nextState(DEPOSIT_MACHINE, event, bridgeDeposits.status) })
    .where(and(among(bridgeDeposits.name, names), allows(DEPOSIT_MACHINE, event, bridgeDeposits.status)))
    .returning({ name: bridgeDeposits.name });
  return rows.map(({ name }) => name);
}

export async function noteDeposits(
  db: Queries,
  names: readonly string[],
  set: Partial<
    Pick<DepositRow, 'wait' | 'reason' | 'origin' | 'place' | 'amount' | 'mixed' | 'readAt' | 'judged'>
  >,
): Promise<void> {
  if (names.length > 0) await db.update(bridgeDeposits).set(set).where(among(bridgeDeposits.name, names));
}

/** Blocks of Bitcoin that were undone: the follower tells of each, inside the transaction that undoes it. */
export async function undoBtcDeposits(tx: Tx, height: number): Promise<void> {
  await tx
    .update(bridgeDeposits)
    .set({ height: null, place: null, judged: false })
    .where(and(isNull(bridgeDeposits.core), eq(bridgeDeposits.height, height)));
}

export interface JudgedDeposit {
  readonly deposit: DepositRow;
  readonly order: typeof bridgeOrders.$inferSelect | null;
  /** Deposits of the same order that come before it in the chain. */
  readonly before: number;
}

/**
 * Those in blocks that have not left and have to be looked at again, with every other of their orders. They are marked first: what changes
 * from then on marks them anew.
 */
export async function depositsToJudge(tx: Tx, most: number): Promise<JudgedDeposit[]> {
  const { orderId, asset, direction, height, place, vout, name, judged, status } = bridgeDeposits;
  const other = sql.identifier('other');
  const of = (column: { readonly name: string }) => sql`${other}.${sql.identifier(column.name)}`;
  const unjudged = sql`${orderId} in (select ${of(orderId)} from ${bridgeDeposits} as ${other} where not ${of(judged)})`;
  const isOpen = and(inArray(status, ['confirming', 'refused']), isNotNull(height));
  const found = await tx
    .select({ name })
    .from(bridgeDeposits)
    .where(and(isOpen, or(eq(judged, false), unjudged)))
    .limit(most);
  if (found.length === 0) return [];
  const named = among(
    name,
    found.map((row) => row.name),
  );
  await tx.update(bridgeDeposits).set({ judged: true }).where(named);
  const before = sql<number>`(select count(*)::int from ${bridgeDeposits} as ${other}
    where ${of(orderId)} = ${orderId} and ${of(asset)} = ${asset} and ${of(direction)} = ${direction} and ${of(height)} is not null
    and (${of(height)}, coalesce(${of(place)}, 0), ${of(vout)}, ${of(name)}) < (${height}, coalesce(${place}, 0), ${vout}, ${name}))`;
  return tx
    .select({ deposit: bridgeDeposits, order: bridgeOrders, before })
    .from(bridgeDeposits)
    .leftJoin(bridgeOrders, isOrderOf())
    .where(and(named, isOpen))
    .orderBy(asc(height), asc(bridgeDeposits.seenAt));
}

/** Two of one order in one block, whose places nobody has looked up. */
export async function placeless(db: Queries): Promise<DepositRow[]> {
  const other = sql.identifier('other');
  const of = (column: { readonly name: string }) => sql`${other}.${sql.identifier(column.name)}`;
  const { orderId, height, name, place } = bridgeDeposits;
  return db
    .select()
    .from(bridgeDeposits)
    .where(
      and(
        ...[isNull(place), isNotNull(height), inArray(bridgeDeposits.status, ['confirming', 'refused'])],
        sql`exists (select 1 from ${bridgeDeposits} as ${other} where ${of(orderId)} = ${orderId}
          and ${of(height)} = ${height} and ${of(name)} <> ${name})`,
      ),
    );
}

/** In blocks of Bitcoin, and last read by another block or by the mempool. */
export const unread = (db: Queries, most: number): Promise<DepositRow[]> =>
  db
    .select()
    .from(bridgeDeposits)
    .where(
      and(
        ...[isNull(bridgeDeposits.core), isNotNull(bridgeDeposits.height)],
        inArray(bridgeDeposits.status, ['confirming', 'refused']),
        sql`${bridgeDeposits.readAt} is distinct from ${bridgeDeposits.height}`,
      ),
    )
    .limit(most);
