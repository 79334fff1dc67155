/** The same on a real node: the replacement it takes, blocks that come without the purchase, and the pause by the call. */
import { callApi, text, textList } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { bytesToHex } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMoment, prepareOwn, submitOwn } from '../own/own-stage.ts';
import { refusalOf, testWorld, until } from '../world.ts';

const net = 'regtest';
const PRICE = 60_000n;
let world: World;
let seller: Trader;
let buyer: Trader;
let second: Trader;

beforeAll(async () => {
  world = await testWorld({ serverSettings: { VOID_LIMIT: '3', TAKES_WAITING: '2' } });
  seller = world.trader('seller', 'p2tr');
  buyer = world.trader('buyer', 'p2wpkh');
  second = world.trader('second', 'p2tr');
  await world.token(
    'slow',
    Array.from({ length: 10 }, () => ({ who: seller, amount: '10' })),
  );
  await world.stockPads();
  for (const who of [buyer, second])
    await world.fund(
      who,
      Array.from({ length: 8 }, () => 300_000n),
    );
  await world.fund(
    buyer,
    Array.from({ length: 6 }, () => 600n),
  );
  await world.fund(
    seller,
    Array.from({ length: 4 }, () => 80_000n),
  );
  for (const who of [seller, buyer, second]) await who.login();
});
afterAll(() => world.stop());

async function offered(): Promise<string> {
  const [lot] = await seller.lots('slow');
  if (lot === undefined) throw new Error('the seller has no lot left');
  return seller.ask(lot, 'slow', PRICE);
}

/** Blocks that leave everything where it waits. */
async function emptyBlocks(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1)
    await world.chain.node.rpc('generateblock', [world.chain.faucetAddress, []]);
  await world.exchange.ready();
}

const mempool = async (): Promise<string[]> => textList(await world.chain.rpc('getrawmempool'));

const own = (orderId: string) => ({ net, address: seller.address, orderId }) as const;

const prepareCancel = (orderId: string, feeRate: number) =>
  seller.post('prepareCancel', {
    ...own(orderId),
    publicKey: bytesToHex(seller.publicKey),
    feeRate,
    highFee: true,
  });

async function cancel(orderId: string, feeRate: number): Promise<string> {
  const prepared = await prepareCancel(orderId, feeRate);
  const psbtRaw = seller.sign(prepared.psbtRaw, prepared.toSignInputs);
  return (await seller.post('submitCancel', { ...own(orderId), psbtRaw })).txId;
}

async function mine(orderId: string) {
  const { results } = await callApi(world.origin, 'myOrders', {
    params: { book: 'brc20', address: seller.address },
    query: { net, orderState: '1' },
    headers: seller.headers(),
  });
  return results.find((order) => order.orderId === orderId);
}

const tradeOf = (who: Trader, tradeId: string) =>
  callApi(world.origin, 'trade', {
    params: { book: 'brc20', tradeId },
    query: { net },
    headers: who.headers(),
  });

const orderOf = (orderId: string) =>
  callApi(world.origin, 'order', { params: { book: 'brc20', orderId }, query: { net } });

describe('a purchase at the lowest rate', () => {
  it('holds the order for six blocks; then its seller ends it, with all that was built on it', async () => {
    const orderId = await offered();
    const trade = await buyer.take([orderId], 1);
    const { height } = await callApi(world.origin, 'health');
    expect(await refusalOf(prepareCancel(orderId, 50))).toBe('cancel-too-early');
    const early = await mine(orderId);
    expect(early).toMatchObject({ pending: true, cancelFrom: height + 6 });
    expect(early?.cancelRate).toBeUndefined();
    await emptyBlocks(6);
    await until(async () => (await mine(orderId))?.cancelRate !== undefined, 'it may be ended');
    const alone = (await mine(orderId))?.cancelRate ?? 0;
    const child = await prepareOwn(buyer, { act: 'child', txId: trade.txId, feeRate: 12 });
    const { txId: childId } = await submitOwn(buyer, child);
    const rate = (await mine(orderId))?.cancelRate ?? 0;
    expect(rate).toBeGreaterThan(alone + 5);
    expect(await refusalOf(prepareCancel(orderId, alone))).toBe('fee-too-low');
    expect(await refusalOf(prepareCancel(orderId, rate - 0.001))).toBe('fee-too-low');
    const txId = await cancel(orderId, rate);
    const waiting = await mempool();
    expect(waiting).toContain(txId);
    expect(waiting).not.toContain(trade.txId);
    expect(waiting).not.toContain(childId);
    expect(await tradeOf(buyer, trade.tradeId)).toMatchObject({
      state: 'void',
      reason: 'ended by the seller, because no block took it; nothing was paid',
    });
    expect(await orderOf(orderId)).toMatchObject({ state: 'cancelling', pending: false });
    await world.mine();
    expect(await orderOf(orderId)).toMatchObject({ state: 'cancelled', dealTx: txId });
  });

  it('that a block has all the same is a sale: the cancel lost', async () => {
    const orderId = await offered();
    const trade = await buyer.take([orderId], 1);
    const raw = text(await world.chain.rpc('getrawtransaction', [trade.txId]));
    await emptyBlocks(6);
    await until(async () => (await mine(orderId))?.cancelRate !== undefined, 'it may be ended');
    await cancel(orderId, 20);
    await world.chain.node.rpc('generateblock', [world.chain.faucetAddress, [raw]]);
    await world.exchange.ready();
    expect(await tradeOf(buyer, trade.tradeId)).toMatchObject({ state: 'confirmed', reason: '' });
    expect(await orderOf(orderId)).toMatchObject({ state: 'done', dealTx: trade.txId });
  });
});

describe('more purchases than may wait', () => {
  it('are refused to every address from one place; the order stays open, and a block lets the next one through', async () => {
    const orders = [await offered(), await offered(), await offered()] as const;
    await buyer.take([orders[0]], 1);
    await second.take([orders[1]], 1);
    expect(await refusalOf(second.take([orders[2]], 1))).toBe('takes-waiting');
    expect(await orderOf(orders[2])).toMatchObject({ state: 'open', pending: false });
    await world.mine();
    await buyer.take([orders[2]], 1);
    await world.mine();
    expect(await orderOf(orders[2])).toMatchObject({ state: 'done' });
  });
});

describe('a buyer who takes purchases back', () => {
  it('waits after three, so does every address from there, and a block says until when', async () => {
    const orderId = await offered();
    for (let at = 0; at < 3; at += 1) {
      const trade = await buyer.take([orderId], 1);
      const back = await prepareOwn(buyer, { act: 'cancel-transaction', txId: trade.txId, feeRate: 5 });
      await submitOwn(buyer, back);
      await until(async () => (await tradeOf(buyer, trade.tradeId)).state === 'void', 'it is void');
    }
    const list = { params: { book: 'brc20', address: buyer.address }, query: { net } } as const;
    const { results } = await callApi(world.origin, 'myTrades', { ...list, headers: buyer.headers() });
    for (const one of results) expect(await tradeOf(buyer, one.tradeId)).toEqual(one);
    const back = results.filter(({ state }) => state === 'void').slice(0, 3);
    expect(back.map(({ nextBest }) => nextBest)).toEqual([[orderId], [orderId], [orderId]]);
    const { height } = await callApi(world.origin, 'health');
    await expect(buyer.prepare([orderId], 1)).rejects.toMatchObject({
      refusal: 'takes-paused',
      message: expect.stringContaining(`from block ${height + 6} on`) as string,
    });
    expect(await refusalOf(second.prepare([orderId], 1))).toBe('takes-paused');
    await world.exchange.server.restart(world.exchange.serverEnvironment);
    await world.exchange.ready();
    expect(await refusalOf(second.prepare([orderId], 1))).toBe('takes-paused');
    await world.mine(5);
    expect(await refusalOf(second.prepare([orderId], 1))).toBe('takes-paused');
    await world.mine();
    await aMoment();
    await second.take([orderId], 2);
    await world.mine();
    expect(await orderOf(orderId)).toMatchObject({ state: 'done', buyerAddress: second.address });
  });
});
