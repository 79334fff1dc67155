/** A transaction the node refuses because of its coins: void only when another spend of them is seen, in the mempool or in a block. */
import { loadCoins } from '@rialto/ground';
import { splitOutpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Outpoint, Txid } from '@rialto/protocols';
import type { Queries, Tx } from '../store/database.ts';
import { findOutbox, isUnconfirmed, moveOutbox } from '../store/outbox-store.ts';
import type { OutboxRow } from '../store/outbox-store.ts';
import type { OutboxContext } from './context.ts';
import { isReplacedBy, cancelledBy, reinstate } from './replace.ts';

const pointsOf = ({ inputs }: OutboxRow): Outpoint[] => inputs.map((point) => point as Outpoint);

/** The node's refusal is not believed alone: it proves nothing that we did not see. */
export async function settleConflict(context: OutboxContext, row: OutboxRow): Promise<void> {
  const points = pointsOf(row);
  for (const [point, spender] of await context.chain.spendingOf(points))
    if (spender !== row.txid) {
      if (await reinstate(context, row, spender)) return;
      const reason = await cancelledBy(context, context.store.db, { row, spender });
      await voidNow(context, row, reason ?? `its coin ${point} is being spent by ${spender}`);
      return;
    }
  const spent = await spentInBlock(context, points);
  if (spent === undefined)
    context.warn('a transaction of ours is refused and no other spend is seen', { txid: row.txid });
  else await voidNow(context, row, `a block spent its coin ${spent} another way`);
}

/** A transaction of ours in no block yet meets another in the mempool that spends one of its coins. */
export async function settleSpender(context: OutboxContext, row: OutboxRow, spender: Txid): Promise<void> {
  const { db } = context.store;
  // Its own forerunner, seen late: which of the two stands the node decides when this one is sent again.
  if (spender === row.txid || (await isReplacedBy(context, row, spender))) return;
  const reason = await cancelledBy(context, db, { row, spender });
  await voidNow(context, row, reason ?? `another transaction spends its coins: ${spender}`);
}

/** A block spent coins of a transaction of ours that it does not hold. */
export async function voidByBlock(
  context: OutboxContext,
  tx: Tx,
  spent: { row: OutboxRow; spender: Txid | undefined },
): Promise<void> {
  const reason = await cancelledBy(context, tx, spent);
  await voidWithin(context, tx, spent.row, reason ?? 'a block spent one of its coins another way');
}

/**
 * A coin that is gone although nothing in the mempool spends it. Asked between two looks at one tip at which the ledger
 * stands too: had a block taken our own transaction, its row would say so.
 */
async function spentInBlock(
  context: OutboxContext,
  points: readonly Outpoint[],
): Promise<Outpoint | undefined> {
  try {
    const { coins, tip } = await loadCoins(context, points);
    const gone = (await madeOutside(context.store.db, points)).filter((point) => !coins.has(point));
    const spending = await context.chain.spendingOf(gone);
    const after = await context.chain.tip();
    return after.hash === tip.hash ? gone.find((point) => !spending.has(point)) : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Those that no unconfirmed transaction of ours has yet to make: a child may be offered before its parent. */
async function madeOutside(db: Queries, points: readonly Outpoint[]): Promise<Outpoint[]> {
  const makers = await findOutbox(
    db,
    points.map((point) => splitOutpoint(point).txid),
  );
  const waiting = new Set(makers.filter(isUnconfirmed).map(({ txid }) => txid));
  return points.filter((point) => !waiting.has(splitOutpoint(point).txid));
}

async function voidNow(context: OutboxContext, row: OutboxRow, reason: string): Promise<void> {
  await context.store.transact((tx) => voidWithin(context, tx, row, reason));
}

/** What a block has taken meanwhile stays. */
async function voidWithin(
  { purposes }: OutboxContext,
  tx: Tx,
  { txid }: OutboxRow,
  reason: string,
): Promise<void> {
  const which = { txids: [txid] };
  for (const row of await moveOutbox(tx, { which, event: 'fail', set: { lastAnswer: reason } }))
    await purposes.of(row).voided(tx, row, reason);
}
