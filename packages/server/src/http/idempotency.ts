/**
 * What was done is not done again: same key, same answer. Two at once: one works, the other waits for its answer. The acts behind
 * are idempotent by themselves too. What changes nothing is not remembered: it costs its caller nothing, and would leave a row each.
 */
import type { CallName } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../store/database.ts';
import { claimKey, findKey, forgetKey, rememberAnswer } from '../store/session-store.ts';
import type { IdempotencyRow, Keyed } from '../store/session-store.ts';
import type { Answer } from './reply.ts';

const WAIT_MS = 12_000;
const STEP_MS = 40;

function requireSameRequest(row: IdempotencyRow, keyed: Keyed): void {
  if (row.bodyHash !== keyed.bodyHash || row.call !== keyed.call) throw new Refusal('idempotency-mismatch');
}

/** They do nothing that asking again would do twice. */
const CHANGES_NOTHING: ReadonlySet<CallName> = new Set([
  'prepareTake',
  'prepareCancel',
  'prepareOwn',
  'prepareBid',
  'prepareFills',
  'prepareBidCancel',
  'clearNotifications',
]);

/** Is what was done under a key of this call remembered? */
export const isRemembered = (call: CallName): boolean => !CHANGES_NOTHING.has(call);

/** Runs the work once per key and remembers for a day what was done. A refusal gives the key back: it may be tried again. */
export async function answerOnce(store: Store, keyed: Keyed, work: () => Promise<Answer>): Promise<Answer> {
  let existing = await claimKey(store.db, keyed);
  while (existing !== undefined) {
    requireSameRequest(existing, keyed);
    if (existing.answer != null) return existing.answer;
    // Who holds the key and says nothing has died: then the work is ours.
    if (!(await isSettled(store, keyed))) break;
    existing = await claimKey(store.db, keyed);
  }
  const answer = await work();
  if (answer.status < 400) return rememberAnswer(store.db, keyed, answer);
  await forgetKey(store.db, keyed);
  return answer;
}

/** Waits until the other one has answered or given the key back. */
async function isSettled(store: Store, keyed: Keyed): Promise<boolean> {
  for (let waited = 0; waited < WAIT_MS; waited += STEP_MS) {
    await sleep(STEP_MS);
    const row = await findKey(store.db, keyed);
    if (row?.answer !== null) return true;
  }
  return false;
}
