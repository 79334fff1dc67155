/** What has to be followed for good is asked for again until its coins are known: an index that is behind its node follows nothing. */
import { tip } from '@rialto/ground';
import type { Chain } from '@rialto/ground';
import { Refusal } from '@rialto/refusals';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { followForGood, followScript } from '../../src/store/ledger/ledger-follow.ts';
import { testStore } from '../store/test-store.ts';

let place: Awaited<ReturnType<typeof testStore>>;
const [BEHIND, THERE] = ['a'.repeat(64), 'b'.repeat(64)];

beforeAll(async () => {
  place = await testStore();
  await place.store.db.insert(tip).values({ height: 1, hash: BEHIND, peak: 1, epoch: 1n, chain: 'test' });
});
afterAll(() => place.drop());

const chain = {
  tip: () => Promise.resolve({ height: 2, hash: THERE }),
  scanScripts: () => Promise.resolve({ height: 2, hash: THERE, coins: [] }),
} as unknown as Chain;
const script = Uint8Array.of(0x51, 0x20, ...new Uint8Array(32).fill(7));

it('says so while the index is behind, and returns once it has caught up', async () => {
  // A caller who only looks is not kept.
  await followScript(place.store, chain, script);
  const early = await followForGood(place.store, chain, script).catch((error: unknown) => error);
  expect(early).toBeInstanceOf(Refusal);
  expect((early as Refusal).code).toBe('syncing');
  await place.store.db.update(tip).set({ height: 2, hash: THERE, peak: 2 });
  await followForGood(place.store, chain, script);
});
