/** Deposits that have to be looked at again, each with its order and all that was paid for it. */
import { asc, and, exists, inArray, isNotNull, eq, or, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries, Tx } from '../database.ts';
import { bridgeDeposits, bridgeExits, bridgeOrders } from '../schema/index.ts';
import { BY_CHAIN, isOrderOf } from './deposit-store.ts';
import type { DepositRow } from './deposit-store.ts';
import type { BridgeOrderRow } from './order-store.ts';

/** One that was paid for an order, in the order of the chain. */
export interface Payment extends Pick<DepositRow, 'name' | 'amount' | 'mixed' | 'status'> {
  /** A build of its payout was signed that is not dead. */
  readonly isPaidOut: boolean;
}

export interface JudgedDeposit {
  readonly deposit: DepositRow;
  readonly order: BridgeOrderRow | null;
  /** All deposits of the order that blocks have, itself among them. */
  readonly payments: readonly Payment[];
}

/**
 * Those in blocks that have not left and have to be looked at again, with every other of their orders. What made them so is marked first,
 * whether it is in a block or gone: what changes from then on marks it anew.
 * @param most that are marked in one go
 */
export async function depositsToJudge(tx: Tx, most: number): Promise<JudgedDeposit[]> {
  const { orderId, height, name, judged, status } = bridgeDeposits;
  const unjudged = tx.select({ name }).from(bridgeDeposits).where(eq(judged, false)).limit(most);
  const marked = await tx
    .update(bridgeDeposits)
    .set({ judged: true })
    .where(inArray(name, unjudged))
    .returning({ name, orderId });
  if (marked.length === 0) return [];
  const rows = await tx
    .select({ deposit: bridgeDeposits, order: bridgeOrders })
    .from(bridgeDeposits)
    .leftJoin(bridgeOrders, isOrderOf())
    .where(
      and(
        ...[inArray(status, ['confirming', 'refused']), isNotNull(height)],
        or(
          among(
            name,
            marked.map((row) => row.name),
          ),
          among(orderId, [...new Set(marked.flatMap((row) => row.orderId ?? []))]),
        ),
      ),
    )
    .orderBy(asc(height), asc(bridgeDeposits.seenAt));
  const payments = await paymentsOf(
    tx,
    rows.flatMap(({ order }) => order?.id ?? []),
  );
  return rows.map((row) => ({ ...row, payments: payments.get(row.order?.id ?? '') ?? [] }));
}

async function paymentsOf(db: Queries, orders: readonly string[]): Promise<ReadonlyMap<string, Payment[]>> {
  const { name, amount, mixed, status, height } = bridgeDeposits;
  const paidOut = db
    .select({ one: sql`1` })
    .from(bridgeExits)
    .where(and(eq(bridgeExits.deposit, name), eq(bridgeExits.kind, 'payout'), eq(bridgeExits.dead, false)));
  const rows = await db
    .select({
      order: bridgeOrders.id,
      name,
      amount,
      mixed,
      status,
      isPaidOut: sql<boolean>`${exists(paidOut)}`,
    })
    .from(bridgeDeposits)
    .innerJoin(bridgeOrders, isOrderOf())
    .where(and(among(bridgeOrders.id, [...new Set(orders)]), isNotNull(height)))
    .orderBy(BY_CHAIN);
  const all = new Map<string, Payment[]>();
  for (const { order, ...payment } of rows) {
    const some = all.get(order) ?? [];
    all.set(order, some);
    some.push(payment);
  }
  return all;
}
