import { CALLS } from '@rialto/contract';
import type { CallName } from '@rialto/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOnce, isRemembered } from '../../src/http/idempotency.ts';
import type { Answer } from '../../src/http/reply.ts';
import type { Store } from '../../src/store/database.ts';
import { claimKey, findKey, forgetKey, rememberAnswer } from '../../src/store/session-store.ts';
import { testStore } from '../store/test-store.ts';

let store: Store;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ store, drop } = await testStore());
});
afterAll(() => drop());

const keyed = (key: string) => ({ owner: 'somebody', key, call: 'pushAsk', bodyHash: 'of the body' });
const answer = (body: string) => ({ status: 200, body });

it('two who do the work of one key give one answer, the first', async () => {
  const slow = keyed('slow');
  await claimKey(store.db, slow);
  // The one who was taken for dead answers after the one who did the work again.
  expect(await rememberAnswer(store.db, slow, answer('second'))).toEqual(answer('second'));
  expect(await rememberAnswer(store.db, slow, answer('first'))).toEqual(answer('second'));
  expect(await answerOnce(store, slow, () => Promise.reject(new Error('not again')))).toEqual(
    answer('second'),
  );
});

it('an answer that was given is not taken back by one who failed', async () => {
  const failed = keyed('failed');
  await claimKey(store.db, failed);
  await rememberAnswer(store.db, failed, answer('done'));
  await forgetKey(store.db, failed);
  expect((await findKey(store.db, failed))?.answer).toEqual(answer('done'));
});

it('a key whose work failed on our side is free again', async () => {
  const busy = { status: 503, body: 'busy' };
  expect(await answerOnce(store, keyed('busy'), () => Promise.resolve(busy))).toEqual(busy);
  expect(await answerOnce(store, keyed('busy'), () => Promise.resolve(answer('done')))).toEqual(
    answer('done'),
  );
});

it('a refusal leaves no row, and its key may be tried again', async () => {
  const refused = { status: 403, body: 'no' };
  expect(await answerOnce(store, keyed('refused'), () => Promise.resolve(refused))).toEqual(refused);
  expect(await findKey(store.db, keyed('refused'))).toBeUndefined();
  await answerOnce(store, keyed('refused'), () => Promise.resolve(answer('in')));
  expect((await findKey(store.db, keyed('refused')))?.answer).toEqual(answer('in'));
});

it.each(Array.from({ length: 20 }, (_, round) => [`contested ${round}`]))(
  'who waits for one that is refused does the work once, and it is remembered: %s',
  async (name) => {
    const contested = keyed(name);
    let refuse = (_: Answer): void => undefined;
    const first = answerOnce(store, contested, () => new Promise<Answer>((resolve) => (refuse = resolve)));
    await expect.poll(async () => (await findKey(store.db, contested))?.answer).toBeNull();
    let done = 0;
    const others = ['a', 'b', 'c'].map((body) =>
      answerOnce(store, contested, () => {
        done += 1;
        return Promise.resolve(answer(body));
      }),
    );
    refuse({ status: 409, body: 'no' });
    expect((await first).status).toBe(409);
    const answers = await Promise.all(others);
    expect([done, new Set(answers.map(({ body }) => body)).size]).toEqual([1, 1]);
    expect((await findKey(store.db, contested))?.answer).toEqual(answers[0]);
  },
);

it('what only prepares or clears is not remembered, what acts is', () => {
  const forgotten = Object.entries(CALLS).flatMap(([name, { method }]) =>
    method === 'POST' && !isRemembered(name as CallName) ? [name] : [],
  );
  expect(forgotten.toSorted()).toEqual([
    'clearNotifications',
    'prepareBid',
    'prepareBidCancel',
    'prepareCancel',
    'prepareFills',
    'prepareLock',
    'prepareOwn',
    'prepareTake',
  ]);
});
