/** Takes in one exchange to which everything happens: killed at a step, a block undone, coins spent elsewhere, the node and the database gone. */
import { callApi } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openKiller } from '../kills/kill-parts.ts';
import type { Killer } from '../kills/kill-parts.ts';
import { refusalOf, testWorld, until } from '../world.ts';

const TESTS = 7;
let world: World;
let killer: Killer;
let seller: Trader;
/** Somebody new in each test. */
let buyer: Trader;
let orderId: string;
let begun = 0;

beforeAll(async () => {
  world = await testWorld();
  killer = openKiller(world);
  seller = world.trader('seller', 'p2wpkh');
  await world.token(
    'pepe',
    Array.from({ length: TESTS + 1 }, () => ({ who: seller, amount: '1000' })),
  );
  await world.stockPads();
  await world.fund(seller, [50_000n]);
  await seller.login();
});

beforeEach(async () => {
  begun += 1;
  buyer = world.trader(`buyer ${begun}`, 'p2tr');
  await world.fund(buyer, [300_000n, 300_000n, 300_000n]);
  await buyer.login();
  const [lot] = await seller.lots('pepe');
  if (lot === undefined) throw new Error('the seller has a lot');
  orderId = await seller.ask(lot, 'pepe', 40_000n);
});

afterAll(() => killer.stop());

/** The server once more, with these settings besides its own. */
async function restart(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  await world.exchange.server.restart({ ...world.exchange.serverEnvironment, ...settings });
  await world.exchange.ready();
}

const orderOf = (orderId: string) =>
  callApi(world.origin, 'order', { params: { book: 'brc20', orderId }, query: { net: 'regtest' } });
const tradesOf = (trader: Trader) =>
  callApi(world.origin, 'myTrades', {
    params: { book: 'brc20', address: trader.address },
    query: { net: 'regtest' },
    headers: trader.headers(),
  });

describe('a take under faults', () => {
  it('killed between the outbox and the send it completes by itself after the restart', async () => {
    await restart({ FAULT_STOP_AT: 'outbox-committed' });
    const starts = world.exchange.server.starts();
    const take = await buyer.prepare([orderId], 2);
    await expect(buyer.submit(take)).rejects.toThrow();
    await until(() => world.exchange.server.starts() > starts, 'the server was killed and restarted');
    await world.exchange.ready();
    await until(async () => (await tradesOf(buyer)).results[0]?.state === 'seen', 'the trade is seen');
    await world.mine();
    await until(async () => (await orderOf(orderId)).orderState === 2, 'the order is done');
    expect((await tradesOf(buyer)).results).toHaveLength(1);
  });

  it('killed before the outbox it promises nothing: the order can be taken again', async () => {
    await restart({ FAULT_STOP_AT: 'co-signed' });
    const starts = world.exchange.server.starts();
    const take = await buyer.prepare([orderId], 2);
    await expect(buyer.submit(take)).rejects.toThrow();
    await until(() => world.exchange.server.starts() > starts, 'the server was killed and restarted');
    await restart({ STALE_SUBMIT_SECONDS: '1' });
    await until(async () => (await tradesOf(buyer)).results[0]?.state === 'void', 'the attempt is given up');
    expect((await orderOf(orderId)).pending).toBe(false);
    const again = await buyer.take([orderId]);
    await restart();
    const now = async () =>
      (await tradesOf(buyer)).results.find(({ tradeId }) => tradeId === again.tradeId)?.state;
    await until(async () => (await now()) === 'seen', 'the second attempt is seen');
    await world.mine();
    expect(await now()).toBe('confirmed');
    expect(await orderOf(orderId)).toMatchObject({ orderState: 2, dealTx: again.txId });
  });

  it('is pending again when its block is undone, then done again', async () => {
    const trade = await buyer.take([orderId]);
    await world.mine();
    expect((await orderOf(orderId)).orderState).toBe(2);
    const top = await world.chain.node.rpc('getbestblockhash');
    await world.chain.node.rpc('invalidateblock', [top]);
    await until(async () => (await orderOf(orderId)).pending, 'the order is pending again');
    expect((await tradesOf(buyer)).results[0]?.state).toBe('seen');
    // To another address: a block equal to the undone one would be refused.
    await world.chain.mine(2, buyer.address);
    await until(async () => (await orderOf(orderId)).orderState === 2, 'the order is done again');
    expect((await tradesOf(buyer)).results[0]).toMatchObject({ state: 'confirmed', txId: trade.txId });
  });

  it('cannot be made after a hard cancel, which makes the signature dead', async () => {
    const own = { net: 'regtest', address: seller.address, orderId } as const;
    const publicKey = Buffer.from(seller.publicKey).toString('hex');
    const prepared = await seller.post('prepareCancel', { ...own, publicKey, feeRate: 3 });
    const psbtRaw = seller.sign(prepared.psbtRaw, prepared.toSignInputs);
    const answer = await seller.post('submitCancel', { ...own, psbtRaw });
    expect(answer.orderState).toBe(3);
    expect(await refusalOf(buyer.prepare([orderId], 2))).toBe('order-closed');
    await world.mine();
    expect(await orderOf(orderId)).toMatchObject({ state: 'cancelled', dealTx: answer.txId });
  });

  it('is void when the buyer replaces an own coin, and the ask is open again', async () => {
    const take = await buyer.prepare([orderId], 2);
    const trade = await buyer.submit(take);
    await until(async () => (await tradesOf(buyer)).results[0]?.state === 'seen', 'seen');
    await replaceOwnCoin(take.coins.map((coin) => coin.outpoint));
    await until(async () => (await tradesOf(buyer)).results[0]?.state === 'void', 'void', 5_000);
    const order = await orderOf(orderId);
    expect(order).toMatchObject({ state: 'open', pending: false });
    expect((await tradesOf(buyer)).results[0]?.txId).toBe(trade.txId);
    await world.mine();
  });
});

/** The buyer double-spends one of the own coins of a sent trade, with a higher fee. */
async function replaceOwnCoin(points: readonly string[]): Promise<void> {
  const coins = await callApi(world.origin, 'btcCoins', {
    query: { address: buyer.address, net: 'regtest', unconfirmed: '1' },
  });
  const point = points.at(-1) ?? '';
  const [txid, vout] = point.split(':');
  expect(coins.some((coin) => coin.txId === txid && String(coin.vout) === vout)).toBe(false);
  const tx = new Transaction({ version: 2 });
  tx.addInput({
    txid: txid ?? '',
    index: Number.parseInt(vout ?? '0', 10),
    sequence: 0xfffffffd,
    witnessUtxo: { script: buyer.script, amount: 300_000n },
    tapInternalKey: buyer.publicKey.subarray(1),
  });
  tx.addOutput({ script: buyer.script, amount: 260_000n });
  tx.sign(buyer.key);
  tx.finalize();
  await world.chain.rpc('sendrawtransaction', [tx.hex]);
}

describe('what is down is said', () => {
  it('a dead node: 503, nothing sent, and it goes on when the node is back', async () => {
    const [lot] = await seller.lots('pepe');
    if (lot === undefined) throw new Error('one more lot');
    const starts = world.exchange.server.starts();
    // What the node has on its disk a power cut cannot take from it.
    await world.chain.node.rpc('gettxoutsetinfo', ['none']);
    await killer.kill('bitcoind');
    expect(await refusalOf(seller.ask(lot, 'pepe', 40_000n))).toBe('node-down');
    expect((await callApi(world.origin, 'health')).status).toBe('down');
    await killer.revive('bitcoind');
    await world.exchange.ready();
    expect((await orderOf(await seller.ask(lot, 'pepe', 40_000n))).state).toBe('open');
    expect(world.exchange.server.starts()).toBe(starts);
  });

  it('a dead database: 503, never a crash, and it goes on when the database is back', async () => {
    const starts = world.exchange.server.starts();
    // Under way while it dies: a connection lost between two queries must not take the process along.
    const busy = Promise.allSettled(Array.from({ length: 40 }, () => buyer.prepare([orderId], 2)));
    await killer.kill('postgres');
    await busy;
    const answer = await fetch(`${world.origin}/api/book/brc20/order-v2/${'0'.repeat(64)}?net=regtest`);
    expect(answer.status).toBe(503);
    expect(((await answer.json()) as { refusal: string }).refusal).toBe('database-down');
    await killer.revive('postgres');
    await world.exchange.ready();
    expect((await orderOf(orderId)).state).toBe('open');
    expect(world.exchange.server.starts()).toBe(starts);
  });
});
