/** Orders of the bridge: the terms of each, the payment it was planned with and the one that was handed in. */
import type { BridgeTerms } from '@rialto/market';
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, not, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { Refusal } from '@rialto/refusals';
import type { Queries } from '../database.ts';
import { bridgeDeposits, bridgeOrders } from '../schema/index.ts';
import type { HandedIn, KeptPayment } from '../schema/index.ts';
import { isOrderOf } from './deposit-store.ts';

export type BridgeOrderRow = typeof bridgeOrders.$inferSelect;

export const termsOf = (row: BridgeOrderRow, net: string): BridgeTerms => ({
  ...{ net, direction: row.direction, asset: row.asset, amount: row.amount ?? 'any', least: row.least },
  ...{ receiver: row.receiver, refund: row.refund, nonce: row.nonce, expires: row.expires },
});

/** The same order again stays; a new plan takes the place of the old one, but of one that is paid. */
export async function keepOrder(
  db: Queries,
  id: string,
  terms: BridgeTerms,
  plan: KeptPayment | null = null,
): Promise<void> {
  const { direction, asset, amount, least, receiver, refund, nonce, expires } = terms;
  const row = { id, direction, asset, least, receiver, refund, nonce, expires, plan };
  const insert = db.insert(bridgeOrders).values({ ...row, amount: amount === 'any' ? null : amount });
  if (plan === null) await insert.onConflictDoNothing();
  else
    await insert.onConflictDoUpdate({
      ...{ target: bridgeOrders.id, set: { plan }, setWhere: isNull(bridgeOrders.payment) },
    });
  // What was paid for it before it was known may fit now.
  await db.update(bridgeDeposits).set({ judged: false }).where(eq(bridgeDeposits.orderId, id));
}

export async function findOrder(db: Queries, id: string): Promise<BridgeOrderRow | undefined> {
  const [row] = await db.select().from(bridgeOrders).where(eq(bridgeOrders.id, id));
  return row;
}

export const findOrders = async (db: Queries, ids: readonly string[]): Promise<BridgeOrderRow[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(bridgeOrders)
        .where(inArray(bridgeOrders.id, [...ids]));

/** @throws Refusal bridge-order-unknown for one that has left the table meanwhile: nothing is acknowledged that is not kept */
export async function keepPayment(
  db: Queries,
  id: string,
  set: { readonly payment: HandedIn | null; readonly isSending: boolean },
): Promise<void> {
  const [kept] = await db
    .update(bridgeOrders)
    .set(set)
    .where(eq(bridgeOrders.id, id))
    .returning({ id: bridgeOrders.id });
  if (kept === undefined) throw new Refusal('bridge-order-unknown', id);
}

/** Those whose payment has to be sent again where a node does not have it; of redeems, for mints are the outbox's. */
export const sendingOrders = (db: Queries): Promise<BridgeOrderRow[]> =>
  db
    .select()
    .from(bridgeOrders)
    .where(and(eq(bridgeOrders.isSending, true), eq(bridgeOrders.direction, 'redeem')))
    .orderBy(asc(bridgeOrders.createdAt));

export async function endSending(db: Queries, id: string): Promise<void> {
  await db.update(bridgeOrders).set({ isSending: false }).where(eq(bridgeOrders.id, id));
}

/** Those that nobody has paid in so long: whoever only looked at what it would be leaves no row for ever. Their terms bring them back. */
export async function dropUnpaidOrders(db: Queries): Promise<void> {
  const isPaid = sql`exists (select 1 from ${bridgeDeposits} where ${bridgeDeposits.orderId} = ${bridgeOrders.id})`;
  const isOld = lt(bridgeOrders.createdAt, sql`now() - interval '14 days'`);
  await db.delete(bridgeOrders).where(and(isNull(bridgeOrders.payment), isOld, not(isPaid)));
}

interface History {
  /** Scripts, one of either chain. */
  readonly scripts: readonly string[];
  readonly direction: BridgeTerms['direction'];
  readonly assets: readonly string[];
  readonly from: number;
  readonly size: number;
  readonly order: 'asc' | 'desc';
}

export async function ordersOf(
  db: Queries,
  { scripts, direction, assets, from, size, order }: History,
): Promise<{ readonly total: number; readonly rows: BridgeOrderRow[] }> {
  if (assets.length === 0) return { total: 0, rows: [] };
  // Whoever only looks at what it would be has not ordered: those that nobody paid or handed anything in for are left out.
  const isPaid = sql`exists (select 1 from ${bridgeDeposits} where ${isOrderOf()})`;
  const where: SQL | undefined = and(
    or(isNotNull(bridgeOrders.payment), isPaid),
    or(inArray(bridgeOrders.receiver, [...scripts]), inArray(bridgeOrders.refund, [...scripts])),
    eq(bridgeOrders.direction, direction),
    inArray(bridgeOrders.asset, [...assets]),
  );
  const by = order === 'asc' ? asc : desc;
  const rows = await db
    .select()
    .from(bridgeOrders)
    .where(where)
    .orderBy(by(bridgeOrders.createdAt), bridgeOrders.id)
    .limit(size)
    .offset(from);
  const [sum] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(bridgeOrders)
    .where(where);
  return { total: sum?.total ?? 0, rows };
}
