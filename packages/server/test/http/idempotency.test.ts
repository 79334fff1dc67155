import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOnce } from '../../src/http/idempotency.ts';
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

it('a stranger’s refusal leaves no row; what they were given does', async () => {
  const refused = { status: 403, body: 'no' };
  const stranger = (key: string) => ({ ...keyed(key), stranger: true });
  expect(await answerOnce(store, stranger('refused'), () => Promise.resolve(refused))).toEqual(refused);
  expect(await findKey(store.db, keyed('refused'))).toBeUndefined();
  await answerOnce(store, stranger('given'), () => Promise.resolve(answer('in')));
  expect((await findKey(store.db, keyed('given')))?.answer).toEqual(answer('in'));
  await answerOnce(store, keyed('own refusal'), () => Promise.resolve(refused));
  expect((await findKey(store.db, keyed('own refusal')))?.answer).toEqual(refused);
});
