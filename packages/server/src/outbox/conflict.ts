/** A transaction the node refuses because of its coins: void only when another spend of them is seen, in the mempool or in a block. */
import { loadCoins } from '@rialto/ground';
import { hexToBytes, invariant, isFlaw, outpoint, readTransaction, splitOutpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Outpoint, Txid } from '@rialto/protocols';
import type { Queries, Tx } from '../store/database.ts';
import { findOutbox, isUnconfirmed, moveOutbox, outboxSpending } from '../store/outbox-store.ts';
import type { OutboxRow } from '../store/outbox-store.ts';
import type { OutboxContext } from './context.ts';
import type { Lost } from './purpose.ts';
import { isReplacedBy, cancelledBy, reinstate } from './replace.ts';

const pointsOf = ({ inputs }: OutboxRow): Outpoint[] => inputs.map((point) => point as Outpoint);

/** The node's refusal is not believed alone: it proves nothing that we did not see. */
export async function settleConflict(context: OutboxContext, row: OutboxRow): Promise<void> {
  const points = pointsOf(row);
  const spending = await context.chain.spendingOf(points);
  for (const [point, spender] of spending)
    if (spender !== row.txid) {
      if (await reinstate(context, row, spender)) return;
      const reason = await cancelledBy(context, context.store.db, { row, spender });
      await voidNow(context, row, {
        reason: reason ?? `its coin ${point} is being spent by ${spender}`,
        ...lostBy(row, spending),
      });
      return;
    }
  const spent = await spentInBlock(context, points);
  if (spent === undefined)
    context.warn('a transaction of ours is refused and no other spend is seen', { txid: row.txid });
  // A coin may be missing because the block that made it was undone: nobody was seen to spend it.
  else
    await voidNow(context, row, {
      reason: `a block spent its coin ${spent} another way`,
      points: [],
      by: [],
    });
}

/** Its coins that others spend, and who those are. */
function lostBy(row: OutboxRow, spends: ReadonlyMap<Outpoint, Txid>): Pick<Lost, 'points' | 'by'> {
  const lost = pointsOf(row).flatMap((point) => {
    const spender = spends.get(point);
    return spender === undefined || spender === row.txid ? [] : [{ point, spender }];
  });
  return { points: lost.map(({ point }) => point), by: lost.map(({ spender }) => spender) };
}

/** The first of the transactions that spend a coin of this one. */
function spenderOf(row: OutboxRow, spends: ReadonlyMap<Outpoint, Txid>): Txid | undefined {
  return pointsOf(row)
    .map((point) => spends.get(point))
    .find((txid) => txid !== undefined);
}

/** A transaction of ours in no block yet meets another in the mempool that spends one of its coins. */
export async function settleSpender(
  context: OutboxContext,
  row: OutboxRow,
  spends: ReadonlyMap<Outpoint, Txid>,
): Promise<void> {
  const { db } = context.store;
  const spender = spenderOf(row, spends);
  if (spender === undefined || spender === row.txid) return;
  // Its own forerunner, seen late: which of the two stands the node decides when this one is sent again.
  if (await isReplacedBy(context, row, spender)) return;
  const reason = await cancelledBy(context, db, { row, spender });
  await voidNow(context, row, {
    reason: reason ?? `another transaction spends its coins: ${spender}`,
    ...lostBy(row, spends),
  });
}

/** A block spent coins of a transaction of ours that it does not hold. */
export async function voidByBlock(
  context: OutboxContext,
  tx: Tx,
  { row, spends }: { row: OutboxRow; spends: ReadonlyMap<Outpoint, Txid> },
): Promise<void> {
  const reason = await cancelledBy(context, tx, { row, spender: spenderOf(row, spends) });
  await voidWithin(context, tx, row, {
    reason: reason ?? 'a block spent one of its coins another way',
    ...lostBy(row, spends),
  });
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

async function voidNow(context: OutboxContext, row: OutboxRow, lost: Lost): Promise<void> {
  await context.store.transact((tx) => voidWithin(context, tx, row, lost));
}

const FALLEN = 'what it builds on came to nothing: ';

/** What a block has taken meanwhile stays. What was built on it falls with it: nobody was seen to spend a coin of that. */
async function voidWithin(context: OutboxContext, tx: Tx, { txid }: OutboxRow, lost: Lost): Promise<void> {
  const { purposes } = context;
  const which = { txids: [txid] };
  for (const row of await moveOutbox(tx, { which, event: 'fail', set: { lastAnswer: lost.reason } })) {
    await purposes.of(row).voided(tx, row, lost);
    const reason = lost.reason.startsWith(FALLEN) ? lost.reason : `${FALLEN}${lost.reason}`;
    for (const child of await outboxSpending(tx, madeBy(row), purposes.names))
      await voidWithin(context, tx, child, { reason, points: [], by: [] });
  }
}

function madeBy({ raw, txid }: OutboxRow): Outpoint[] {
  const read = readTransaction(hexToBytes(raw));
  invariant(!isFlaw(read), 'what we sent we can read');
  return read.outputs.map((_, vout) => outpoint(txid as Txid, vout));
}
