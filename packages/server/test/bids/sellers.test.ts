/** Sellers into bids who do harm, and processes that die on the way: a rung stays open or is sold once, and nothing else. */
import { callApi, textList } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKiller } from '../kills/kill-parts.ts';
import type { Killer } from '../kills/kill-parts.ts';
import { refusalOf, testWorld, until } from '../world.ts';
import {
  orderOf,
  placeBid,
  prepareBid,
  prepareCancel,
  prepareSale,
  pushBid,
  sellInto,
  signedSale,
  submitCancel,
  submitSale,
} from './bidder.ts';
import { freeMoney, spendElsewhere } from './spend-coin.ts';

const RUNG = { coinAmount: '1000', amount: '60000' };
let world: World;
let killer: Killer;
let bidder: Trader;
let seller: Trader;
let villain: Trader;
/** Gets the villain's lot by the transaction that replaces the sale. */
let heir: Trader;

beforeAll(async () => {
  world = await testWorld();
  killer = openKiller(world);
  bidder = world.trader('bidder', 'p2wpkh');
  seller = world.trader('seller', 'p2tr');
  villain = world.trader('villain', 'p2tr');
  heir = world.trader('heir', 'p2tr');
  const lots = (who: Trader, count: number) => Array.from({ length: count }, () => ({ who, amount: '1000' }));
  await world.tokenIn('mrc20', 'gold', [...lots(seller, 9), ...lots(villain, 3)]);
  await world.fund(
    bidder,
    Array.from({ length: 14 }, () => 300_000n),
  );
  await world.fund(villain, [200_000n]);
  for (const trader of [bidder, seller, villain, heir]) await trader.login();
  [bidder, seller, villain, heir] = [bidder, seller, villain, heir].map((one) => one.at('mrc20')) as [
    Trader,
    Trader,
    Trader,
    Trader,
  ];
  await world.mine(3);
}, 240_000);

afterAll(() => killer.stop());

async function lotOf(trader: Trader): Promise<OwnLot> {
  const lot = (await trader.lots('gold')).find(({ amount }) => amount === '1000');
  if (lot === undefined) throw new Error('there is a lot left');
  return lot;
}

const stateOf = async (orderId: string): Promise<string> => (await orderOf(world, bidder, orderId)).state;
const mempool = async (): Promise<readonly string[]> => textList(await world.chain.rpc('getrawmempool'));

async function restart(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  await world.exchange.server.restart({ ...world.exchange.serverEnvironment, ...settings });
  await world.exchange.ready();
}

/** The act is cut off at this step, and the server comes back without the fault. */
async function cutOff(step: string, act: () => Promise<unknown>): Promise<void> {
  await restart({ FAULT_STOP_AT: step });
  const starts = world.exchange.server.starts();
  await expect(act()).rejects.toThrow();
  await until(() => world.exchange.server.starts() > starts, 'the server was killed and restarted');
  await restart();
}

async function rows(text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: world.database.ownerUrl });
  await client.connect();
  const found = await client.query<Record<string, unknown>>(text);
  await client.end();
  return found.rows;
}

describe('a seller who replaces the lot', () => {
  it('leaves the rungs open, and opens no bid for 144 blocks, nor does what descends from the replacement', async () => {
    const { orderIds } = await placeBid(bidder, 'gold', [RUNG, RUNG]);
    const [first = '', second = ''] = orderIds;
    const lot = await lotOf(villain);
    const { tradeIds } = await sellInto(villain, [{ orderId: first, lot }]);
    expect(await mempool()).toHaveLength(2);
    // The funding stays: the ladder is published by a sale that never happens.
    await spendElsewhere(world, villain, [lot.coin, await freeMoney(world, villain)], {
      fee: 20_000n,
      to: heir.script,
    });
    const trade = () =>
      callApi(world.origin, 'trade', {
        params: { book: 'mrc20', tradeId: tradeIds[0] ?? '' },
        query: { net: 'regtest' },
        headers: villain.headers(),
      });
    await until(async () => (await trade()).state === 'void', 'the sale is void');
    expect(await orderOf(world, bidder, first)).toMatchObject({
      state: 'open',
      pending: false,
      published: true,
    });
    expect(await stateOf(second)).toBe('open');
    await world.mine(3);
    const held = await placeBid(bidder, 'gold', [RUNG]);
    const [orderId = ''] = held.orderIds;
    expect(await refusalOf(prepareSale(villain, [{ orderId, lot: await lotOf(villain) }]))).toBe(
      'sales-paused',
    );
    // Published ones are open to anybody, and the honest seller opens what is held.
    await world.mine(2);
    await sellInto(villain, [{ orderId: second, lot: await lotOf(villain) }]);
    await sellInto(seller, [{ orderId, lot: await lotOf(seller) }]);
    await world.mine();
    expect(await stateOf(orderId)).toBe('done');
    expect(await stateOf(second)).toBe('done');
  });
});

describe('a push that is cut off', () => {
  it('after the signer took it on has listed nothing, and the same push again lists it', async () => {
    const bid = await prepareBid(bidder, 'gold', [RUNG]);
    await cutOff('admitted', () => pushBid(bidder, bid));
    expect(await rows(`select id from bids where id = '${bid.bidId}'`)).toEqual([]);
    const { orderIds } = await pushBid(bidder, bid);
    expect(await stateOf(orderIds[0] ?? '')).toBe('open');
    expect((await pushBid(bidder, bid)).orderIds).toEqual(orderIds);
  });
});

describe('a sale that is cut off', () => {
  it.each(['accepted', 'co-signed', 'outbox-committed'])(
    'at "%s" ends in one place when it is sent again',
    async (step) => {
      const { orderIds } = await placeBid(bidder, 'gold', [RUNG]);
      const [orderId = ''] = orderIds;
      const sale = await prepareSale(seller, [{ orderId, lot: await lotOf(seller) }]);
      const signed = signedSale(seller, sale);
      await cutOff(step, () => seller.post('submitFills', signed));
      const { txIds } = await seller.post('submitFills', signed);
      expect(txIds).toHaveLength(1);
      await until(async () => (await mempool()).includes(txIds[0] ?? ''), 'the fill is in the mempool');
      expect(await submitSale(seller, sale)).toMatchObject({ txIds });
      await world.mine();
      expect(await orderOf(world, bidder, orderId)).toMatchObject({ orderState: 2, dealTx: txIds[0] });
      const trades = await rows(`select id from trades where order_ids @> '["${orderId}"]'::jsonb`);
      expect(trades).toHaveLength(1);
    },
  );
});

describe('a cancel of locks that is cut off', () => {
  it('after the signer’s answer ends in one place when it is sent again', async () => {
    const { orderIds } = await placeBid(bidder, 'gold', [RUNG, RUNG]);
    const [sold = '', open = ''] = orderIds;
    await sellInto(seller, [{ orderId: sold, lot: await lotOf(seller) }]);
    await world.mine();
    const cancel = await prepareCancel(bidder, { kind: 'locks', orderIds: [open] });
    await cutOff('co-signed', () => submitCancel(bidder, cancel, 'locks'));
    expect(await stateOf(open)).toBe('open');
    const answer = await submitCancel(bidder, cancel, 'locks');
    expect(await submitCancel(bidder, cancel, 'locks')).toEqual(answer);
    await world.mine();
    expect(await orderOf(world, bidder, open)).toMatchObject({ state: 'cancelled', dealTx: answer.txId });
  });
});
