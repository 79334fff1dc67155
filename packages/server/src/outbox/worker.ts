/** Sends what is committed, again and again, until it is final or provably void (trading §9). */
import type { Rejected, Verdict } from '@rialto/ground';
import { hexToBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Txid } from '@rialto/protocols';
import { messageOf } from '../repeat.ts';
import { findOutbox, moveOutbox, noteAnswer, unsentOutbox } from '../store/outbox-store.ts';
import type { OutboxRow } from '../store/outbox-store.ts';
import { settleConflict } from './conflict.ts';
import type { OutboxContext } from './context.ts';

/** Sends the named transactions now. Never throws for what the node says; a dead node leaves them waiting. */
export async function sendTransactions(context: OutboxContext, txids: readonly Txid[]): Promise<void> {
  const rows = new Map((await findOutbox(context.store.db, txids)).map((row) => [row.txid, row]));
  for (const txid of txids) {
    const row = rows.get(txid);
    if (row !== undefined) await sendOne(context, row);
  }
}

/** Sends everything that is in no block: at start, after each block, and every few seconds for what still waits. */
export async function sendUnsent(context: OutboxContext): Promise<void> {
  for (const row of await unsentOutbox(context.store.db, context.purposes.names)) await sendOne(context, row);
}

const CONTESTED: readonly Rejected['why'][] = ['conflict', 'missing-inputs'];

async function sendOne(context: OutboxContext, row: OutboxRow): Promise<void> {
  const verdict = await offer(context, row);
  if (verdict.accepted || verdict.why === 'known') {
    if (row.status === 'waiting' || row.lastAnswer !== '') await markSent(context, row);
    return;
  }
  await noteAnswer(context.store.db, row.txid, verdict.reason);
  if (CONTESTED.includes(verdict.why)) await settleConflict(context, row);
}

/** The node has it. When it is void or final by now, nobody is told. */
async function markSent({ store, purposes }: OutboxContext, { txid }: OutboxRow): Promise<void> {
  await store.transact(async (tx) => {
    const which = { txids: [txid] };
    for (const row of await moveOutbox(tx, { which, event: 'send', set: { lastAnswer: '' } }))
      await purposes.of(row).sent?.(tx, row);
  });
}

/** Whatever the node says or does not say, the next one is sent too and this one again later. */
async function offer({ chain, warn }: OutboxContext, { txid, raw }: OutboxRow): Promise<Verdict> {
  try {
    return await chain.send(hexToBytes(raw));
  } catch (error) {
    const reason = error instanceof Refusal ? error.code : messageOf(error);
    if (!(error instanceof Refusal)) warn('the node does not take a transaction', { txid, error: reason });
    return { accepted: false, why: 'policy', reason };
  }
}
