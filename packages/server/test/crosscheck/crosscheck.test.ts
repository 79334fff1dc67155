import { setTimeout as sleep } from 'node:timers/promises';
import { callApi } from '@rialto/devnet';
import type { AnswerOf } from '@rialto/contract';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import { openLedger, openPool } from '@rialto/ground';
import type { Ledger } from '@rialto/ground';
import { hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openCrossCheck } from '../../src/crosscheck/crosscheck.ts';
import type { CrossCheck } from '../../src/crosscheck/crosscheck.ts';
import { openStore } from '../../src/store/database.ts';
import { opiAnswers, ordAnswers, standIn } from './crosscheck-stand-in.ts';
import type { Mood, StandIn } from './crosscheck-stand-in.ts';
import { refusalOf, testWorld, until } from '../world.ts';

const PRICE = 60_000n;
const MAX_MS = 1_500;

let world: World;
let ledger: Ledger;
let ord: StandIn;
let opi: StandIn;
let seller: Trader;
let rival: Trader;
let buyer: Trader;
let asset: string;
let close: () => Promise<unknown>;

/** How the stand-ins, which otherwise see what our own ledger sees, bend the truth. */
const bent = { late: 0, more: 0n, without: new Set<string>(), runes: 'null' };
const straight = (): void => {
  Object.assign(bent, { late: 0, more: 0n, runes: 'null' });
  bent.without.clear();
  ord.mood = 'well';
  opi.mood = 'well';
};

/** The chain's tip as an indexer that is `late` blocks behind has it. */
async function theirTip(): Promise<{ height: number; hash: string }> {
  const height = (await world.chain.height()) - bent.late;
  const hash = await world.chain.rpc('getblockhash', [height]);
  return { height, hash: String(hash) };
}

async function openStandIns(): Promise<void> {
  const height = async (): Promise<number> => (await theirTip()).height;
  ord = await standIn(
    ordAnswers({
      tip: theirTip,
      output: async (point) => {
        const { assets } = await ledger.assetsOn([point as Outpoint]);
        const here = (assets.get(point as Outpoint) ?? []).flatMap((one) =>
          one.kind === 'inscription' ? [one.id] : [],
        );
        return { inscriptions: here.filter((id) => !bent.without.has(id)), runes: bent.runes };
      },
      runes: new Map(),
    }),
  );
  opi = await standIn(
    opiAnswers({
      height,
      extrasHeight: height,
      notes: async (pkscript) =>
        (await ledger.lotsOf(hexToBytes(pkscript)))
          .filter(({ inscriptionId }) => !bent.without.has(inscriptionId))
          .map(({ tick, inscriptionId, amount }) => ({
            tick: tick.toLowerCase(),
            inscription_id: inscriptionId,
            amount: amount.toString(),
          })),
      balance: async (pkscript, tick) => {
        const all = await ledger.balancesOf(hexToBytes(pkscript));
        const found = all.find((one) => one.tick.toLowerCase() === tick);
        if (found === undefined) return undefined;
        // What it does not see as a transfer is still available to its owner.
        const still = (await ledger.lotsOf(hexToBytes(pkscript)))
          .filter(({ inscriptionId }) => bent.without.has(inscriptionId))
          .reduce((sum, one) => sum + one.amount, bent.more);
        const overall_balance = (found.available + found.transferable + bent.more).toString();
        return { overall_balance, available_balance: (found.available + still).toString() };
      },
    }),
  );
}

beforeAll(async () => {
  await openStandIns();
  world = await testWorld({
    serverSettings: { ORD_URL: ord.url, OPI_URL: opi.url, OPINION_MS: String(MAX_MS) },
  });
  const pool = openPool({ url: world.database.signerUrl, most: 4, onError: () => undefined });
  close = () => pool.end();
  ledger = openLedger(pool);
  seller = world.trader('seller', 'p2tr');
  buyer = world.trader('buyer', 'p2wpkh');
  rival = world.trader('rival', 'p2tr');
  await world.token('Pepe', [
    ...Array.from({ length: 12 }, () => ({ who: seller, amount: '1000' })),
    ...Array.from({ length: 3 }, () => ({ who: rival, amount: '1000' })),
  ]);
  await world.stockPads();
  await world.fund(buyer, [500_000n, 500_000n, 500_000n]);
  for (const trader of [seller, rival, buyer]) await trader.login();
  asset = (await ledger.token('pepe'))?.asset ?? '';
});

afterAll(async () => {
  await world.stop();
  await close();
  await Promise.all([ord.stop(), opi.stop()]);
});

afterEach(async () => {
  straight();
  await goesOn();
});

/** A lot that is in no order. */
async function nextLot(who = seller): Promise<OwnLot> {
  const [lot] = await who.lots('pepe');
  if (lot === undefined) throw new Error('no lot left');
  return lot;
}

const list = async (who = seller): Promise<string> => who.ask(await nextLot(who), 'pepe', PRICE);

const idOf = ({ coin }: OwnLot): string => {
  const [id] = coin.assets;
  if (id?.kind !== 'inscription') throw new Error('a lot is an inscription');
  return id.id;
};

const cancel = (orderId: string, who = seller) =>
  who.post('updateOrder', { orderState: 3, net: 'regtest', address: who.address, orderId });

const crossChecks = (): Promise<AnswerOf<'crossChecks'>> =>
  callApi(world.origin, 'crossChecks', { query: { net: 'regtest' } });

async function crossCheckOf(source: string) {
  const found = (await crossChecks()).tokens.find((one) => one.assetId === asset && one.source === source);
  if (found === undefined) throw new Error(`no answer of ${source} yet`);
  return found;
}

/** One block, and these sources have said something about it. */
async function lookAtNext(...sources: string[]): Promise<number> {
  await world.mine();
  const height = await world.chain.height();
  for (const source of sources)
    await until(
      async () => (await crossCheckOf(source)).lookedHeight === height,
      `a look of ${source} at ${height}`,
    );
  return height;
}

async function goesOn(): Promise<void> {
  await world.mine();
  for (const source of ['ord', 'opi'])
    await until(async () => {
      const { state, differing } = await crossCheckOf(source);
      return state === 'agrees' && differing === 0;
    }, `${source} agrees again`);
}

describe('sources that agree', () => {
  it('let a lot be listed and taken, and are shown', async () => {
    const [ordAsked, opiAsked] = [ord.covering.length, opi.covering.length];
    const id = await list();
    expect(ord.covering.length).toBeGreaterThan(ordAsked);
    expect(opi.covering.slice(opiAsked).some((path) => path.includes('get_valid_tx_notes_of_wallet'))).toBe(
      true,
    );
    const height = await lookAtNext('ord', 'opi');
    const { sources, tokens, at } = await crossChecks();
    expect(sources).toEqual(['ord', 'opi']);
    expect(at.height).toBe(height);
    for (const source of sources)
      expect(tokens.find((one) => one.source === source)).toMatchObject({
        assetId: asset,
        tick: 'Pepe',
        state: 'agrees',
        agreedHeight: height,
        lookedHeight: height,
      });
    expect(['sent', 'seen']).toContain((await buyer.take([id])).state);
    // The lot is used: ord has nothing to say of it, OPI says that it and the balances moved.
    await lookAtNext('opi');
    expect((await crossCheckOf('opi')).state).toBe('agrees');
  });

  it('are asked about what a block touched, listed or not', async () => {
    await world.token('Tchd', [{ who: seller, amount: '5' }]);
    const other = (await ledger.token('tchd'))?.asset;
    const seen = async (): Promise<string[]> =>
      (await crossChecks()).tokens
        .filter((one) => one.assetId === other)
        .map((one) => `${one.source} ${one.state}`)
        .sort();
    await until(async () => (await seen()).length === 2, 'both sources spoke of the new token');
    expect(await seen()).toEqual(['opi agrees', 'ord agrees']);
  });
});

describe('a source that differs', () => {
  it('about one lot, and so about its owner’s balance, keeps that lot from being traded and halts nobody else’s', async () => {
    const mine = await nextLot();
    const [odd, other] = [await list(), await list()];
    const take = await buyer.prepare([odd], 2);
    bent.without.add(idOf(mine));
    await lookAtNext('opi');
    expect(await crossCheckOf('opi')).toMatchObject({ state: 'agrees', differing: 2 });
    expect(await refusalOf(buyer.prepare([odd], 2))).toBe('indexers-differ');
    expect(await refusalOf(buyer.prepare([other, odd], 2))).toBe('indexers-differ');
    expect(await refusalOf(buyer.submit(take))).toBe('indexers-differ');
    expect(await refusalOf(seller.lower(odd, mine.coin, PRICE - 1_000n))).toBe('indexers-differ');
    // However often it is tried, and asked about again, it is one difference.
    await cancel(odd);
    for (let tries = 0; tries < 3; tries += 1)
      expect(await refusalOf(seller.ask(mine, 'pepe', PRICE))).toBe('indexers-differ');
    await lookAtNext('opi');
    expect(await crossCheckOf('opi')).not.toHaveProperty('differsSince');
    expect((await buyer.prepare([other], 2)).takeId).not.toBe('');
    await cancel(other);
  });

  it('about lots of two owners halts the token from this block on', async () => {
    const openChecks = await list();
    const take = await buyer.prepare([openChecks], 2);
    for (const who of [seller, rival]) {
      bent.without.add(idOf(await nextLot(who)));
      expect(await refusalOf(list(who))).toBe('indexers-differ');
    }
    const height = await world.chain.height();
    expect(await crossCheckOf('opi')).toMatchObject({ state: 'differs', differsSince: height });
    // Nobody lists, prepares or submits; what was prepared before stays unsent.
    const refused = await Promise.allSettled([list(), buyer.prepare([openChecks], 2), buyer.submit(take)]);
    for (const one of refused) {
      expect(one.status).toBe('rejected');
      if (one.status === 'rejected') expect(String(one.reason)).toContain(`since block ${height}`);
    }
    expect(await refusalOf(buyer.prepare([openChecks], 2))).toBe('token-halted');
    expect(await refusalOf(buyer.submit(take))).toBe('token-halted');
    // Cancelling is always possible.
    expect(await cancel(openChecks)).toMatchObject({ orderState: 3 });
    // It stays so while the source stays so, and since the same block.
    await lookAtNext('opi');
    expect(await crossCheckOf('opi')).toMatchObject({ state: 'differs', differsSince: height });
    // The sources agree about those very things: it goes on by itself.
    bent.without.clear();
    await goesOn();
    expect(await crossCheckOf('opi')).not.toHaveProperty('differsSince');
    expect(await list()).toMatch(/^[0-9a-f]{64}$/);
  });

  it('about every balance halts the token within a block, though it sees each lot', async () => {
    const [openChecks, other] = [await list(), await list(rival)];
    bent.more = 1n;
    const height = await lookAtNext('ord', 'opi');
    expect(await crossCheckOf('opi')).toMatchObject({ state: 'differs', differsSince: height, differing: 2 });
    expect((await crossCheckOf('ord')).state).toBe('agrees');
    expect(await refusalOf(buyer.prepare([openChecks], 2))).toBe('token-halted');
    // Silence clears nothing.
    opi.mood = 'broken';
    await lookAtNext('opi');
    expect(await refusalOf(buyer.prepare([openChecks], 2))).toBe('token-halted');
    straight();
    await goesOn();
    expect((await buyer.prepare([openChecks], 2)).takeId).not.toBe('');
    await Promise.all([cancel(openChecks), cancel(other, rival)]);
  });

  it('about a coin that carries something else refuses the lot, not the token', async () => {
    bent.runes =
      '{"A•RUNE":{"amount":340282366920938463463374607431768211455,"divisibility":0,"symbol":null}}';
    expect(await refusalOf(list())).toBe('indexers-differ');
    expect((await crossCheckOf('ord')).state).toBe('agrees');
    bent.runes = 'null';
    await cancel(await list());
  });
});

describe('a source that lags or is silent', () => {
  it('at an older block: nothing is listed, what is listed is traded', async () => {
    const openChecks = await list();
    bent.late = 1;
    expect(await refusalOf(list())).toBe('indexer-no-answer');
    expect((await buyer.prepare([openChecks], 2)).takeId).not.toBe('');
    bent.late = 0;
    await cancel(await list());
    await cancel(openChecks);
  });

  const moods: Mood[] = ['silent', 'slow-body', 'oversized', 'malformed', 'redirecting', 'broken'];
  it.each(moods)(
    '%s: nothing is listed, no caller waits longer than needed, no block waits',
    async (mood) => {
      const openChecks = await list();
      opi.mood = mood;
      ord.mood = mood;
      const started = performance.now();
      expect(await refusalOf(list())).toBe('indexer-no-answer');
      expect(performance.now() - started).toBeLessThan(MAX_MS + 1_500);
      // The follower reads block after block meanwhile.
      const covering = opi.covering.length;
      const blocks = performance.now();
      await world.mine(3);
      await world.mine();
      expect((await ledger.tip()).height).toBe(await world.chain.height());
      expect(performance.now() - blocks).toBeLessThan(6_000);
      await until(() => opi.covering.length > covering, 'the source is asked after the blocks');
      // What is in the book is neither halted nor gone.
      expect((await buyer.prepare([openChecks], 2)).takeId).not.toBe('');
      expect(await cancel(openChecks)).toMatchObject({ orderState: 3 });
      expect(opi.covering).not.toContain('/elsewhere');
    },
  );

  it('is told as silent once its time is over', async () => {
    const openChecks = await list();
    opi.mood = 'silent';
    await world.mine();
    await until(async () => (await crossCheckOf('opi')).state === 'silent', 'the silence is shown', 25_000);
    expect((await crossCheckOf('opi')).why).toBe('does not answer in time');
    await cancel(openChecks);
  });
});

describe('the room by itself', () => {
  const open = (skip: string[], opiUrl?: string): { crossCheck: CrossCheck; end: () => Promise<void> } => {
    const store = openStore(world.database.ownerUrl, () => undefined);
    const crossCheck = openCrossCheck({ opi: opiUrl, maxMs: MAX_MS, skip }, { store, warn: () => undefined });
    return {
      crossCheck,
      end: async () => {
        await crossCheck.stop();
        await store.close();
      },
    };
  };
  const wrong = async () => {
    const [lot] = await ledger.lotsOf(seller.script);
    if (lot === undefined) throw new Error('the seller has a lot');
    const { tick, inscriptionId, outpoint, amount } = lot;
    const assertion = { about: 'lot', asset, tick, inscription: inscriptionId, outpoint } as const;
    return { ...assertion, script: '51', amount, alone: true };
  };

  it('asks nobody when nobody is set, or the asset is left out', async () => {
    const assertion = await wrong();
    const before = opi.covering.length;
    for (const { crossCheck, end } of [open([]), open([asset], opi.url)]) {
      await crossCheck.lot(assertion, await ledger.tip(), crossCheck.deadline());
      await crossCheck.trading(asset);
      crossCheck.afterBlock(await ledger.tip());
      await end();
    }
    expect(opi.covering.length).toBe(before);
  });

  it('a difference of a source that is not set any more halts nothing', async () => {
    const { crossCheck, end } = open([], opi.url);
    const assertion = { ...(await wrong()), asset: 'brc20:other' };
    expect(await refusalCode(crossCheck.lot(assertion, await ledger.tip(), crossCheck.deadline()))).toBe(
      'indexers-differ',
    );
    await crossCheck.trading('brc20:other');
    const second = { ...assertion, inscription: `${'0'.repeat(64)}i0`, script: '52' };
    expect(await refusalCode(crossCheck.lot(second, await ledger.tip(), crossCheck.deadline()))).toBe(
      'indexers-differ',
    );
    expect(await refusalCode(crossCheck.trading('brc20:other'))).toBe('token-halted');
    const without = open([]);
    await without.crossCheck.trading('brc20:other');
    const skipping = open(['brc20:other'], opi.url);
    await skipping.crossCheck.trading('brc20:other');
    await Promise.all([end(), without.end(), skipping.end()]);
  });

  it('a hundred callers of a silent source all hear of it in time', async () => {
    const { crossCheck, end } = open([], opi.url);
    opi.mood = 'silent';
    const assertion = await wrong();
    const at = await ledger.tip();
    const started = performance.now();
    const codes = await Promise.all(
      Array.from({ length: 100 }, () => refusalCode(crossCheck.lot(assertion, at, crossCheck.deadline()))),
    );
    expect(new Set(codes)).toEqual(new Set(['indexer-no-answer']));
    expect(performance.now() - started).toBeLessThan(MAX_MS + 1_500);
    await end();
  });

  it('gives up its look when it is stopped', async () => {
    const { crossCheck, end } = open([], opi.url);
    opi.mood = 'silent';
    crossCheck.afterBlock(await ledger.tip());
    await sleep(100);
    const started = performance.now();
    await end();
    expect(performance.now() - started).toBeLessThan(MAX_MS);
  });
});

async function refusalCode(act: Promise<unknown>): Promise<string> {
  const error: unknown = await act.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof Error && 'code' in error ? String(error.code) : 'not refused';
}
