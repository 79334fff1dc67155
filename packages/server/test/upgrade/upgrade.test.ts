/** A data folder of version 4.0.0 starts under this version: what was open is open, and what was on its way arrives. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callApi, coinsOf, openTrader, textList } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { openBitcoind } from '@rialto/ground';
import type { MarketName } from '@rialto/market';
import { hexToBytes } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifyIndex } from '../../src/follower/verify.ts';
import { differingHashes } from '../../src/store/ledger/ledger-scratch.ts';
import { openStore } from '../../src/store/database.ts';
import { testWorld, until } from '../world.ts';
import { known, oldAnswers, oldJournal, restoreOldFolder } from './old-folder.ts';

const net = 'regtest';
const query = { net } as const;
const BOOKS = [
  { book: 'brc20', tick: 'pepe' },
  { book: 'mrc20', tick: 'IVY' },
  { book: 'idcoin', tick: 'ACE' },
] as const;
const PEOPLE = ['seller', 'buyer', 'rival'] as const;
type Name = (typeof PEOPLE)[number];

let world: World;
let answers: ReadonlyMap<string, unknown>;
let people: Readonly<Record<Name, Trader>>;

beforeAll(async () => {
  world = await testWorld({
    serverSettings: { STALE_SUBMIT_SECONDS: '1' },
    restore: async (place) => {
      answers = oldAnswers(await restoreOldFolder(place));
    },
  });
  const open = (name: Name): Trader => {
    const { key, kind } = known.people[name];
    return openTrader({ origin: world.origin, key: hexToBytes(key), kind });
  };
  // Its index was written by older rules, so it is built again first.
  const isBuilt = async (): Promise<boolean> => (await callApi(world.origin, 'health')).status === 'ok';
  await until(isBuilt, 'the index is built again', 60_000);
  people = { seller: open('seller'), buyer: open('buyer'), rival: open('rival') };
});

afterAll(() => world.stop());

const Listed = z.object({ results: z.array(z.looseObject({})) });

/** Sentences that the new version says in other words. */
const REWORDED: Readonly<Record<string, string>> = {
  'called back: its payer took the coins home': 'cancelled by the buyer: its coins went back to the payer',
};
/** Without what the old version said otherwise: 0 for every order's fee, and of a sold one when it noticed, where now its block's time is told. */
const reworded = ({ platformFee: _, ...row }: Record<string, unknown>): Record<string, unknown> => {
  const reason = REWORDED[String(row['reason'])];
  const { dealTimestamp: __, ...sold } = row;
  const kept = row['state'] === 'done' ? sold : row;
  return reason === undefined ? kept : { ...kept, reason };
};

/** What the old version answered; an empty list was not written down. */
const oldList = (name: string): Record<string, unknown>[] =>
  answers.has(name) ? Listed.parse(answers.get(name)).results.map(reworded) : [];

const oldSession = (name: Name) => known.people[name].headers;
const idOf = (order: string): string => known.orders[order]?.orderId ?? '';
const tradeIdOf = (trade: string): string => known.trades[trade] ?? '';

const orderOf = (order: string, book: MarketName = 'brc20') =>
  callApi(world.origin, 'order', { params: { book, orderId: idOf(order) }, query });

const tradeOf = (who: Name, trade: string, book: MarketName = 'brc20') =>
  callApi(world.origin, 'trade', {
    params: { book, tradeId: tradeIdOf(trade) },
    query,
    headers: oldSession(who),
  });

/** Two purchases go on by themselves as soon as the new version runs. */
const moving = (): string[] => ['held', 'interrupted'].flatMap((name) => [idOf(name), tradeIdOf(name)]);
const isStill = (row: Record<string, unknown>): boolean =>
  !moving().includes(String(row['orderId'])) && !moving().includes(String(row['tradeId']));

function expectSame(name: string, results: readonly unknown[]): void {
  const now = Listed.shape.results.parse(results).filter(isStill);
  expect(now, name).toMatchObject(oldList(name).filter(isStill));
}

describe('right after the start', () => {
  it('the books and the history are the ones of before', async () => {
    expect(oldList('orders brc20 1').length).toBeGreaterThan(5);
    for (const { book, tick } of BOOKS)
      for (const orderState of ['1', '2'] as const) {
        const { results } = await callApi(world.origin, 'orders', {
          book,
          query: { net, tick, orderState },
        });
        expectSame(`orders ${book} ${orderState}`, results);
      }
  });

  it('a session of before works, and shows its owner the same orders and trades', async () => {
    for (const { book } of BOOKS)
      for (const name of PEOPLE) {
        const params = { book, address: people[name].address };
        const headers = oldSession(name);
        for (const orderState of ['1', '2', '3', '6'] as const) {
          const own = await callApi(world.origin, 'myOrders', {
            params,
            query: { net, orderState },
            headers,
          });
          expectSame(`myOrders ${book} ${name} ${orderState}`, own.results);
        }
        const trades = await callApi(world.origin, 'myTrades', { params, query, headers });
        expectSame(`myTrades ${book} ${name}`, trades.results);
      }
  });

  it('notifications, locked coins and the index are the ones of before', async () => {
    for (const name of PEOPLE) {
      const { address } = people[name];
      const news = await callApi(world.origin, 'notifications', {
        query: { address },
        headers: oldSession(name),
      });
      // That the interrupted purchase came to nothing is news.
      const isNew = ({ notificationType }: { notificationType: number }) =>
        name === 'buyer' && notificationType === 4;
      expectSame(
        `notifications ${name}`,
        news.results.filter((one) => !isNew(one)),
      );
      const locked = await callApi(world.origin, 'lockedCoins', {
        query: { net, address, assetType: 'btc' },
        headers: oldSession(name),
      });
      expect(locked.results.length).toBe(oldList(`lockedCoins ${name}`).length);
    }
    const { height, hash, hashes } = await callApi(world.origin, 'health');
    expect({ height, hash, hashes }).toEqual(known.health);
  });

  it('a request that was answered before is answered the same', async () => {
    const { path, key, body, answer } = known.idempotent;
    const response = await fetch(`${world.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, ...oldSession('seller') },
      body: JSON.stringify(body),
    });
    expect(await response.json()).toMatchObject({ data: answer.data });
  });

  it('a purchase written but not sent is sent, an interrupted one is given up', async () => {
    await until(async () => (await tradeOf('buyer', 'held')).state === 'seen', 'the purchase is sent');
    const { txId } = await tradeOf('buyer', 'held');
    expect(textList(await world.chain.rpc('getrawmempool'))).toContain(txId);
    await until(async () => (await tradeOf('buyer', 'interrupted')).state === 'void', 'it is given up');
    expect(await orderOf('interrupted')).toMatchObject({ state: 'open', pending: false });
  });
});

describe('what was prepared for a signature', () => {
  it('is signed and goes out: a purchase, a cancel on the chain, a transaction of one’s own', async () => {
    const { take, cancel, own } = known.prepared;
    const { seller, rival } = people;
    const bought = await callApi(world.origin, 'updateOrderV2', {
      book: 'brc20',
      headers: oldSession('rival'),
      body: {
        orderState: 2,
        net,
        address: rival.address,
        takeId: take.takeId,
        psbtRaw: rival.sign(take.psbtRaw, take.toSignInputs),
      },
    });
    expect(bought).toMatchObject({ tradeId: take.takeId });
    const cancelled = await callApi(world.origin, 'submitCancel', {
      book: 'brc20',
      headers: oldSession('seller'),
      body: {
        net,
        address: seller.address,
        orderId: cancel.orderId,
        psbtRaw: seller.sign(cancel.psbtRaw, cancel.toSignInputs),
      },
    });
    expect(cancelled.orderState).toBe(3);
    const back = await callApi(world.origin, 'submitOwn', {
      headers: oldSession('rival'),
      body: {
        net,
        address: rival.address,
        ownId: own.ownId,
        psbtRaws: own.transactions.map(({ psbtRaw, toSignInputs }) => rival.sign(psbtRaw, toSignInputs)),
      },
    });
    expect(textList(await world.chain.rpc('getrawmempool'))).toContain(back.txId);
    const taken = 'waiting, to take back';
    await until(async () => (await tradeOf('rival', taken, 'mrc20')).state === 'void', 'it is taken back');
  });
});

describe('with the next block', () => {
  it('everything that waited arrives', async () => {
    await world.mine();
    expect(await tradeOf('buyer', 'waiting')).toMatchObject({ state: 'confirmed' });
    expect(await tradeOf('buyer', 'held')).toMatchObject({ state: 'confirmed' });
    expect(await tradeOf('buyer', 'waiting, bumped', 'mrc20')).toMatchObject({
      state: 'confirmed',
      txId: known.bump.second,
    });
    expect(await tradeOf('rival', 'waiting, to take back', 'mrc20')).toMatchObject({ state: 'void' });
    expect(await orderOf('waiting, to take back', 'mrc20')).toMatchObject({ state: 'open', pending: false });
    for (const order of ['waiting', 'held', 'prepared take'])
      expect(await orderOf(order), order).toMatchObject({ state: 'done' });
    for (const order of ['cancelling', 'lowered once'])
      expect(await orderOf(order), order).toMatchObject({ state: 'cancelled' });
    expect(await orderOf('paused', 'mrc20')).toMatchObject({ state: 'invalid' });
  });

  it('an open order is bought, another lowered, another cancelled', async () => {
    const { seller, buyer } = people;
    for (const one of [seller, buyer]) await one.login();
    const bought = await buyer.take([idOf('open')]);
    const idCoin = await buyer.at('idcoin').take([idOf('open idcoin')]);
    const lot = (await coinsOf(world.origin, seller)).find(
      ({ outpoint }) => outpoint === known.orders['to lower']?.outpoint,
    );
    if (lot === undefined) throw new Error('the lot to lower is gone');
    await seller.lower(idOf('to lower'), lot, 50_000n);
    const { address } = seller;
    await seller.post('updateOrder', { net, address, orderId: idOf('to cancel'), orderState: 3 });
    await world.mine();
    expect(await orderOf('open')).toMatchObject({ state: 'done', dealTx: bought.txId });
    expect(await orderOf('open idcoin', 'idcoin')).toMatchObject({ state: 'done', dealTx: idCoin.txId });
    expect(await orderOf('to lower')).toMatchObject({ state: 'open', amount: '50000' });
    expect(await orderOf('to cancel')).toMatchObject({ state: 'cancelled' });
  });
});

describe('the signer', () => {
  it('adds to its old journal, and signs for no pad that it signed for before', () => {
    const path = join(world.directory, 'exchange', 'signer', 'journal.jsonl');
    const journal = readFileSync(path, 'utf8');
    expect(journal.startsWith(oldJournal)).toBe(true);
    const Line = z.object({ kind: z.string(), spends: z.array(z.string()) });
    const padsOf = (part: string): string[] =>
      part
        .split('\n')
        .filter((line) => line !== '')
        .flatMap((line) => Line.parse(JSON.parse(line)).spends);
    const before = padsOf(oldJournal);
    const after = padsOf(journal.slice(oldJournal.length));
    expect(before.length).toBe(3);
    expect(after.length).toBeGreaterThan(0);
    expect(after.filter((pad) => before.includes(pad))).toEqual([]);
  });
});

it('the index built again from the first block is the same', async () => {
  const store = openStore(world.database.ownerUrl, () => undefined);
  const chain = openBitcoind({ url: world.chain.rpcUrl, cookieFile: world.chain.cookieFile });
  try {
    const compared = await verifyIndex({
      live: store,
      databaseUrl: world.database.ownerUrl,
      chain,
      network: net,
      progress: () => undefined,
    });
    expect(compared.differences).toEqual([]);
    expect(differingHashes(compared)).toEqual([]);
  } finally {
    await store.close();
  }
});
