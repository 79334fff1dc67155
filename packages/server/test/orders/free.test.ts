/** Orders without a service fee: what their taker pays, and how many there are in a day. */
import { callApi } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../invariants/invariants.ts';
import { refusalOf, testWorld } from '../world.ts';

const net = 'regtest';
const PER_ADDRESS = 4;
const PER_CALLER = 6;
let world: World;
let database: pg.Client;
let seller: Trader;
let second: Trader;
let buyer: Trader;

beforeAll(async () => {
  world = await testWorld({
    serverSettings: {
      FREE_ORDERS_PER_ADDRESS_DAY: String(PER_ADDRESS),
      FREE_ORDERS_PER_CALLER_DAY: String(PER_CALLER),
    },
  });
  database = new pg.Client({ connectionString: world.database.ownerUrl });
  await database.connect();
  seller = world.trader('seller', 'p2tr').at('mrc20');
  second = world.trader('second', 'p2wpkh').at('mrc20');
  buyer = world.trader('buyer', 'p2wpkh').at('mrc20');
  await world.tokenIn('mrc20', 'IVY', [
    ...Array.from({ length: 22 }, () => ({ who: seller, amount: '10' })),
    ...Array.from({ length: 4 }, () => ({ who: second, amount: '10' })),
  ]);
  await world.tokenIn('brc20', 'pepe', [{ who: seller, amount: '10' }]);
  await world.fund(
    buyer,
    Array.from({ length: 6 }, () => 2_000_000n),
  );
  await world.fund(buyer, [600n, 600n]);
  for (const trader of [seller, second, buyer]) await trader.login();
});

afterEach(async () => {
  expect(await brokenInvariants(world)).toEqual([]);
  // The day is over.
  await database.query(`update orders set created_at = created_at - interval '25 hours'`);
});

afterAll(async () => {
  await database.end();
  await world.stop();
});

async function lotsOf(who: Trader): Promise<OwnLot[]> {
  return (await who.lots('IVY')).filter(({ amount }) => amount === '10');
}

async function list(price: bigint, free: boolean, who = seller): Promise<string> {
  const [lot] = await lotsOf(who);
  if (lot === undefined) throw new Error('no lot left');
  return who.ask(lot, 'IVY', price, free);
}

describe('the taker of free orders', () => {
  it('pays no service fee, and the transaction has no output for it', async () => {
    const id = await list(400_000n, true);
    const order = await callApi(world.origin, 'order', {
      params: { book: 'mrc20', orderId: id },
      query: { net },
    });
    expect(order.freeState).toBe(1);
    expect(order.platformFee).toBe('0');
    const take = await buyer.prepare([id], 2);
    expect(take.fees.serviceFee).toBe('0');
    const fees = BigInt(take.fees.networkFee);
    // The lot's own 546 sat pay for the coin that the tokens end up on.
    expect(BigInt(take.total)).toBe(400_000n + fees);
    const trade = await buyer.submit(take);
    expect(trade).toMatchObject({ serviceFee: '0', amount: '400000' });
    await world.mine();
    const sale = await world.chain.rpc('getrawtransaction', [trade.txId, true]);
    expect(JSON.stringify(sale)).not.toContain(take.fees.feeAddress);
  });

  it('pays for the others only, when they are bought together', async () => {
    const ids = [await list(300_000n, true), await list(400_000n, false)];
    const take = await buyer.prepare(ids, 2);
    expect(take.fees.serviceFee).toBe('4000');
    expect((await buyer.submit(take)).serviceFee).toBe('4000');
    const small = [await list(300_000n, true), await list(20_000n, false)];
    expect((await buyer.prepare(small, 2)).fees.serviceFee).toBe('2000');
    await world.mine();
  });

  it('is helped in the book of BRC-20 too, behind a pad', async () => {
    const [lot] = await seller.at('brc20').lots('pepe');
    if (lot === undefined) throw new Error('a BRC-20 lot');
    const id = await seller.at('brc20').ask(lot, 'pepe', 400_000n, true);
    const trade = await buyer.at('brc20').take([id]);
    expect(trade.serviceFee).toBe('0');
    await world.mine();
  });
});

describe('free orders in a day', () => {
  it('are so many for one seller, however many come at once; withdrawn ones count, others are free to list', async () => {
    const lots = await lotsOf(seller);
    const pushed = await Promise.allSettled(
      lots.slice(0, 10).map((lot) => seller.ask(lot, 'IVY', 50_000n, true)),
    );
    const ids = pushed.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(ids).toHaveLength(PER_ADDRESS);
    const told = pushed.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(new Set(told)).toEqual(new Set([expect.stringContaining('free orders in a day')]));
    const body = { orderState: 3, net, address: seller.address, orderIds: ids } as const;
    await seller.post('updateOrder', body);
    expect(await refusalOf(list(50_000n, true))).toBe('limit-reached');
    await list(50_000n, false);
  });

  it('are so many for one caller, whoever sells', async () => {
    for (let at = 0; at < PER_ADDRESS; at += 1) await list(50_000n, true);
    for (let at = PER_ADDRESS; at < PER_CALLER; at += 1) await list(50_000n, true, second);
    expect(await refusalOf(list(50_000n, true, second))).toBe('limit-reached');
    await list(50_000n, false, second);
  });

  it('the same ask sent again is the same order, at the limit too', async () => {
    const [lot] = await lotsOf(seller);
    if (lot === undefined) throw new Error('no lot left');
    const offer = {
      tick: 'IVY',
      coinAmount: lot.amount,
      orderState: 1,
      orderType: 11,
      freeState: 1,
    } as const;
    const psbtRaw = seller.signAsk(lot.coin, 50_000n);
    const body = { net, address: seller.address, psbtRaw, ...offer } as const;
    const { orderId } = await seller.post('pushAsk', body);
    for (let at = 1; at < PER_ADDRESS; at += 1) await list(50_000n, true);
    expect(await refusalOf(list(50_000n, true))).toBe('limit-reached');
    expect((await seller.post('pushAsk', body)).orderId).toBe(orderId);
  });

  it('name nobody: the caller is kept as a keyed hash', async () => {
    const { rows } = await database.query<{ caller: string; free: number }>(
      'select caller, free_state as free from orders where caller is not null',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ caller, free }) => /^[0-9a-f]{32}$/.test(caller) && free === 1)).toBe(true);
  });
});
