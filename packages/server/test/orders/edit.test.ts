/** The price of an order lowered in place, on the real node: never against a purchase, never a sale at a price that is gone. Batch cancel. */
import type { PreparedTake } from '@rialto/contract';
import { callApi } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import { bytesToHex, hexToBytes, isFlaw, readTransaction } from '@rialto/protocols';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, testWorld } from '../world.ts';

const PRICE = 60_000n;
const net = 'regtest';
const TICKS = { brc20: 'pepe', mrc20: 'IVY' } as const;
type Book = keyof typeof TICKS;
const BOOKS: readonly Book[] = ['brc20', 'mrc20'];
let world: World;
let database: pg.Client;
let seller: Trader;
let buyer: Trader;
let rival: Trader;

beforeAll(async () => {
  world = await testWorld();
  database = new pg.Client({ connectionString: world.database.ownerUrl });
  await database.connect();
  seller = world.trader('seller', 'p2wpkh');
  buyer = world.trader('buyer', 'p2wpkh');
  rival = world.trader('rival', 'p2tr');
  for (const book of BOOKS)
    await world.tokenIn(
      book,
      TICKS[book],
      Array.from({ length: 13 }, () => ({ who: seller, amount: '100' })),
    );
  for (const who of [buyer, rival])
    await world.fund(
      who,
      // Some of them are pads of their owner's.
      Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? 300_000n : 600n)),
    );
  for (const trader of [seller, buyer, rival]) await trader.login();
});

afterAll(async () => {
  await database.end();
  await world.stop();
});

async function signatureOf(orderId: string): Promise<unknown> {
  const { rows } = await database.query<{ witness: unknown }>(
    'select witness from asks where order_id = $1',
    [orderId],
  );
  return rows[0]?.witness;
}

describe.each(BOOKS)('in the book of %s', (book) => {
  const tick = TICKS[book];
  let at: { seller: Trader; buyer: Trader; rival: Trader };

  beforeAll(() => {
    at = { seller: seller.at(book), buyer: buyer.at(book), rival: rival.at(book) };
  });

  const used = new Set<string>();

  /** A lot that was never offered: a withdrawn one may not be offered for more. */
  async function nextLot(): Promise<OwnLot> {
    const lots = await at.seller.lots(tick);
    const lot = lots.find(({ amount, coin }) => amount === '100' && !used.has(coin.outpoint));
    if (lot === undefined) throw new Error('the seller has no lot left');
    used.add(lot.coin.outpoint);
    return lot;
  }

  async function listed(price = PRICE): Promise<{ id: string; lot: OwnLot }> {
    const lot = await nextLot();
    return { lot, id: await at.seller.ask(lot, tick, price) };
  }

  const orderOf = (orderId: string) =>
    callApi(world.origin, 'order', { params: { book, orderId }, query: { net } });
  const cancel = (orderId: string) =>
    at.seller.post('updateOrderV2', { orderState: 3, net, address: seller.address, orderId });

  it('keeps its id, is sorted and bought at the new price; the old signature is gone', async () => {
    const [{ id, lot }, other] = [await listed(), await listed(PRICE - 5_000n)];
    const old = await signatureOf(id);
    await at.seller.lower(id, lot.coin, PRICE - 10_000n);
    const book200 = await callApi(world.origin, 'orders', {
      params: { book },
      query: { net, tick, orderState: '1' },
    });
    expect(book200.results.map(({ orderId }) => orderId)).toEqual([id, other.id]);
    expect(await orderOf(id)).toMatchObject({ amount: '50000', coinRatePrice: '500', state: 'open' });
    expect(await signatureOf(id)).not.toEqual(old);
    const trade = await at.buyer.take([id]);
    expect(trade.amount).toBe('50000');
    await world.mine();
    expect(await orderOf(id)).toMatchObject({ orderState: 2, amount: '50000' });
    await cancel(other.id);
  });

  it('is not sold at the old price to whoever prepared before', async () => {
    const { id, lot } = await listed();
    const take = await at.buyer.prepare([id], 2);
    await at.seller.lower(id, lot.coin, PRICE - 1n);
    expect(await refusalOf(at.buyer.submit(take))).toBe('price-changed');
    const trades = await callApi(world.origin, 'myTrades', {
      params: { book, address: buyer.address },
      query: { net },
      headers: buyer.headers(),
    });
    expect(trades.results.some(({ orderIds }) => orderIds.includes(id))).toBe(false);
    expect(await orderOf(id)).toMatchObject({ state: 'open', pending: false, amount: '59999' });
    expect((await at.buyer.take([id])).amount).toBe('59999');
    await world.mine();
  });

  it('is one purchase of several orders or none when the price of one changed', async () => {
    const [first, second] = [await listed(), await listed()];
    const take = await at.buyer.prepare([first.id, second.id], 2);
    await at.seller.lower(second.id, second.lot.coin, PRICE - 2_000n);
    expect(await refusalOf(at.buyer.submit(take))).toBe('price-changed');
    expect(await orderOf(first.id)).toMatchObject({ state: 'open', pending: false });
    await cancel(first.id);
    await cancel(second.id);
  });

  it('is refused by name', async () => {
    const { id, lot } = await listed();
    const edit = (over: object, who: Trader = at.seller): Promise<string> =>
      refusalOf(
        who.post('updateOrderV2', {
          orderState: 1,
          net,
          address: who.address,
          orderId: id,
          psbtRaw: at.seller.signAsk(lot.coin, PRICE - 1_000n),
          ...over,
        }),
      );
    expect(await edit({ psbtRaw: at.seller.signAsk(lot.coin, PRICE + 1n) })).toBe('price-raised');
    expect(await edit({ psbtRaw: at.seller.signAsk(lot.coin, 9_999n) })).toBe('too-small');
    expect(await edit({ psbtRaw: '00' })).toBe('psbt-malformed');
    expect(await edit({ net: 'livenet' })).toBe('wrong-network');
    expect(await edit({ orderId: '0'.repeat(64) })).toBe('unknown-order');
    expect(await edit({}, at.buyer)).toBe('not-yours');
    expect(await edit({}, seller.at('idcoin'))).toBe('unknown-order');
    expect(await edit({ psbtRaw: at.seller.signAsk((await nextLot()).coin, PRICE - 1_000n) })).toBe(
      'psbt-changed',
    );
    await at.buyer.take([id]);
    expect(await edit({})).toMatch(/coin-spent|order-taken/);
    await world.mine();
    expect(await edit({})).toMatch(/coin-spent|order-closed/);
  });

  it('changes nothing when it is sent again, and leaves a withdrawn order withdrawn', async () => {
    const { id, lot } = await listed();
    await at.seller.lower(id, lot.coin, PRICE - 3_000n);
    const before = await signatureOf(id);
    await at.seller.lower(id, lot.coin, PRICE - 3_000n);
    expect(await signatureOf(id)).toEqual(before);
    const edits = Array.from({ length: 10 }, (_, step) =>
      at.seller.lower(id, lot.coin, PRICE - 4_000n - BigInt(step)),
    );
    const [cancelled] = await Promise.allSettled([cancel(id), ...edits]);
    expect(cancelled.status).toBe('fulfilled');
    expect(await orderOf(id)).toMatchObject({ state: 'cancelled' });
    expect(await signatureOf(id)).toBe(null);
  });

  it('meets purchases, fifty at once: one price, one buyer, and the seller is paid what the order says', async () => {
    const { id, lot } = await listed();
    const takes: { who: Trader; take: PreparedTake }[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      takes.push({ who: at.buyer, take: await at.buyer.prepare([id], 2 + turn) });
      takes.push({ who: at.rival, take: await at.rival.prepare([id], 2 + turn) });
    }
    const acts = Array.from({ length: 50 }, (_, turn) => {
      const bought = turn % 5 === 2 ? takes[(turn - 2) / 5] : undefined;
      if (bought !== undefined) return bought.who.submit(bought.take).then(() => 'bought');
      return at.seller.lower(id, lot.coin, PRICE - 50n + BigInt(turn)).then(() => 'lowered');
    });
    const done = await Promise.allSettled(acts);
    const won = done.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const reasons = done.flatMap((one) => (one.status === 'rejected' ? [refusal(one.reason)] : []));
    expect(won.filter((act) => act === 'bought').length).toBeLessThanOrEqual(1);
    expect([...new Set(reasons)].filter((code) => !MAY_BE.includes(code))).toEqual([]);
    if (!won.includes('bought')) await at.buyer.take([id]);
    await world.mine();
    const order = await orderOf(id);
    expect(order.orderState).toBe(2);
    const raw = await world.chain.rpc('getrawtransaction', [order.dealTx]);
    const sale = readTransaction(hexToBytes(String(raw)));
    if (isFlaw(sale)) throw new Error('the deal can be read');
    const paid = sale.outputs.filter(({ script }) => bytesToHex(script) === bytesToHex(seller.script));
    expect(paid.map(({ value }) => value.toString())).toEqual([order.amount]);
  });

  it('is cancelled with others in one call, each with its own answer', async () => {
    const mine = [await listed(), await listed(), await listed()].map(({ id }) => id);
    const [gone = '', ...open] = mine;
    await at.buyer.take([gone]);
    const body = { orderState: 3, net, address: seller.address } as const;
    const elsewhere = seller.at(book === 'brc20' ? 'mrc20' : 'brc20');
    expect(await elsewhere.post('updateOrderV2', { ...body, orderIds: open })).toEqual({
      results: open.map((orderId) => ({ orderId, cancelled: false, refusal: 'Order not found.' })),
    });
    const answer = await at.seller.post('updateOrderV2', {
      ...body,
      orderIds: [...mine, ...open, '0'.repeat(64)],
    });
    if (!('results' in answer)) throw new Error('a batch has its results');
    const taken: unknown = expect.stringContaining('taken');
    expect(answer.results).toEqual([
      { orderId: gone, cancelled: false, refusal: taken },
      ...open.map((orderId) => ({ orderId, cancelled: true })),
      { orderId: '0'.repeat(64), cancelled: false, refusal: 'Order not found.' },
    ]);
    for (const id of open) {
      expect(await orderOf(id)).toMatchObject({ state: 'cancelled' });
      expect(await signatureOf(id)).toBe(null);
    }
    for (const wrong of [{}, { orderId: gone, orderIds: open }, { orderIds: [] }])
      expect(await refusalOf(at.seller.post('updateOrder', { ...body, ...wrong }))).toBe('bad-request');
    const many = Array.from({ length: 21 }, (_, one) => one.toString(16).padStart(64, '0'));
    expect(await refusalOf(at.seller.post('updateOrder', { ...body, orderIds: many }))).toBe('bad-request');
    await world.mine();
  });
});

const MAY_BE = [
  'price-changed',
  'price-raised',
  'order-taken',
  'coin-spent',
  'order-closed',
  'event-not-allowed',
];

function refusal(reason: unknown): string {
  return reason instanceof Error && 'refusal' in reason ? String(reason.refusal) : String(reason);
}
