/** The look after a block, over a ledger written row by row: runes and MRC-20 too, without a node. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  balances,
  blocks,
  locations,
  lots,
  mrc20Holdings,
  mrc20Tokens,
  runeBalances,
  runes,
} from '@rialto/ground';
import { tip, tokens } from '@rialto/ground';
import { testDatabase } from '@rialto/postgres';
import type { TestDatabase } from '@rialto/postgres';
import type { AssetId, InscriptionId, Outpoint, RuneId, ScriptHex, Txid } from '@rialto/protocols';
import { amount, mrc20Asset, pinId, sats } from '@rialto/protocols';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openCrossCheck } from '../../src/crosscheck/crosscheck.ts';
import type { CrossCheck } from '../../src/crosscheck/crosscheck.ts';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/database.ts';
import { crossCheckRows } from '../../src/store/crosscheck-store.ts';
import { INDEX_VERSION } from '../../src/store/ledger/index-version.ts';
import { migrate } from '../../src/store/migrate.ts';
import { manAnswers, opiAnswers, ordAnswers, standIn } from './crosscheck-stand-in.ts';
import type { StandIn } from './crosscheck-stand-in.ts';
import { mrc20Row } from '../store/mrc20-row.ts';

const HUGE = 2n ** 128n - 1n;
const SCRIPT = `5120${'22'.repeat(32)}` as ScriptHex;
const OTHER_SCRIPT = `5120${'33'.repeat(32)}` as ScriptHex;
const TX = '11'.repeat(32) as Txid;
const at = (vout: number): Outpoint => `${TX}:${vout}` as Outpoint;
/** Made by another transaction. */
const elsewhere = (vout: number): Outpoint => `${'66'.repeat(32)}:${vout}` as Outpoint;
const INSCRIPTION = `${TX}i0` as InscriptionId;
const BRC20 = `brc20:${'44'.repeat(32)}i0` as AssetId;
const DEPLOY = pinId('55'.repeat(32) as Txid, 0);
const MRC20 = mrc20Asset(DEPLOY);
const RUNE = '840000:7' as RuneId;
const MAX_MS = 1_000;

let database: TestDatabase;
let store: Store;
let crossCheck: CrossCheck;
let servers: StandIn[];
let height = 500;

/** What the three see; each test bends what it is about. */
const seen = { rune: HUGE, units: '7.5', more: 0n, late: 0 };

const hashAt = (of: number): string => of.toString(16).padStart(64, '0');

beforeAll(async () => {
  database = await testDatabase();
  store = openStore(database.ownerUrl, () => undefined);
  await migrate(store.pool);
  await writeLedger();
  const theirs = (): Promise<number> => Promise.resolve(height - seen.late);
  servers = [
    await standIn(
      ordAnswers({
        tip: async () => ({ height: await theirs(), hash: hashAt(await theirs()) }),
        output: (point) =>
          Promise.resolve({
            inscriptions: point === at(0) ? [INSCRIPTION] : null,
            runes: [at(1), elsewhere(1)].includes(point as Outpoint)
              ? `{"A•RUNE":{"amount":${seen.rune},"divisibility":3,"symbol":null}}`
              : 'null',
          }),
        runes: new Map([[RUNE, 'A•RUNE']]),
      }),
    ),
    await standIn(
      opiAnswers({
        height: theirs,
        extrasHeight: theirs,
        notes: () => Promise.resolve([{ tick: 'pepe', inscription_id: INSCRIPTION, amount: '40' }]),
        balance: () =>
          Promise.resolve({
            overall_balance: String(100n + seen.more),
            available_balance: String(60n + seen.more),
          }),
      }),
    ),
    await standIn(
      manAnswers({
        height: theirs,
        rows: () =>
          Promise.resolve(
            [at(2), elsewhere(2)].map((txPoint) => ({
              mrc20Id: MRC20.slice(6),
              txPoint,
              amtChange: seen.units,
              status: 0,
              verify: true,
              chain: 'btc',
            })),
          ),
      }),
    ),
  ];
  const [ord, opi, man] = servers.map(({ url }) => url);
  crossCheck = openCrossCheck({ ord, opi, man, maxMs: MAX_MS, skip: [] }, { store, warn });
});
afterAll(async () => {
  await crossCheck.stop();
  await Promise.all(servers.map((server) => server.stop()));
  await store.close();
  await database.drop();
});
afterEach(() => {
  Object.assign(seen, { rune: HUGE, units: '7.5', more: 0n, late: 0 });
  expect(warnings.splice(0)).toEqual([]);
});

const warnings: string[] = [];
const warn = (message: string, detail: Readonly<Record<string, unknown>>): void => {
  warnings.push(`${message} ${JSON.stringify(detail)}`);
};

async function writeLedger(): Promise<void> {
  const { db } = store;
  await db.insert(tokens).values({
    asset: BRC20,
    deploy: BRC20.slice(6) as InscriptionId,
    tick: 'pepe',
    display: 'Pepe',
    decimals: 18,
    max: amount(1_000n),
    limit: amount(1_000n),
    selfMint: false,
    minted: amount(100n),
    burned: amount(0n),
    deployHeight: 1,
    deployer: SCRIPT,
    holders: 1,
    operations: 3,
    differences: [],
  });
  await db.insert(lots).values({
    inscription: INSCRIPTION,
    asset: BRC20,
    display: 'Pepe',
    amount: amount(40n),
    owner: SCRIPT,
    height: 1,
  });
  await db.insert(locations).values({
    inscription: INSCRIPTION,
    outpoint: at(0),
    offset: sats(0n),
    value: sats(546n),
    script: SCRIPT,
  });
  const balance = { asset: BRC20, available: amount(60n), transferable: amount(40n) };
  await db.insert(balances).values([SCRIPT, OTHER_SCRIPT].map((script) => ({ ...balance, script })));
  await db.insert(runes).values({
    id: RUNE,
    name: 'ARUNE',
    spacers: 1,
    divisibility: 3,
    premine: amount(HUGE),
    open: false,
    turbo: false,
    mints: 0n,
    burned: amount(0n),
    etching: TX,
    number: 0,
    height: 1,
    time: 1,
  });
  const runeBalance = { rune: RUNE, amount: amount(HUGE), script: SCRIPT };
  await db
    .insert(runeBalances)
    .values([at(1), elsewhere(1)].map((outpoint) => ({ ...runeBalance, outpoint })));
  const supply = {
    tokenName: 'Meme',
    decimals: 8,
    premineCount: 10n,
    mints: 10n,
    issued: amount(10n * 10n ** 8n),
  };
  await db.insert(mrc20Tokens).values(mrc20Row(DEPLOY, 'Meme', supply));
  const holding = { asset: MRC20, amount: amount(750_000_000n), script: SCRIPT };
  await db.insert(mrc20Holdings).values([at(2), elsewhere(2)].map((outpoint) => ({ ...holding, outpoint })));
  await db.insert(tip).values({ height, hash: hashAt(height), peak: height, epoch: 1n, chain: 'regtest' });
}

const change = (entity: string, cells: Record<string, string>, gone = true) => ({ entity, gone, cells });
const LOT = change('lot', { inscription: INSCRIPTION });
const OTHER_BALANCE = change('balance', { asset: BRC20, script: OTHER_SCRIPT });
const COIN = change('runeBalance', { outpoint: at(1), rune: RUNE });
const OTHER_COIN = change('runeBalance', { outpoint: elsewhere(1), rune: RUNE });
const HOLDING = change('mrc20Holding', { outpoint: at(2), asset: MRC20 });
const OTHER_HOLDING = change('mrc20Holding', { outpoint: elsewhere(2), asset: MRC20 });

/** A block that touched these rows; everybody looks at it. */
async function block(...undo: object[]): Promise<void> {
  height += 1;
  const own = { height, hash: hashAt(height), previousHash: hashAt(height - 1), time: height };
  await store.db.insert(blocks).values({ ...own, counts: {}, version: INDEX_VERSION, undo });
  await store.db.update(tip).set({ height, hash: own.hash });
  crossCheck.afterBlock(own);
}

/** State, the block of the difference, and the things that differ. */
async function rows(): Promise<Record<string, string>> {
  const all = await crossCheckRows(store.db, ['ord', 'opi', 'man'], 100);
  const told = all.filter((row) => row.lookedHeight === height);
  return Object.fromEntries(
    told.map(({ source, tick, state, since, discrepancies }) => [
      `${source} ${tick}`,
      [state, since, discrepancies.length].filter((said) => said !== null && said !== 0).join(' '),
    ]),
  );
}

async function toldOf(count: number): Promise<Record<string, string>> {
  const end = Date.now() + 10_000;
  for (;;) {
    const now = await rows();
    if (Object.keys(now).length >= count) return now;
    if (Date.now() > end) throw new Error(`only ${JSON.stringify(now)}`);
    await sleep(30);
  }
}

describe('the look after a block', () => {
  it('asks each source about what it knows of the block, to the last unit of 2^128', async () => {
    await block(LOT, COIN, HOLDING);
    expect(await toldOf(4)).toEqual({
      'ord Pepe': 'agrees',
      'opi Pepe': 'agrees',
      'ord ARUNE': 'agrees',
      'man Meme': 'agrees',
    });
  });

  it('one coin that is seen otherwise is refused by itself, and is asked about block after block', async () => {
    seen.rune = HUGE - 1n;
    await block(LOT, COIN, HOLDING);
    expect(await toldOf(4)).toEqual({
      'ord ARUNE': 'agrees 1',
      'ord Pepe': 'agrees',
      'opi Pepe': 'agrees',
      'man Meme': 'agrees',
    });
    await crossCheck.trading(`rune:${RUNE}`);
    const things = (outpoint: Outpoint): string[] => [`runeBalance ${outpoint} ${RUNE}`];
    await crossCheck.trading(`rune:${RUNE}`, things(elsewhere(1)));
    await expect(crossCheck.trading(`rune:${RUNE}`, things(at(1)))).rejects.toThrow('indexers-differ');
    // Not touched again.
    await block();
    expect(await toldOf(1)).toEqual({ 'ord ARUNE': 'agrees 1' });
    seen.rune = HUGE;
    await block();
    expect(await toldOf(1)).toEqual({ 'ord ARUNE': 'agrees' });
    await crossCheck.trading(`rune:${RUNE}`, things(at(1)));
  });

  it('coins of two transactions halt exactly their token, until both are seen alike again', async () => {
    seen.rune = HUGE - 1n;
    await block(LOT, COIN, OTHER_COIN, HOLDING);
    const since = String(height);
    expect(await toldOf(4)).toMatchObject({
      'ord ARUNE': `differs ${since} 2`,
      'ord Pepe': 'agrees',
      'man Meme': 'agrees',
    });
    await expect(crossCheck.trading(`rune:${RUNE}`)).rejects.toThrow(`since block ${since}`);
    await crossCheck.trading(MRC20);
    await block();
    expect(await toldOf(1)).toEqual({ 'ord ARUNE': `differs ${since} 2` });
    seen.rune = HUGE;
    await block();
    expect(await toldOf(1)).toEqual({ 'ord ARUNE': 'agrees' });
    await crossCheck.trading(`rune:${RUNE}`);
  });

  it('a wrong balance or holding is noted; those of a second owner or transaction halt, in whichever block', async () => {
    Object.assign(seen, { more: 1n, units: '7.50000001' });
    await block(LOT, HOLDING);
    expect(await toldOf(3)).toEqual({ 'opi Pepe': 'agrees 1', 'man Meme': 'agrees 1', 'ord Pepe': 'agrees' });
    await block(OTHER_BALANCE, OTHER_HOLDING);
    const since = String(height);
    expect(await toldOf(2)).toEqual({ 'opi Pepe': `differs ${since} 2`, 'man Meme': `differs ${since} 2` });
    Object.assign(seen, { more: 0n, units: '7.5' });
    await block();
    expect(await toldOf(2)).toEqual({ 'opi Pepe': 'agrees', 'man Meme': 'agrees' });
  });

  it('of odd tokens nothing is asked, and what was differed about them before is forgotten', async () => {
    seen.units = '7.50000001';
    await block(HOLDING, OTHER_HOLDING);
    expect(await toldOf(1)).toEqual({ 'man Meme': `differs ${height} 2` });
    await store.db.update(mrc20Holdings).set({ odd: true });
    const [, , man] = servers;
    const before = man?.covering.length;
    await block(LOT, HOLDING, OTHER_HOLDING);
    expect(await toldOf(3)).toEqual({ 'ord Pepe': 'agrees', 'opi Pepe': 'agrees', 'man Meme': 'silent' });
    expect(man?.covering.length).toBe(before);
    await crossCheck.trading(MRC20);
    await store.db.update(mrc20Holdings).set({ odd: false });
    seen.units = '7.5';
    await block(HOLDING);
    expect(await toldOf(1)).toEqual({ 'man Meme': 'agrees' });
  });

  it('odd tokens take no place among the things that are asked about', async () => {
    const crowd = Array.from({ length: 200 }, (_, vout) => at(200 + vout));
    const odd = { asset: MRC20, amount: amount(1n), script: SCRIPT, odd: true };
    await store.db.insert(mrc20Holdings).values(crowd.map((outpoint) => ({ ...odd, outpoint })));
    await block(HOLDING, ...crowd.map((outpoint) => change('mrc20Holding', { outpoint, asset: MRC20 })));
    expect(await toldOf(1)).toEqual({ 'man Meme': 'agrees' });
    await store.db.delete(mrc20Holdings).where(eq(mrc20Holdings.odd, true));
  });

  const move = (from: Outpoint, to: Outpoint) =>
    store.db.update(runeBalances).set({ outpoint: to }).where(eq(runeBalances.outpoint, from));

  it('a difference goes on with a coin that is spent: to the coins the block made of it', async () => {
    seen.rune = 1n;
    await block(COIN);
    expect(await toldOf(1)).toEqual({ 'ord ARUNE': 'agrees 1' });
    await move(at(1), at(9));
    const things = [`runeBalance ${at(9)} ${RUNE}`];
    await crossCheck.trading(`rune:${RUNE}`, things);
    // So many others that what is asked about anyway is seldom this one.
    const crowd = Array.from({ length: 90 }, (_, vout) =>
      change('runeBalance', { outpoint: at(100 + vout), rune: '1:1' }),
    );
    await block(change('runeBalance', { outpoint: at(9), rune: RUNE }), ...crowd);
    expect(await toldOf(1)).toEqual({ 'ord ARUNE': 'agrees 1' });
    await expect(crossCheck.trading(`rune:${RUNE}`, things)).rejects.toThrow('indexers-differ');
    await move(at(9), at(1));
    seen.rune = HUGE;
    await block(COIN);
    expect(await toldOf(1)).toEqual({ 'ord ARUNE': 'agrees' });
  });

  it('differences about coins that are spent, and of which nothing is left, halt a token no longer', async () => {
    seen.rune = 1n;
    await block(COIN, OTHER_COIN);
    expect(await toldOf(1)).toEqual({ 'ord ARUNE': `differs ${height} 2` });
    const kept = await store.db.delete(runeBalances).returning();
    await block();
    expect(await toldOf(1)).toEqual({ 'ord ARUNE': 'silent' });
    await crossCheck.trading(`rune:${RUNE}`);
    seen.rune = HUGE;
    await store.db.insert(runeBalances).values(kept);
    await block(COIN);
    expect(await toldOf(1)).toEqual({ 'ord ARUNE': 'agrees' });
  });

  it('does not ask about outputs that the block spent', async () => {
    const before = servers[0]?.covering.length;
    await block(change('runeBalance', { outpoint: at(1), rune: RUNE }, false));
    await sleep(200);
    expect(servers[0]?.covering.length).toBe(before);
  });

  it('waits for a source that is still reading the block', async () => {
    seen.late = 1;
    await block(LOT);
    await sleep(500);
    expect(await rows()).toEqual({});
    seen.late = 0;
    expect(await toldOf(2)).toEqual({ 'ord Pepe': 'agrees', 'opi Pepe': 'agrees' });
  });

  it('answers at once, and a newer block ends the look at the older one', async () => {
    for (const server of servers) server.mood = 'silent';
    const started = performance.now();
    for (let count = 0; count < 50; count += 1) await block(LOT, COIN, HOLDING);
    expect(performance.now() - started).toBeLessThan(3_000);
    for (const server of servers) server.mood = 'well';
    await block(LOT, COIN, HOLDING);
    expect(Object.keys(await toldOf(4))).toHaveLength(4);
    expect(Object.values(await rows())).toEqual(['agrees', 'agrees', 'agrees', 'agrees']);
  });
});
