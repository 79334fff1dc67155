import { callApi } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refusalOf, testWorld } from './world.ts';

let world: World;
let seller: Trader;
let buyer: Trader;

async function begin(serverSettings: Record<string, string> = {}): Promise<string> {
  world = await testWorld({ serverSettings });
  seller = world.trader('seller', 'p2wpkh');
  buyer = world.trader('buyer', 'p2tr');
  await world.token('pepe', [
    { who: seller, amount: '1000' },
    { who: seller, amount: '500' },
  ]);
  await world.stockPads();
  await world.fund(buyer, [300_000n, 300_000n, 300_000n]);
  await seller.login();
  await buyer.login();
  const [lot] = await seller.lots('pepe');
  if (lot === undefined) throw new Error('the seller has a lot');
  return seller.ask(lot, 'pepe', 40_000n);
}

const orderOf = (orderId: string) =>
  callApi(world.origin, 'order', { params: { book: 'brc20', orderId }, query: { net: 'regtest' } });
const tradesOf = (trader: Trader) =>
  callApi(world.origin, 'myTrades', {
    params: { book: 'brc20', address: trader.address },
    query: { net: 'regtest' },
    headers: trader.headers(),
  });

async function until(holds: () => Promise<boolean>, what: string, ms = 15_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}

describe('a take under faults', () => {
  let orderId: string;

  afterEach(() => world.stop());

  describe('killed between the outbox and the send', () => {
    beforeEach(async () => {
      orderId = await begin({ FAULT_STOP_AT: 'outbox-committed' });
    });
    it('completes by itself after the restart', async () => {
      const starts = world.exchange.server.starts();
      const take = await buyer.prepare([orderId], 2);
      await expect(buyer.submit(take)).rejects.toThrow();
      await until(
        () => Promise.resolve(world.exchange.server.starts() > starts),
        'the server was killed and restarted',
      );
      await world.exchange.ready();
      await until(async () => (await tradesOf(buyer)).results[0]?.state === 'seen', 'the trade is seen');
      await world.mine();
      await until(async () => (await orderOf(orderId)).orderState === 2, 'the order is done');
      expect((await tradesOf(buyer)).results).toHaveLength(1);
    });
  });

  describe('killed before the outbox', () => {
    beforeEach(async () => {
      orderId = await begin({ FAULT_STOP_AT: 'co-signed' });
    });
    it('promises nothing: the order can be taken again', async () => {
      const take = await buyer.prepare([orderId], 2);
      await expect(buyer.submit(take)).rejects.toThrow();
      await until(() => Promise.resolve(world.exchange.server.starts() > 1), 'the server was killed');
      const environment = { ...world.exchange.serverEnvironment };
      delete environment['FAULT_STOP_AT'];
      await world.exchange.server.restart({ ...environment, STALE_SUBMIT_SECONDS: '1' });
      await world.exchange.ready();
      await until(
        async () => (await tradesOf(buyer)).results[0]?.state === 'void',
        'the attempt is given up',
      );
      expect((await orderOf(orderId)).pending).toBe(false);
      const again = await buyer.take([orderId]);
      expect(['sent', 'seen']).toContain(again.state);
    });
  });

  describe('with a block undone', () => {
    beforeEach(async () => {
      orderId = await begin();
    });
    it('is pending again, then done again', async () => {
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
  });

  describe('with the seller spending the lot elsewhere', () => {
    beforeEach(async () => {
      orderId = await begin();
    });
    it('leaves the book, and a hard cancel makes the signature dead', async () => {
      const body = {
        net: 'regtest' as const,
        address: seller.address,
        orderId,
        publicKey: Buffer.from(seller.publicKey).toString('hex'),
        feeRate: 3,
      };
      await world.fund(seller, [50_000n]);
      const prepared = await seller.post('prepareCancel', body);
      const psbtRaw = seller.sign(prepared.psbtRaw, prepared.toSignInputs);
      const answer = await seller.post('submitCancel', {
        net: 'regtest',
        address: seller.address,
        orderId,
        psbtRaw,
      });
      expect(answer.orderState).toBe(3);
      expect(await refusalOf(buyer.prepare([orderId], 2))).toBe('order-closed');
      await world.mine();
      const order = await orderOf(orderId);
      expect(order).toMatchObject({ state: 'cancelled', dealTx: answer.txId });
    });
  });

  describe('with the buyer replacing an own coin', () => {
    beforeEach(async () => {
      orderId = await begin();
    });
    it('is void, and the ask is open again', async () => {
      const take = await buyer.prepare([orderId], 2);
      const trade = await buyer.submit(take);
      await until(async () => (await tradesOf(buyer)).results[0]?.state === 'seen', 'seen');
      await replaceOwnCoin(take.coins.map((coin) => coin.outpoint));
      await until(async () => (await tradesOf(buyer)).results[0]?.state === 'void', 'void', 5_000);
      const order = await orderOf(orderId);
      expect(order).toMatchObject({ state: 'open', pending: false });
      expect((await tradesOf(buyer)).results[0]?.txId).toBe(trade.txId);
    });
  });
});

/** The buyer double-spends one of the own coins of a sent trade, with a higher fee. */
async function replaceOwnCoin(points: readonly string[]): Promise<void> {
  const { Transaction } = await import('@scure/btc-signer');
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
  let orderId: string;
  beforeEach(async () => {
    orderId = await begin();
  });
  afterEach(() => world.stop().catch(() => undefined));

  it('a dead node: 503, nothing sent, and it goes on when the node is back', async () => {
    const [lot] = await seller.lots('pepe');
    if (lot === undefined) throw new Error('a second lot');
    const psbtRaw = seller.signAsk(lot.coin, 40_000n);
    const body = { net: 'regtest' as const, address: seller.address, tick: 'pepe', coinAmount: lot.amount };
    await world.chain.node.stop();
    expect(await refusalOf(seller.post('pushAsk', { ...body, orderState: 1, orderType: 1, psbtRaw }))).toBe(
      'node-down',
    );
    expect((await callApi(world.origin, 'health')).status).toBe('down');
  });

  it('a dead database: 503, never a crash', async () => {
    // Under way while it dies: a connection lost between two queries must not take the process along.
    const busy = Promise.allSettled(Array.from({ length: 40 }, () => buyer.prepare([orderId], 2)));
    await world.database.postgres.kill();
    await busy;
    const answer = await fetch(`${world.origin}/api/book/brc20/order-v2/${'0'.repeat(64)}?net=regtest`);
    expect(answer.status).toBe(503);
    expect(((await answer.json()) as { refusal: string }).refusal).toBe('database-down');
    expect(world.exchange.server.starts()).toBe(1);
  });
});
