/** Commit and send, once for every room: the change of state and the transactions are written together before anything is sent. */
import type { Rejected } from '@rialto/ground';
import { coinToWire } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import type { Coin, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import { messageOf } from '../repeat.ts';
import type { Tx } from '../store/database.ts';
import { insertOutbox } from '../store/outbox-store.ts';
import type { OutboxContext } from './context.ts';
import { sendTransactions } from './worker.ts';

/** A complete transaction. */
export interface Final {
  readonly raw: Uint8Array;
  readonly txid: Txid;
  /** In sat, where it is told. */
  readonly fee?: bigint;
  /** What it spends, in any order. */
  readonly coins?: readonly Coin[];
  /** What it is for, where several are committed together for different things. */
  readonly standsFor?: StandsFor;
}

/** What the transactions are for. */
export interface StandsFor {
  readonly purpose: string;
  readonly reference: string;
  /** The transaction of the same payer whose place is taken. */
  readonly replaces?: string;
}

interface Commit {
  /** In the order in which they are sent. */
  readonly finals: readonly Final[];
  /** What a rejection by the node means to whoever asks; `node-refused` where nothing is said. */
  readonly refusals: Readonly<Partial<Record<Rejected['why'], RefusalCode>>>;
}

/**
 * Asks the node whether it takes the transactions, writes them together with what `change` writes, and sends them. From the commit on
 * everything is the worker's to mend: whatever goes wrong then is no reason to say that nothing was done.
 * @param change the change of state they stand for, which throws when it is not allowed; undefined when it was made before
 * @returns false when it was made before: nothing was written
 * @throws Refusal as `commit.refusals`, node-refused, and as `change`; nothing is written then
 */
export async function commitAndSend(
  context: OutboxContext,
  commit: Commit,
  change: (tx: Tx) => Promise<StandsFor | undefined>,
): Promise<boolean> {
  await requireAccepted(context, commit);
  const isWritten = await context.store.transact(async (tx) => {
    const standsFor = await change(tx);
    if (standsFor === undefined) return false;
    for (const { raw, fee = null, coins = [], ...final } of commit.finals) {
      const { purpose, reference, replaces = null } = final.standsFor ?? standsFor;
      const row = { raw: bytesToHex(raw), kind: purpose, reference, replaces, fee };
      await insertOutbox(tx, { ...row, coins: coins.map(coinToWire) });
    }
    return true;
  });
  if (!isWritten) return false;
  context.at('outbox-committed');
  const txids = commit.finals.map(({ txid }) => txid);
  await sendTransactions(context, txids).catch((error: unknown) => {
    context.warn('a committed transaction was not sent at once', { txids, error: messageOf(error) });
  });
  context.at('sent');
  return true;
}

async function requireAccepted({ chain }: OutboxContext, { finals, refusals }: Commit): Promise<void> {
  const verdicts = await chain.testAccept(finals.map(({ raw }) => raw));
  if (verdicts.length < finals.length) throw new Refusal('node-refused', 'no answer');
  for (const verdict of verdicts)
    // Its payer's wallet may have sent it already: then it waits where ours would.
    if (!verdict.accepted && verdict.why !== 'known')
      throw new Refusal(refusals[verdict.why] ?? 'node-refused', verdict.reason);
}
