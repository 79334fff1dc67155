/** Swaps at their users' wallets are counted by the clock that wrote them, whatever time it is for the database. */
import { runeAsset } from '@rialto/protocols';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../../src/store/database.ts';
import { keepPoolAct, lanesBeingSigned } from '../../src/store/pools/pool-act-store.ts';
import type { NewPoolAct } from '../../src/store/pools/pool-act-store.ts';
import { testStore } from './test-store.ts';

let store: Store;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ store, drop } = await testStore());
});
afterAll(() => drop());

const swap = (pool: number, lane: string, createdAt: Date): NewPoolAct => ({
  ...{
    id: crypto.randomUUID(),
    pool,
    token: runeAsset('1:1'),
    kind: '1x',
    status: 'built',
    address: '',
    script: '',
  },
  ...{ asked: {} as never, plan: { poolCoins: [{ outpoint: lane }] } as never },
  ...{ d1: 0n, d2: 0n, ds: 0n, serviceFee: 0n, networkFee: 0n, feeRate: '1' },
  ...{ createdAt, updatedAt: createdAt, expiresAt: createdAt },
});

it.each([
  ['behind', 1, -3_600_000],
  ['ahead', 2, 3_600_000],
])(
  'a server whose clock is %s counts its own of the last seconds, and no older ones',
  async (_, pool, by) => {
    const now = Date.now() + by;
    for (const [lane, age] of [
      ['a', 1_000],
      ['a', 2_000],
      ['b', 3_000],
      ['b', 30_000],
    ] as const)
      await keepPoolAct(store.db, swap(pool, lane, new Date(now - age)));
    const signing = await lanesBeingSigned(store.db, pool, new Date(now - 20_000));
    expect([...signing].toSorted()).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  },
);
