/** What is sold is written down with the block that sold it, and gone with it; a sale nobody made with anybody counts nowhere. */
import { callApi, text } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { hexToBytes, splitOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Transaction } from '@scure/btc-signer';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findAsk } from '../../src/store/orders/ask-store.ts';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/database.ts';
import { fills } from '../../src/store/schema/index.ts';
import { testWorld, until } from '../world.ts';

const TICK = 'FERN';
const NET = 'regtest';
const BOOK = { book: 'mrc20' } as const;
let world: World;
let store: Store;
let seller: Trader;
let buyer: Trader;

beforeAll(async () => {
  world = await testWorld();
  store = openStore(world.database.ownerUrl, () => undefined);
  seller = world.trader('seller', 'p2tr').at('mrc20');
  buyer = world.trader('buyer', 'p2wpkh').at('mrc20');
  await world.tokenIn(
    'mrc20',
    TICK,
    Array.from({ length: 8 }, () => ({ who: seller, amount: '100' })),
  );
  await world.fund(buyer, [5_000_000n]);
  for (const trader of [seller, buyer]) await trader.login();
});
afterAll(async () => {
  await store.close();
  await world.stop();
});

/** The market as everybody sees it. */
async function market() {
  const query = { net: NET, tick: TICK } as const;
  const { results } = await callApi(world.origin, 'tickers', { params: BOOK, query });
  const [{ lastPrice, volume24h, trades24h } = { lastPrice: '', volume24h: '', trades24h: -1 }] = results;
  const sales = await callApi(world.origin, 'orders', { params: BOOK, query: { ...query, orderState: '2' } });
  const kline = await callApi(world.origin, 'kline', { params: BOOK, query: { ...query, interval: '1w' } });
  const candles = kline.list.reduce((sum, { trades }) => sum + trades, 0);
  return { lastPrice, volume24h, trades24h, candles, sales: sales.results.map(({ orderId }) => orderId) };
}

let before: Awaited<ReturnType<typeof market>>;
beforeEach(async () => {
  before = await market();
});

async function offer(who: Trader, price: bigint): Promise<string> {
  const lot = (await who.lots(TICK)).find(({ amount }) => amount === '100');
  if (lot === undefined) throw new Error('no lot is left');
  return who.ask(lot, TICK, price);
}

const fillsOf = (orderId: string) => store.db.select().from(fills).where(eq(fills.reference, orderId));

const orderOf = (orderId: string) =>
  callApi(world.origin, 'order', { params: { ...BOOK, orderId }, query: { net: NET } });

/** New money of an address, as an input of a transaction. */
async function moneyOf(who: Trader, sats: bigint) {
  const [coin] = await world.chain.fundMany([{ address: who.address, sats }]);
  if (coin === undefined) throw new Error('there is money');
  await world.mine();
  return {
    txid: coin.txid,
    index: coin.vout,
    sequence: 0xfffffffd,
    witnessUtxo: { script: who.script, amount: sats },
    ...(who === seller ? { tapInternalKey: who.publicKey.subarray(1) } : {}),
  };
}

describe('a purchase', () => {
  it('is a fill: who sold what to whom, in which block, and who paid the fee', async () => {
    const [dear, cheap] = [await offer(seller, 300_000n), await offer(seller, 100_000n)];
    // Each alone: one percent, and 2,000 sat at least.
    expect((await orderOf(dear)).platformFee).toBe('3000');
    expect((await orderOf(cheap)).platformFee).toBe('2000');
    const trade = await buyer.take([dear, cheap]);
    expect(await fillsOf(dear)).toEqual([]);
    await world.mine();
    const height = await world.chain.height();
    const { rows } = await store.pool.query<{ time: number }>('select time from block where height = $1', [
      height,
    ]);
    const time = rows[0]?.time ?? 0;
    const [sold, ...more] = await fillsOf(dear);
    expect(more).toEqual([]);
    const order = await orderOf(dear);
    expect(sold).toEqual({
      kind: 'order',
      reference: dear,
      side: 'ask',
      market: 'mrc20',
      assetId: order.assetId,
      tick: TICK,
      decimals: order.coinDecimalNum,
      amount: 100n * 10n ** BigInt(order.coinDecimalNum),
      sats: 300_000n,
      rateE18: 3_000n * 10n ** 18n,
      serviceFee: 3_000n,
      feePaidBy: buyer.address,
      buyer: buyer.address,
      seller: seller.address,
      txid: trade.txId,
      height,
      // Behind the reward of its block.
      place: 1,
      at: new Date(time * 1000),
      excluded: null,
    });
    expect(await fillsOf(cheap)).toMatchObject([{ serviceFee: 1_000n, txid: trade.txId, excluded: null }]);
    // Everywhere an order is shown, it says what was paid for it.
    const { address } = seller;
    const own = { params: { ...BOOK, address }, headers: seller.headers() };
    const lists = await Promise.all([
      callApi(world.origin, 'orders', { params: BOOK, query: { net: NET, tick: TICK, orderState: '2' } }),
      callApi(world.origin, 'myOrders', { ...own, query: { net: NET, orderState: '2' } }),
    ]);
    for (const { results } of [...lists, { results: [order, await orderOf(cheap)] }]) {
      const paid = results.map(({ orderId, platformFee }) => [orderId, platformFee]);
      expect(new Map(paid as [string, string][])).toEqual(
        new Map([
          [dear, '3000'],
          [cheap, '1000'],
        ]),
      );
    }
    expect(trade.serviceFee).toBe('4000');
    expect(await market()).toMatchObject({ volume24h: '400000', trades24h: 2, candles: 2 });
  });

  it('counts again and again between the same two: change of a purchase is the buyer’s own money', async () => {
    const id = await offer(seller, 200_000n);
    await buyer.take([id]);
    await world.mine();
    expect(await fillsOf(id)).toMatchObject([{ excluded: null }]);
    expect(await market()).toMatchObject({
      lastPrice: '2000',
      trades24h: before.trades24h + 1,
      candles: before.candles + 1,
      sales: [id, ...before.sales],
    });
  });

  it('is no fill any more when its block is undone, and one again with the next', async () => {
    const id = await offer(seller, 250_000n);
    await buyer.take([id]);
    await world.mine();
    expect(await fillsOf(id)).toHaveLength(1);
    await world.chain.node.rpc('invalidateblock', [text(await world.chain.node.rpc('getbestblockhash'))]);
    await world.exchange.ready();
    await until(async () => (await orderOf(id)).state === 'open', 'the order is open again');
    expect(await fillsOf(id)).toEqual([]);
    expect(await market()).toEqual(before);
    // To another address: the very block that was undone would not be taken again.
    await world.chain.mine(2, buyer.address);
    await world.exchange.ready();
    expect(await fillsOf(id)).toHaveLength(1);
    expect(await market()).toMatchObject({ trades24h: before.trades24h + 1, lastPrice: '2500' });
  });
});

describe('a sale that moves nothing', () => {
  it('is one with the published signature outside the exchange, by the seller at a price of their own', async () => {
    const id = await offer(seller, 900_000_000n);
    const ask = await findAsk(store.db, id);
    if (ask?.witness == null) throw new Error('the ask has its signature');
    const { txid, vout } = splitOutpoint(ask.outpoint as Outpoint);
    const tx = new Transaction({ version: 2, allowUnknownInputs: true });
    tx.addInput(await moneyOf(seller, 901_000_000n));
    tx.addInput({
      txid,
      index: vout,
      sequence: Number(ask.sequence),
      witnessUtxo: { script: seller.script, amount: 546n },
    });
    tx.addOutput({ script: seller.script, amount: 546n });
    tx.addOutput({ script: hexToBytes(ask.payScript), amount: 900_000_000n });
    tx.signIdx(seller.key, 0);
    tx.finalizeIdx(0);
    tx.updateInput(1, { finalScriptWitness: ask.witness.map(hexToBytes) }, true);
    await world.chain.rpc('sendrawtransaction', [tx.hex, 0]);
    await world.mine();
    const order = await orderOf(id);
    expect(order).toMatchObject({ state: 'done', dealTx: tx.id, buyerAddress: '' });
    expect(order.reason).toContain('outside this exchange');
    expect(await fillsOf(id)).toMatchObject([
      { excluded: 'outside', serviceFee: 0n, feePaidBy: '', buyer: '', seller: seller.address },
    ]);
    expect(await market()).toEqual(before);
  });

  it('is one that is paid with the seller’s own money', async () => {
    const puppet = world.trader('puppet', 'p2wpkh').at('mrc20');
    await puppet.login();
    const tx = new Transaction({ version: 2 });
    tx.addInput(await moneyOf(seller, 1_000_000n));
    tx.addOutput({ script: puppet.script, amount: 999_000n });
    tx.sign(seller.key);
    tx.finalize();
    await world.chain.rpc('sendrawtransaction', [tx.hex]);
    await world.mine();
    const id = await offer(seller, 800_000n);
    await puppet.take([id]);
    await world.mine();
    expect(await fillsOf(id)).toMatchObject([{ excluded: 'one-funding', serviceFee: 8_000n }]);
    expect(await market()).toEqual(before);
  });

  it('is one in which the token goes back to where it came from', async () => {
    const [coin] = await buyer.lots(TICK);
    if (coin === undefined) throw new Error('the buyer has bought');
    const id = await buyer.ask(coin, TICK, 700_000n);
    await world.fund(seller, [1_000_000n]);
    await seller.take([id]);
    await world.mine();
    expect(await fillsOf(id)).toMatchObject([{ excluded: 'one-funding', seller: buyer.address }]);
    expect(await market()).toEqual(before);
  });
});
