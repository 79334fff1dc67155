/** Coins with shares: what a block makes and spends of them, a stranger's block of thousands among them, and back again with the block. */
import { poolShareCoins, shareBlocks } from '@rialto/ground';
import type { Outpoint, RuneEvent, RuneId, ScriptHex, Txid } from '@rialto/protocols';
import { amount, outpoint } from '@rialto/protocols';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shareCoinsOf } from '../../src/pools/chain/share-coins.ts';
import { undoShareCoins, writeShareCoins } from '../../src/store/pools/share-coin-store.ts';
import { testStore } from '../store/test-store.ts';
import type { TestStore } from '../store/test-store.ts';

const SHARE = '900:1' as RuneId;
const OTHER = '900:2' as RuneId;
const txid = 'a'.repeat(64) as Txid;
const script = `0014${'11'.repeat(20)}` as ScriptHex;
/** A statement with a parameter for each column of each of them would be refused. */
const MANY = 12_000;

let opened: TestStore;
beforeAll(async () => {
  opened = await testStore();
});
afterAll(() => opened.drop());

const event = (kind: RuneEvent['kind'], rune: RuneId, vout: number, of = 1n): RuneEvent => ({
  ...{ kind, txid, rune, amount: amount(of), outpoint: outpoint(txid, vout), script },
});

it('are told by pool; two edicts on one coin are one row, and other runes are nobody’s', () => {
  const runes = [
    ...[event('received', SHARE, 1, 5n), event('received', SHARE, 1, 7n), event('received', OTHER, 1)],
    ...[event('spent', SHARE, 2), event('spent', OTHER, 3), event('burned', SHARE, 4)],
  ];
  const spends = new Map<Outpoint, Txid>([2, 3].map((vout) => [outpoint(txid, vout), txid]));
  const { made, spent } = shareCoinsOf({ runes, spends }, new Map([[SHARE, 3]]));
  expect(made).toEqual([{ outpoint: outpoint(txid, 1), pool: 3, script, shares: 12n }]);
  expect(spent).toEqual([outpoint(txid, 2)]);
});

it(`${MANY} of them in one block are written, told again, spent, and taken back`, async () => {
  const { store } = opened;
  const coins = Array.from({ length: MANY }, (_, vout) => ({
    ...{ outpoint: outpoint(txid, vout), pool: 0, script, shares: 1n, height: 10 },
  }));
  const points = coins.map((coin) => coin.outpoint);
  for (let told = 0; told < 2; told += 1)
    await store.transact((tx) => writeShareCoins(tx, coins, { points: [], height: 10 }));
  await store.transact((tx) => writeShareCoins(tx, [], { points, height: 12 }));
  const held = () => shareBlocks(store.db, 0, { first: 10, last: 20 });
  expect([...(await held())]).toEqual([[script, 2n * BigInt(MANY)]]);
  await store.transact((tx) => undoShareCoins(tx, 12));
  expect([...(await held())]).toEqual([[script, 11n * BigInt(MANY)]]);
  await store.transact((tx) => undoShareCoins(tx, 10));
  expect(await store.db.select().from(poolShareCoins).where(eq(poolShareCoins.pool, 0))).toEqual([]);
});
