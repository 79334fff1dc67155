/** The calls of rewards, and of notifications, over a reward world: anybody asks, or the owner of an address with a session. */
import { createHash } from 'node:crypto';
import { API_ROOT } from '@rialto/contract';
import { openLedger, runes } from '@rialto/ground';
import { registerNotifications } from '../../src/http/calls/notification-calls.ts';
import { openTurns } from '../../src/http/limits/turns.ts';
import { registerRewards } from '../../src/http/rewards/register-rewards.ts';
import { openBooks } from '../../src/orders/books.ts';
import { testHttp } from '../http/test-http.ts';
import { OPERATOR, PAIR } from './reward-world.ts';
import type { rewardWorld } from './reward-world.ts';

interface Answer {
  readonly code: number;
  readonly message: string;
  readonly refusal?: string;
  readonly data: Record<string, unknown> & { results: Record<string, unknown>[] };
}

export const sha256 = (text: unknown): string =>
  createHash('sha256')
    .update(Buffer.isBuffer(text) ? text : String(text))
    .digest('hex');

export async function rewardHttp(world: Awaited<ReturnType<typeof rewardWorld>>) {
  const { store, context } = world;
  await store.db.insert(runes).values({
    ...{ id: PAIR.slice(5), name: 'UNCOMMONGOODS', spacers: 128, symbol: 'U', divisibility: 2, premine: 0n },
    ...{ open: false, mintAmount: null, cap: null, heightStart: null, heightEnd: null, offsetStart: null },
    ...{ offsetEnd: null, turbo: false, mints: 0n, burned: 0n, etching: '0'.repeat(64), number: 1 },
    ...{ height: 840_000, time: 0 },
  } as typeof runes.$inferInsert);
  const app = await testHttp({ FEE_ADDRESS: OPERATOR });
  const books = openBooks(openLedger(store.pool), () => '');
  // The signature of a session of these tests is its address.
  const accounts = {
    session: ({ signature }: { signature: string }) => Promise.resolve({ address: signature }),
  };
  const service = {
    ...{ config: { NETWORK: 'regtest', FEE_ADDRESS: OPERATOR }, accounts },
    orders: { books, store, plans: () => Promise.resolve({ slow: 1, avg: 1, fast: 1 }) },
    rewards: context,
  } as unknown as Parameters<typeof registerRewards>[1];
  const routes = { app, accounts, store, checkAnswers: true, turns: openTurns() } as unknown as Parameters<
    typeof registerRewards
  >[0];
  registerRewards(routes, service);
  registerNotifications(routes, service);
  const get = (path: string, query: Record<string, string>, owner?: string) =>
    app.inject({
      url: `${API_ROOT}/book/${path}`,
      query,
      ...(owner === undefined ? {} : { headers: { 'x-signature': owner, 'x-public-key': owner } }),
    });
  return {
    get,
    /** Below `event/`. */
    ask: async (path: string, query: Record<string, string> = {}): Promise<Answer> =>
      (await get(`event/${path}`, { net: 'regtest', ...query })).json<Answer>(),
    /** Below `reward/user/`, by the owner of an address. */
    own: async (address: string, path: string, query: Record<string, string> = {}): Promise<Answer> =>
      (await get(`reward/user/${path}`, { net: 'regtest', address, ...query }, address)).json<Answer>(),
    close: () => app.close(),
  };
}
