/** The cross-check of MRC-20: a MAN is asked before a coin is listed and about what is on offer; it can only refuse. */
import { callApi } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import { openLedger, openPool } from '@rialto/ground';
import type { Ledger } from '@rialto/ground';
import { formatMrc20Amount, outpoint } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manAnswers, standIn } from './crosscheck-stand-in.ts';
import type { StandIn } from './crosscheck-stand-in.ts';
import { refusalOf, testWorld, until } from '../world.ts';

const PRICE = 60_000n;
const net = 'regtest';
let world: World;
let ledger: Ledger;
let man: StandIn;
let seller: Trader;
let buyer: Trader;
let close: () => Promise<unknown>;
/** In how many units MAN sees coins otherwise than our ledger, and which. */
let more = 0n;
let isBent: (point: string) => boolean = () => true;

/** What MAN says of a transaction's outputs, made from what our own ledger knows. */
async function rowsOf(txid: string): Promise<Record<string, unknown>[]> {
  const points = Array.from({ length: 40 }, (_, vout) => outpoint(txid as Txid, vout));
  const { assets } = await ledger.assetsOn(points);
  return points.flatMap((point) =>
    (assets.get(point) ?? []).flatMap((one) => {
      if (one.kind !== 'mrc20') return [];
      const amtChange = formatMrc20Amount(
        (one.amount + (isBent(point) ? more : 0n)) as typeof one.amount,
        one.decimals,
      );
      const mrc20Id = one.asset.slice('mrc20:'.length);
      return [{ txPoint: point, chain: 'btc', verify: true, status: 0, mrc20Id, amtChange }];
    }),
  );
}

beforeAll(async () => {
  man = await standIn(manAnswers({ height: () => world.chain.height(), rows: rowsOf }));
  world = await testWorld({ serverSettings: { MAN_URL: man.url, OPINION_MS: '1500' } });
  const pool = openPool({ url: world.database.signerUrl, most: 4, onError: () => undefined });
  close = () => pool.end();
  ledger = openLedger(pool);
  seller = world.trader('seller', 'p2tr').at('mrc20');
  buyer = world.trader('buyer', 'p2wpkh').at('mrc20');
  await world.tokenIn(
    'mrc20',
    'IVY',
    Array.from({ length: 6 }, () => ({ who: seller, amount: '10' })),
  );
  await world.fund(buyer, [300_000n, 300_000n]);
  for (const trader of [seller, buyer]) await trader.login();
});

afterAll(async () => {
  await world.stop();
  await close();
  await man.stop();
});

/** A lot that is in no order. */
async function nextLot(who = seller, except?: OwnLot): Promise<OwnLot> {
  const lot = (await who.lots('IVY')).find(
    ({ amount, coin }) => amount === '10' && coin.outpoint !== except?.coin.outpoint,
  );
  if (lot === undefined) throw new Error('no lot left');
  return lot;
}

async function list(): Promise<string> {
  return seller.ask(await nextLot(), 'IVY', PRICE);
}

async function stateOfMan(): Promise<string | undefined> {
  const { tokens } = await callApi(world.origin, 'crossChecks', { query: { net } });
  return tokens.find(({ source, tick }) => source === 'man' && tick === 'IVY')?.state;
}

describe('a MAN', () => {
  it('that agrees lets a coin be listed and bought, and is asked about it while it is on offer', async () => {
    const lot = await nextLot();
    const before = man.covering.length;
    const id = await seller.ask(lot, 'IVY', PRICE);
    const asking = (from: number): boolean =>
      man.covering.slice(from).some((path) => path.includes(`txId=${lot.coin.outpoint.slice(0, 64)}`));
    expect(asking(before)).toBe(true);
    const mined = man.covering.length;
    await world.mine();
    await until(() => asking(mined), 'a look at what is on offer');
    await buyer.take([id]);
    await world.mine();
    await until(async () => (await stateOfMan()) === 'agrees', 'MAN agrees');
  });

  it('that says nothing is waited for, and then nothing is listed', async () => {
    man.mood = 'silent';
    expect(await refusalOf(list())).toBe('indexer-no-answer');
    man.mood = 'well';
    await list();
  });

  it('that differs about one coin keeps that one from being listed, and no other', async () => {
    const odd = await nextLot();
    isBent = (point) => point === odd.coin.outpoint;
    more = 1n;
    // However often it is tried.
    for (let tries = 0; tries < 2; tries += 1)
      expect(await refusalOf(seller.ask(odd, 'IVY', PRICE))).toBe('indexers-differ');
    const id = await seller.ask(await nextLot(seller, odd), 'IVY', PRICE);
    expect((await buyer.prepare([id], 2)).takeId).not.toBe('');
    await seller.post('updateOrder', { orderState: 3, net, address: seller.address, orderId: id });
    more = 0n;
    await seller.ask(odd, 'IVY', PRICE);
  });

  it('that differs about a coin of a second transaction halts the token, listing, buying and a lower price, until it agrees', async () => {
    const lot = await nextLot();
    const id = await seller.ask(lot, 'IVY', PRICE);
    const take = await buyer.prepare([id], 2);
    isBent = () => true;
    more = 1n;
    // The seller's coins are outputs of one transaction, the buyer's is of another.
    expect(await refusalOf(list())).toBe('indexers-differ');
    expect(await refusalOf(buyer.ask(await nextLot(buyer), 'IVY', PRICE))).toBe('indexers-differ');
    expect(await refusalOf(list())).toBe('token-halted');
    expect(await refusalOf(buyer.prepare([id], 2))).toBe('token-halted');
    expect(await refusalOf(buyer.submit(take))).toBe('token-halted');
    expect(await refusalOf(seller.lower(id, lot.coin, PRICE - 1_000n))).toBe('token-halted');
    more = 0n;
    await world.mine();
    await until(async () => (await stateOfMan()) === 'agrees', 'MAN agrees again');
    await buyer.take([id]);
    await world.mine();
  });
});
