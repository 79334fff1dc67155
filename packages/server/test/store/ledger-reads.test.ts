/** What the ledger answers about runes and MRC-20, read from rows in a real PostgreSQL. */
import { mrc20Holdings, mrc20Tokens, openLedger, pins, runeBalances, runes, tip } from '@rialto/ground';
import type { Ledger } from '@rialto/ground';
import { amount, hexToBytes, knownRuneId, mrc20Asset, pinId } from '@rialto/protocols';
import type { Outpoint, RuneId, ScriptHex, Txid } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/database.ts';
import { mrc20Row } from './mrc20-row.ts';
import { testStore } from './test-store.ts';

let store: Store;
let drop: () => Promise<void>;
let ledger: Ledger;

beforeAll(async () => {
  ({ store, drop } = await testStore());
  ledger = openLedger(store.pool);
});
afterAll(() => drop());

const txid = (seed: number): Txid => seed.toString(16).padStart(64, '0') as Txid;
const point = (seed: number, vout = 0): Outpoint => `${txid(seed)}:${vout}` as Outpoint;
const MINE = `0014${'11'.repeat(20)}` as ScriptHex;
const THEIRS = `0014${'22'.repeat(20)}` as ScriptHex;
const mine = hexToBytes(MINE);
const nobody = hexToBytes(`0014${'33'.repeat(20)}`);

describe('how far it is', () => {
  it('is before the first block, at a block, or stopped with the reason', async () => {
    expect(await ledger.status()).toEqual({ height: -1, hash: '' });
    const row = { height: 7, hash: 'aa', peak: 7, epoch: 1n, chain: 'regtest' };
    await store.db.insert(tip).values(row);
    expect(await ledger.tip()).toEqual({ height: 7, hash: 'aa' });
    expect(await ledger.status()).toEqual({ height: 7, hash: 'aa' });
    await store.db.update(tip).set({ stopped: 'too deep' });
    expect(await ledger.status()).toEqual({ height: 7, hash: 'aa', stopped: 'too deep' });
    expect(await ledger.tip()).toEqual({ height: 7, hash: 'aa' });
  });
});

describe('runes', () => {
  const HARBOR = knownRuneId('10:1');
  const MEADOW = knownRuneId('10:2');
  const LIGHT = knownRuneId('11:1');
  /** More than a double can count: the most there can be of one rune. */
  const VAST = 2n ** 128n - 1n;

  function etched(id: RuneId, name: string, number: number, mints: bigint): typeof runes.$inferInsert {
    const counts = { divisibility: 2, premine: amount(0n), burned: amount(0n), mints };
    const terms = { open: mints > 0n, mintAmount: mints > 0n ? amount(5n) : null, turbo: false };
    return { id, name, spacers: 1, etching: txid(number), number, height: 10, time: 1, ...counts, ...terms };
  }

  const on = (outpoint: Outpoint, rune: RuneId, units: bigint, script = MINE) => ({
    outpoint,
    rune,
    amount: amount(units),
    script,
  });

  beforeAll(async () => {
    await store.db.insert(runes).values([
      etched(HARBOR, 'QUIETHARBOR', 0, 0n),
      etched(MEADOW, 'OPENMEADOW', 1, 3n),
      // More mints than the one before, though the text of its number sorts before.
      etched(LIGHT, 'QUIETLIGHT', 2, 20n),
    ]);
    await store.db
      .insert(runeBalances)
      .values([
        on(point(1), HARBOR, VAST - 1n),
        on(point(2), HARBOR, 1n),
        on(point(2), MEADOW, 8n),
        on(point(3), HARBOR, 4n, THEIRS),
        on(point(4), MEADOW, 2n),
        on(point(5), HARBOR, 2n),
      ]);
  });

  const named = async (search?: string, limit = 10): Promise<RuneId[]> =>
    (await ledger.runes({ limit, ...(search === undefined ? {} : { search }) })).map(({ id }) => id);

  it('are listed most minted first, as many as are asked for', async () => {
    expect(await named()).toEqual([LIGHT, MEADOW, HARBOR]);
    expect(await named(undefined, 2)).toEqual([LIGHT, MEADOW]);
  });

  it('are found by a part of the name, with bullets or without, in any case, and by their id', async () => {
    expect(await named('quiet')).toEqual([LIGHT, HARBOR]);
    expect(await named('T•HARB')).toEqual([HARBOR]);
    expect(await named('10:2')).toEqual([MEADOW]);
    for (const strange of ['10:9', 'MEADOWS', '%', '_', '\0', '']) expect(await named(strange)).toEqual([]);
  });

  it('are named by an id or a whole name', async () => {
    const { terms, name, ...rest } = (await ledger.rune('quiet•light')) ?? {};
    expect(rest).toMatchObject({ id: LIGHT, symbol: undefined, mints: 20n, divisibility: 2 });
    expect(terms).toMatchObject({ amount: 5n, cap: undefined });
    expect((await ledger.rune('11:1'))?.name).toBe(name);
    expect((await ledger.rune('10:1'))?.terms).toBeUndefined();
    for (const strange of ['QUIET', '12:1', '\0', '•']) expect(await ledger.rune(strange)).toBeUndefined();
  });

  it('on the outpoints of a script are summed exactly, in their order', async () => {
    const held = await ledger.runeHoldingsOf(mine);
    expect(held.map(({ rune, amount: units }) => [rune.id, units])).toEqual([
      [HARBOR, VAST + 2n],
      [MEADOW, 10n],
    ]);
    expect(await ledger.runeHoldingsOf(nobody)).toEqual([]);
  });

  it('are held by scripts, the most first, each summed over its outpoints', async () => {
    expect(await ledger.holdersOfRune(HARBOR)).toEqual([
      { script: MINE, amount: VAST + 2n },
      { script: THEIRS, amount: 4n },
    ]);
    expect(await ledger.holdersOfRune(LIGHT)).toEqual([]);
  });

  it('of a script are paged by outpoint, each with everything on it, and every page knows how many there are', async () => {
    const page = (from: number, size: number) => ledger.runeOutpointsOf(mine, HARBOR, { from, size });
    const second = {
      outpoint: point(2),
      runes: [
        { rune: HARBOR, amount: 1n },
        { rune: MEADOW, amount: 8n },
      ],
    };
    expect(await page(1, 1)).toEqual({ total: 3, outpoints: [second] });
    expect((await page(0, 9)).outpoints.map(({ outpoint }) => outpoint)).toEqual([
      point(1),
      point(2),
      point(5),
    ]);
    expect(await page(3, 2)).toEqual({ total: 3, outpoints: [] });
    expect(await ledger.runeOutpointsOf(nobody, HARBOR, { from: 0, size: 2 })).toEqual({
      total: 0,
      outpoints: [],
    });
  });
});

describe('MRC-20', () => {
  /** A deploy in a block, with how often the token was used since. */
  async function deployed(seed: number, display: string, { height, operations }: Deployed): Promise<void> {
    const deploy = pinId(txid(seed), 0);
    const words = {
      operation: 'create',
      path: '/ft/mrc20/deploy',
      encryption: '0',
      version: '',
      contentType: '',
    } as const;
    const who = { creator: 'ann', metaId: '', pop: '', body: null };
    await store.db.insert(pins).values({ id: deploy, number: seed, height, ...words, ...who });
    const seen = { type: 'mrc20', deployer: 'ann', height, operations };
    await store.db
      .insert(mrc20Tokens)
      .values(mrc20Row(deploy, display, { ...seen, decimals: 2, mintCount: 9n }));
  }

  interface Deployed {
    readonly height: number;
    readonly operations: number;
  }

  const assetOf = (seed: number) => mrc20Asset(pinId(txid(seed), 0));

  beforeAll(async () => {
    await deployed(21, 'Fern', { height: 12, operations: 3 });
    // Its e is Cyrillic: it looks like the older one.
    await deployed(22, 'F\u0435rn', { height: 12, operations: 20 });
    await deployed(23, 'moss\0', { height: 13, operations: 3 });
    const held = (outpoint: Outpoint, units: bigint, script = MINE, odd = false) => ({
      odd,
      outpoint,
      asset: assetOf(21),
      amount: amount(units),
      script,
    });
    await store.db
      .insert(mrc20Holdings)
      .values([
        held(point(1), 9n),
        held(point(2), 10n),
        held(point(3), 9n),
        held(point(4), 99n, THEIRS),
        held(point(5), 50n, MINE, true),
      ]);
  });

  const listed = async (search?: string, limit = 10): Promise<[string, boolean][]> =>
    (await ledger.mrc20s({ limit, ...(search === undefined ? {} : { search }) })).map((token) => [
      token.asset,
      token.firstDeployed,
    ]);

  it('is listed most used first, and a token that looks like an older one says so', async () => {
    expect(await listed()).toEqual([
      [assetOf(22), false],
      [assetOf(21), true],
      [assetOf(23), true],
    ]);
    expect(await listed(undefined, 1)).toHaveLength(1);
  });

  it('is found by a part of the tick in any case, whatever signs it has, and by the deploy', async () => {
    expect(await listed('ER')).toEqual([[assetOf(21), true]]);
    expect(await listed('s\0')).toEqual([[assetOf(23), true]]);
    expect(await listed(pinId(txid(22), 0))).toEqual([[assetOf(22), false]]);
    for (const strange of ['%', '_', pinId(txid(99), 0)]) expect(await listed(strange)).toEqual([]);
  });

  it('is named by a whole tick in any case', async () => {
    expect(await ledger.mrc20('FERN')).toMatchObject({
      asset: assetOf(21),
      display: 'Fern',
      payCheck: undefined,
    });
    expect((await ledger.mrc20('Moss\0'))?.display).toBe('moss\0');
    expect(await ledger.mrc20('Fer')).toBeUndefined();
  });

  it('of a script is told by outpoint, the fullest first, those alike in a fixed order, odd ones last', async () => {
    const all = [point(2), point(1), point(3), point(5)];
    expect(await ledger.mrc20OutpointsOf(mine, assetOf(21), { most: 9 })).toEqual(all);
    const held = new Map((await ledger.fullestMrc20Of(mine, 20)).map((one) => [one.outpoint, one.amount]));
    const atMost = held.get(point(3));
    expect(atMost).toBeLessThan(held.get(point(2)) ?? 0n);
    expect(await ledger.mrc20OutpointsOf(mine, assetOf(21), { most: 9, atMost })).not.toContain(point(2));
    expect(await ledger.mrc20OutpointsOf(mine, assetOf(21), { most: 9, atMost })).toContain(point(3));
    expect(await ledger.oddMrc20Among([5, 2, 6].map(point))).toEqual(new Set([point(5)]));
    expect(await ledger.oddMrc20Among([])).toEqual(new Set());
    expect(await ledger.mrc20OutpointsOf(mine, assetOf(22), { most: 9 })).toEqual([]);
    expect(await ledger.mrc20OutpointsOf(nobody, assetOf(21), { most: 9 })).toEqual([]);
  });

  it('tells of several tokens at once, of those there are', async () => {
    const found = await ledger.mrc20TokensOf([assetOf(23), assetOf(99), assetOf(21)]);
    expect(found.map(({ asset }) => asset).toSorted()).toEqual([assetOf(21), assetOf(23)]);
    expect(await ledger.mrc20TokensOf([])).toEqual([]);
  });
});
