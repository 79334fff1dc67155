/** Orders of both sides in the database. Every change of state is a compare-and-set that names the states it may come from. */
import { ORDER_MACHINE, closesOrder, reopensOrder } from '@rialto/market';
import type { OrderEvent } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queries, Tx } from '../database.ts';
import { allows, nextState } from '../moves.ts';
import { notifyOrder } from '../notices.ts';
import { orders } from '../schema/index.ts';

export type OrderRow = typeof orders.$inferSelect;

export async function findOrder(db: Queries, id: string): Promise<OrderRow | undefined> {
  return (await findOrders(db, [id]))[0];
}

export async function findOrders(db: Queries, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]));
}

interface OrderStep {
  readonly ids: readonly string[];
  readonly event: OrderEvent;
  readonly reason?: string;
  readonly set?: Partial<Omit<OrderRow, 'id' | 'status'>>;
}

/** When and how it ended, while it is over. */
function endOf(event: OrderEvent) {
  if (closesOrder(event)) return { closedAt: sql`now()` };
  return reopensOrder(event) ? { closedAt: null, closedHeight: null, dealTxid: null } : {};
}

/** Moves orders along the table; those in another state stay, so that news may be told twice. @returns the moved ones */
export async function moveOrders(tx: Tx, { ids, event, reason = '', set }: OrderStep): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  const moved = await tx
    .update(orders)
    .set({ reason, ...endOf(event), ...set, status: nextState(ORDER_MACHINE, event, orders.status) })
    .where(and(inArray(orders.id, [...ids]), allows(ORDER_MACHINE, event, orders.status)))
    .returning();
  for (const row of moved) await notifyOrder(tx, row.id);
  return moved;
}

/**
 * The same for what somebody asks for.
 * @throws Refusal `refusal`, `event-not-allowed` unless it says otherwise, when the order is in another state
 */
export async function requireMoveOrder(
  tx: Tx,
  { id, ...step }: Omit<OrderStep, 'ids'> & { readonly id: string },
  refusal: RefusalCode = 'event-not-allowed',
): Promise<OrderRow> {
  const [moved] = await moveOrders(tx, { ...step, ids: [id] });
  if (moved === undefined) throw new Refusal(refusal, `${step.event}: order ${id}`);
  return moved;
}

/** Gives back what a dead trade held. */
export async function releaseOrders(tx: Tx, tradeId: string): Promise<OrderRow[]> {
  const released = await tx
    .update(orders)
    .set({ liveTrade: null })
    .where(eq(orders.liveTrade, tradeId))
    .returning();
  for (const row of released) await notifyOrder(tx, row.id);
  return released;
}
