/** Coins of a script in parts: what is on a page, what can pay, what carries something. Read from rows in a real PostgreSQL. */
import {
  coins,
  followedScripts,
  inscriptions,
  locations,
  mempoolCoins,
  mrc20Holdings,
  openLedger,
  pinLocations,
  pins,
  runeBalances,
  tip,
} from '@rialto/ground';
import type { Ledger } from '@rialto/ground';
import { amount, hexToBytes, knownRuneId, mrc20Asset, pinId, runeAsset, sats } from '@rialto/protocols';
import type { InscriptionId, Outpoint, ScriptHex, Txid } from '@rialto/protocols';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/database.ts';
import { testStore } from './test-store.ts';

const HEIGHT = 300;
const txid = (seed: number): Txid => seed.toString(16).padStart(64, '0') as Txid;
const point = (seed: number, vout = 0): Outpoint => `${txid(seed)}:${vout}` as Outpoint;
const MINE = `0014${'11'.repeat(20)}` as ScriptHex;
const THEIRS = `0014${'22'.repeat(20)}` as ScriptHex;
const mine = hexToBytes(MINE);
const RUNE = knownRuneId('10:1');
const FOREIGN = knownRuneId('10:2');
const TOKEN = mrc20Asset(pinId(txid(900), 0));

let store: Store;
let drop: () => Promise<void>;
let ledger: Ledger;

/** A coin in a block. */
const coin = (seed: number, value: bigint, more: Partial<typeof coins.$inferInsert> = {}) => ({
  outpoint: point(seed),
  script: MINE,
  value: sats(value),
  height: 100,
  coinbase: false,
  ...more,
});
const waiting = (seed: number, value: bigint) => ({
  outpoint: point(seed),
  txid: txid(seed),
  script: MINE,
  value: sats(value),
});

beforeAll(async () => {
  ({ store, drop } = await testStore());
  ledger = openLedger(store.pool);
  const { db } = store;
  await db.insert(tip).values({ height: HEIGHT, hash: 'aa', peak: HEIGHT, epoch: 1n, chain: 'regtest' });
  await db.insert(followedScripts).values([
    { script: MINE, scannedHeight: 100 },
    { script: THEIRS, scannedHeight: null },
  ]);
  await db.insert(coins).values([
    coin(1, 5_000n),
    coin(2, 90_000n),
    coin(3, 5_000n),
    coin(4, 999n),
    coin(5, 70_000n, { spentHeight: 200 }),
    // With 99 confirmations, and with 100.
    coin(6, 80_000n, { coinbase: true, height: HEIGHT - 98 }),
    coin(7, 60_000n, { coinbase: true, height: HEIGHT - 99 }),
    coin(8, 40_000n, { script: THEIRS }),
    ...[11, 12, 13, 14].map((seed) => coin(seed, 20_000n + BigInt(seed))),
  ]);
  // The last has its block already: for a moment it is in both tables.
  await db.insert(mempoolCoins).values([waiting(21, 30_000n), waiting(22, 400n), waiting(3, 5_000n)]);
  const id = `${txid(800)}i0` as InscriptionId;
  await db.insert(inscriptions).values({ id, sequence: 1, number: 1, vindicated: false, height: 10 });
  await db
    .insert(locations)
    .values({ inscription: id, outpoint: point(11), offset: sats(0n), value: sats(20_011n), script: MINE });
  await db.insert(runeBalances).values([
    { outpoint: point(12), rune: RUNE, amount: amount(7n), script: MINE },
    { outpoint: point(13), rune: RUNE, amount: amount(9n), script: MINE },
    ...[12, 13, 14].map((seed) => ({
      outpoint: point(seed),
      rune: FOREIGN,
      amount: amount(BigInt(seed) * 1_000_000n),
      script: MINE,
    })),
  ]);
  await db.insert(mrc20Holdings).values([
    { outpoint: point(13), asset: TOKEN, amount: amount(2n), script: MINE },
    { outpoint: point(14), asset: TOKEN, amount: amount(3n), script: MINE },
  ]);
});
afterAll(() => drop());

const seeds = (found: readonly { readonly outpoint: Outpoint }[]): number[] =>
  found.map(({ outpoint }) => Number.parseInt(outpoint.slice(0, 64), 16));

describe('a page of coins', () => {
  const ALL = { from: 0, size: 100, unconfirmed: true, immature: true };
  const ORDER = [2, 6, 7, 21, 14, 13, 12, 11, 1, 3, 4, 22];

  it('has the largest first, each coin once, spent and foreign ones not at all', async () => {
    const { total, coins: all } = await ledger.coinPageOf(mine, ALL);
    expect([total, seeds(all)]).toEqual([ORDER.length, ORDER]);
    expect(all.find(({ outpoint }) => outpoint === point(21))).toEqual({
      outpoint: point(21),
      script: mine,
      value: 30_000n,
      coinbase: false,
    });
    expect(all.find(({ outpoint }) => outpoint === point(6))).toMatchObject({ height: 202, coinbase: true });
  });

  it('is a part of the whole wherever it begins, and every page knows how many there are', async () => {
    const parts: number[] = [];
    for (let from = 0; from < ORDER.length; from += 5) {
      const { total, coins: part } = await ledger.coinPageOf(mine, { ...ALL, from, size: 5 });
      expect([total, part.length <= 5]).toEqual([ORDER.length, true]);
      parts.push(...seeds(part));
    }
    expect(parts).toEqual(ORDER);
    expect((await ledger.coinPageOf(mine, { ...ALL, from: 50 })).coins).toEqual([]);
  });

  it('leaves out what waits and what cannot be spent, and does not count it', async () => {
    const settled = await ledger.coinPageOf(mine, { ...ALL, unconfirmed: false, immature: false });
    expect([settled.total, seeds(settled.coins)]).toEqual([
      9,
      ORDER.filter((seed) => ![6, 21, 22].includes(seed)),
    ]);
    expect((await ledger.coinPageOf(mine, { ...ALL, unconfirmed: false })).total).toBe(10);
  });
});

describe('parts of the coins', () => {
  it('can pay when nothing is on them, of any ledger, and they are old and large enough', async () => {
    const query = { first: 'largest', least: sats(1_000n), except: [], most: 9 } as const;
    expect(seeds(await ledger.payingCoinsOf(mine, query))).toEqual([2, 7, 1, 3]);
    expect(seeds(await ledger.payingCoinsOf(mine, { ...query, except: [point(2), point(1)] }))).toEqual([
      7, 3,
    ]);
    expect(seeds(await ledger.payingCoinsOf(mine, { ...query, most: 2 }))).toEqual([2, 7]);
    expect(seeds(await ledger.payingCoinsOf(mine, { ...query, least: sats(5_001n) }))).toEqual([2, 7]);
    const small = { ...query, first: 'smallest', least: sats(500n), greatest: sats(60_000n) } as const;
    expect(seeds(await ledger.payingCoinsOf(mine, small))).toEqual([4, 1, 3, 7]);
    expect(seeds(await ledger.payingCoinsOf(mine, { ...small, most: 1 }))).toEqual([4]);
  });

  it('carry something: those with several things first, then the largest', async () => {
    expect(seeds(await ledger.carryingCoinsOf(mine, 9))).toEqual([14, 13, 12, 11]);
    await store.db
      .update(coins)
      .set({ value: sats(50_000n) })
      .where(eq(coins.outpoint, point(11)));
    expect(seeds(await ledger.carryingCoinsOf(mine, 9))).toEqual([14, 13, 12, 11]);
    expect(seeds(await ledger.carryingCoinsOf(mine, 2))).toEqual([14, 13]);
  });

  it('are found by outpoint when they are of the script, in a block and unspent', async () => {
    const named = [1, 5, 8, 12, 21, 77].map((seed) => point(seed));
    expect(seeds(await ledger.settledCoinsAt(mine, named)).toSorted((a, b) => a - b)).toEqual([1, 12]);
    expect(await ledger.settledCoinsAt(mine, [])).toEqual([]);
  });

  it('wait in the mempool, the largest first', async () => {
    expect(seeds(await ledger.waitingCoinsOf(mine, 9))).toEqual([21, 22]);
    expect(seeds(await ledger.waitingCoinsOf(mine, 1))).toEqual([21]);
  });

  it('are known for a script that was read, for no other', async () => {
    const asked = [MINE, THEIRS, `0014${'33'.repeat(20)}`].map((script) =>
      ledger.isFollowed(hexToBytes(script)),
    );
    expect(await Promise.all(asked)).toEqual([true, false, false]);
  });
});

describe('what is held', () => {
  it('is summed, and the fullest outpoints of every token come before the second of any', async () => {
    expect(await ledger.mrc20HoldingsOf(mine)).toEqual([{ asset: TOKEN, amount: 5n }]);
    const held = await ledger.fullestRunesOf(mine, 3);
    expect(
      held.map(({ outpoint, asset, amount: units }) => [seeds([{ outpoint }])[0], asset, units]),
    ).toEqual([
      [13, runeAsset(RUNE), 9n],
      [14, runeAsset(FOREIGN), 14_000_000n],
      [12, runeAsset(RUNE), 7n],
    ]);
    expect(seeds(await ledger.fullestMrc20Of(mine, 9))).toEqual([14, 13]);
  });
});

describe('coins with one thing alone', () => {
  const POT = `5120${'33'.repeat(32)}` as ScriptHex;
  const pot = hexToBytes(POT);
  const place = { offset: sats(0n), value: sats(600n), script: POT };
  const pinned = (seed: number, path: string) => ({
    row: {
      ...{ id: pinId(txid(seed + 500), 0), operation: 'create', path, encryption: '0', version: '1' },
      ...{ contentType: 'text/plain', creator: 'a', metaId: 'b', pop: '', height: 10 },
    } as typeof pins.$inferInsert,
    at: { pin: pinId(txid(seed + 500), 0), outpoint: point(seed), ...place },
  });
  /** Beside the thing of that coin; of each of them the fullest has the smallest seed. */
  const BESIDE = [
    ...['nothing', 'another of its kind', 'of another kind', 'an inscription', 'a profile', 'a receipt'],
    ...['too few sats', 'a spent coin', 'no coin of ours'],
  ] as const;
  const alone = (first: number): number[] => [first, first + BESIDE.indexOf('a receipt')];

  beforeAll(async () => {
    const { db } = store;
    for (const [first, kind] of [
      [31, 'rune'],
      [51, 'mrc20'],
    ] as const)
      for (const [at, beside] of BESIDE.entries()) {
        const seed = first + at;
        const outpoint = point(seed);
        const held = { outpoint, amount: amount(BigInt(1_000 - seed)), script: POT };
        const isRune = kind === 'rune';
        if (beside !== 'no coin of ours')
          await db.insert(coins).values(
            coin(seed, beside === 'too few sats' ? 545n : 546n, {
              script: POT,
              ...(beside === 'a spent coin' ? { spentHeight: 200 } : {}),
            }),
          );
        const both = beside === 'of another kind';
        if (isRune || both) await db.insert(runeBalances).values({ ...held, rune: RUNE });
        if (!isRune || both) await db.insert(mrc20Holdings).values({ ...held, asset: TOKEN });
        if (beside === 'another of its kind')
          await (isRune
            ? db.insert(runeBalances).values({ ...held, rune: FOREIGN })
            : db.insert(mrc20Holdings).values({ ...held, asset: mrc20Asset(pinId(txid(901), 0)) }));
        if (beside === 'an inscription') {
          const id = `${txid(seed + 500)}i0` as InscriptionId;
          const made = { id, sequence: seed, number: seed, vindicated: false, height: 10 };
          await db.insert(inscriptions).values(made);
          await db.insert(locations).values({ inscription: id, outpoint, ...place });
        }
        if (beside !== 'a profile' && beside !== 'a receipt') continue;
        const { row, at: where } = pinned(seed, beside === 'a profile' ? '/info/name' : '/ft/mrc20/transfer');
        await db.insert(pins).values(row);
        await db.insert(pinLocations).values(where);
      }
  });

  it('are those that pay somebody: whatever lies beside hides none of them', async () => {
    const found = (points: readonly Outpoint[]) => seeds(points.map((outpoint) => ({ outpoint })));
    const runic = await ledger.fullestOutpointsOfRune(pot, RUNE, 2, { alone: true });
    expect(found(runic)).toEqual(alone(31));
    const held = await ledger.mrc20OutpointsOf(pot, TOKEN, { most: 2, alone: true });
    expect(found(held)).toEqual(alone(51));
    expect(await ledger.fullestOutpointsOfRune(pot, RUNE, 20)).toHaveLength(BESIDE.length + 1);
    expect(await ledger.mrc20OutpointsOf(pot, TOKEN, { most: 20 })).toHaveLength(BESIDE.length + 1);
  });
});
