/** Same key, same answer. Two at once: one works, the other waits for its answer. The acts behind are idempotent by themselves too. */
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

/** A keyed call. What is refused to a stranger is not remembered: refusals cost nothing, and would leave a row each. */
type KeyedCall = Keyed & { readonly stranger?: boolean };

/** Answers that must not be remembered: ours to mend, or worth another try with the same key. */
const isPassing = (status: number, { stranger = false }: KeyedCall): boolean =>
  status === 429 || status >= 500 || (stranger && status >= 400);

/** Runs the work once per key and remembers its answer for a day. */
export async function answerOnce(
  store: Store,
  call: KeyedCall,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { stranger: _, ...keyed } = call;
  const existing = await claimKey(store.db, keyed);
  if (existing !== undefined) {
    requireSameRequest(existing, keyed);
    if (existing.answer != null) return existing.answer;
    const waited = await waitForAnswer(store, keyed);
    if (waited !== undefined) return waited;
  }
  const answer = await work();
  if (!isPassing(answer.status, call)) return rememberAnswer(store.db, keyed, answer);
  await forgetKey(store.db, keyed);
  return answer;
}

/** Undefined when the other one died: then the work is ours. */
async function waitForAnswer(store: Store, keyed: Keyed): Promise<Answer | undefined> {
  for (let waited = 0; waited < WAIT_MS; waited += STEP_MS) {
    await sleep(STEP_MS);
    const row = await findKey(store.db, keyed);
    if (row === undefined) return undefined;
    if (row.answer != null) return row.answer;
  }
  return undefined;
}
