/** How a bidder's coins come home: cancels of both kinds, expiry, exits; and what a block that is undone does to it all. */
import { callApi, textList } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import { readRescueFile } from '@rialto/psbt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, testWorld, until } from '../world.ts';
import {
  orderOf,
  placeBid,
  prepareBid,
  prepareCancel,
  prepareSale,
  sellInto,
  submitCancel,
} from './bidder.ts';

const RUNG = { coinAmount: '1000', amount: '60000' };
const EXIT_BLOCKS = 50;
let world: World;
let bidder: Trader;
let seller: Trader;

beforeAll(async () => {
  world = await testWorld({ serverSettings: { BID_EXIT_BLOCKS: String(EXIT_BLOCKS) } });
  bidder = world.trader('bidder', 'p2tr');
  seller = world.trader('seller', 'p2wpkh');
  await world.token(
    'pepe',
    Array.from({ length: 12 }, () => ({ who: seller, amount: '1000' })),
  );
  await world.fund(
    bidder,
    Array.from({ length: 10 }, () => 500_000n),
  );
  for (const trader of [bidder, seller]) await trader.login();
  await world.mine(3);
}, 240_000);

afterAll(() => world.stop());

async function lot(): Promise<OwnLot> {
  const [one] = await seller.lots('pepe');
  if (one === undefined) throw new Error('the seller has a lot left');
  return one;
}

const stateOf = async (orderId: string): Promise<string> => (await orderOf(world, bidder, orderId)).state;
const mempool = async (): Promise<readonly string[]> => textList(await world.chain.rpc('getrawmempool'));
const info = (orderId: string) =>
  callApi(world.origin, 'bidRecoverInfo', {
    params: { book: 'brc20' },
    query: { net: 'regtest', orderId },
    headers: bidder.headers(),
  });
const lockOf = async (orderId: string) => {
  const { results } = await callApi(world.origin, 'ownBidLocks', {
    params: { book: 'mrc20' },
    query: { net: 'regtest', address: bidder.address },
    headers: bidder.headers(),
  });
  return results.find((one) => one.orderId === orderId);
};
const recover = (orderId: string) =>
  bidder.post('recoverBid', { net: 'regtest', address: bidder.address, orderId });

/** A ladder of two rungs of which the first is sold into: the second is published, and open. */
async function publishedRung(): Promise<{ bidId: string; sold: string; open: string }> {
  const { bidId, orderIds } = await placeBid(bidder, 'pepe', [RUNG, RUNG]);
  const [sold = '', open = ''] = orderIds;
  await sellInto(seller, [{ orderId: sold, lot: await lot() }]);
  await world.mine();
  return { bidId, sold, open };
}

describe('a held bid', () => {
  it('is cancelled on the chain by a coin of its funding, and cancelling until a block has it', async () => {
    const { bidId, orderIds } = await placeBid(bidder, 'pepe', [RUNG, RUNG]);
    const cancel = await prepareCancel(bidder, { kind: 'funding', bidId });
    const answer = await submitCancel(bidder, cancel, 'funding');
    expect(answer.orderIds).toEqual(orderIds);
    expect(await lockOf(orderIds[0] ?? '')).toBeUndefined();
    expect(await mempool()).toEqual([answer.txId]);
    for (const id of orderIds) expect(await stateOf(id)).toBe('cancelling');
    const [first = ''] = orderIds;
    expect(await refusalOf(prepareSale(seller, [{ orderId: first, lot: await lot() }]))).toBe('order-closed');
    expect(await submitCancel(bidder, cancel, 'funding')).toEqual(answer);
    await world.mine();
    for (const id of orderIds)
      expect(await orderOf(world, bidder, id)).toMatchObject({ state: 'cancelled', dealTx: answer.txId });
  });

  it('expires at its height with event and reason, and gives its coins back', async () => {
    const { orderIds } = await placeBid(bidder, 'pepe', [RUNG], { expiryBlocks: 3 });
    const [id = ''] = orderIds;
    await world.mine(2);
    expect(await stateOf(id)).toBe('open');
    expect(await lockOf(id)).toMatchObject({ book: 'brc20', lock: 'held', ripe: false });
    await world.mine();
    await until(async () => (await stateOf(id)) === 'expired', 'the bid expires');
    expect(await lockOf(id)).toBeUndefined();
    expect(await orderOf(world, bidder, id)).toMatchObject({ orderState: 5 });
    expect(await refusalOf(prepareSale(seller, [{ orderId: id, lot: await lot() }]))).toBe('order-closed');
    const { results } = await callApi(world.origin, 'bidDummies', {
      params: { book: 'brc20', address: bidder.address },
      query: { net: 'regtest' },
    });
    expect(results).toEqual([]);
  });

  it('is edited by another one over the same coins, whose old signatures are deleted', async () => {
    const before = await placeBid(bidder, 'pepe', [RUNG, RUNG]);
    const dearer = { coinAmount: '1000', amount: '61000' };
    // Out of the same coins: then the signer knows it for the same bid.
    const anew = await prepareBid(bidder, 'pepe', [dearer], { replaces: before.bidId });
    const held = async () => {
      const { results } = await callApi(world.origin, 'bidDummies', {
        params: { book: 'brc20', address: bidder.address },
        query: { net: 'regtest' },
      });
      return results.map(({ dummyId }) => dummyId);
    };
    expect(anew.funding.coins.map(({ outpoint }) => outpoint)).toEqual(await held());
    const after = await placeBid(bidder, 'pepe', [dearer, RUNG], { replaces: before.bidId });
    for (const id of before.orderIds) expect(await stateOf(id)).toBe('cancelled');
    for (const id of after.orderIds) expect(await stateOf(id)).toBe('open');
    await sellInto(seller, [{ orderId: after.orderIds[0] ?? '', lot: await lot() }]);
    await world.mine();
    expect(await stateOf(after.orderIds[0] ?? '')).toBe('done');
    expect(await refusalOf(placeBid(bidder, 'pepe', [RUNG], { replaces: after.bidId }))).toBe('order-closed');
  });

  it('is not replaced by a bid over its coins that is nobody’s', async () => {
    const { bidId } = await placeBid(bidder, 'pepe', [RUNG]);
    const stranger = world.trader('stranger', 'p2tr');
    await world.fund(stranger, [200_000n]);
    await stranger.login();
    expect(await refusalOf(placeBid(stranger, 'pepe', [RUNG], { replaces: bidId }))).toBe('not-yours');
  });
});

describe('a published rung', () => {
  it('comes home by user and exchange together', async () => {
    const { open } = await publishedRung();
    const cancel = await prepareCancel(bidder, { kind: 'locks', orderIds: [open] });
    expect(cancel.tickets).toHaveLength(1);
    const answer = await submitCancel(bidder, cancel, 'locks');
    expect(await stateOf(open)).toBe('cancelling');
    expect(await submitCancel(bidder, cancel, 'locks')).toEqual(answer);
    await world.mine();
    expect(await orderOf(world, bidder, open)).toMatchObject({ state: 'cancelled', dealTx: answer.txId });
    expect(await info(open)).toMatchObject({ lock: 'spent', spentBy: answer.txId });
  });

  it('comes home by a dearer cancel while the first one waits', async () => {
    const { open } = await publishedRung();
    const asked = { kind: 'locks' as const, orderIds: [open] };
    const first = await submitCancel(bidder, await prepareCancel(bidder, asked, 2), 'locks');
    await until(async () => (await info(open)).spentBy === first.txId, 'the first cancel is seen');
    expect(await refusalOf(prepareCancel(bidder, asked, 2.5))).toBe('fee-too-low');
    const dearer = await prepareCancel(bidder, asked, 8);
    const second = await submitCancel(bidder, dearer, 'locks');
    expect(second.txId).not.toBe(first.txId);
    expect(await mempool()).toEqual([second.txId]);
    expect(await submitCancel(bidder, dearer, 'locks')).toEqual(second);
    await world.mine();
    expect(await orderOf(world, bidder, open)).toMatchObject({ state: 'cancelled', dealTx: second.txId });
    expect(await info(open)).toMatchObject({ lock: 'spent', spentBy: second.txId });
  });

  it('that is withdrawn softly is listed as unresolved until its lock comes home', async () => {
    const { open, bidId } = await publishedRung();
    await bidder.post('updateOrderV2', {
      net: 'regtest',
      address: bidder.address,
      orderState: 3,
      orderId: open,
    });
    const issues = async () => {
      const { results } = await callApi(world.origin, 'orders', {
        params: { book: 'brc20' },
        query: { net: 'regtest', orderState: '50', buyerAddress: bidder.address },
        headers: bidder.headers(),
      });
      return results.map(({ orderId }) => orderId);
    };
    expect(await issues()).toContain(open);
    const cancel = await prepareCancel(bidder, { kind: 'locks', bidId });
    expect(cancel.orderIds).toEqual([open]);
    await submitCancel(bidder, cancel, 'locks');
    await world.mine();
    expect(await issues()).not.toContain(open);
    expect(await stateOf(open)).toBe('cancelled');
  });

  it('cannot be cancelled while somebody sells into it', async () => {
    const { open } = await publishedRung();
    const cancel = await prepareCancel(bidder, { kind: 'locks', orderIds: [open] });
    await sellInto(seller, [{ orderId: open, lot: await lot() }]);
    expect(await refusalOf(submitCancel(bidder, cancel, 'locks'))).toBe('order-taken');
    expect(await refusalOf(prepareCancel(bidder, { kind: 'locks', orderIds: [open] }))).toBe('order-taken');
    await world.mine();
    expect(await stateOf(open)).toBe('done');
  });

  it('goes through an undone block and back', async () => {
    const { sold, open } = await publishedRung();
    const top = await world.chain.node.rpc('getbestblockhash');
    await world.chain.node.rpc('invalidateblock', [top]);
    await until(async () => (await orderOf(world, bidder, sold)).pending, 'the rung is pending again');
    expect((await orderOf(world, bidder, open)).exitHeight).toBeUndefined();
    await world.chain.mine(2, bidder.address);
    await until(async () => (await stateOf(sold)) === 'done', 'the rung is done again');
    expect((await orderOf(world, bidder, open)).exitHeight).toBeGreaterThan(0);
  });

  it('ends before its exit, and its owner alone takes it home by the stored exit', async () => {
    const { open } = await publishedRung();
    const { exitHeight = 0 } = await orderOf(world, bidder, open);
    expect(await refusalOf(recover(open))).toBe('lock-not-free');
    await world.mine(EXIT_BLOCKS - 36);
    await until(async () => (await stateOf(open)) === 'expired', 'no trade near the exit');
    await world.mine(34);
    const { amount } = RUNG;
    const shown = { book: 'brc20', state: 'expired', lock: 'locked', amount, exitHeight };
    expect(await lockOf(open)).toMatchObject({ ...shown, ripe: false });
    const before = await info(open);
    expect(before).toMatchObject({ lock: 'locked', ripe: false, exitHeight });
    expect(readRescueFile(before.rescue).bids[0]?.locks).toHaveLength(2);
    expect(await refusalOf(recover(open))).toBe('lock-not-free');
    await world.mine();
    expect((await info(open)).ripe).toBe(true);
    expect(await lockOf(open)).toMatchObject({ ...shown, ripe: true });
    const { txId } = await recover(open);
    expect(txId).toBe(before.exitTxId);
    expect(await mempool()).toEqual([txId]);
    expect(await recover(open)).toEqual({ orderId: open, txId });
    await until(async () => (await lockOf(open)) === undefined, 'on its way home');
    await world.mine();
    expect(await info(open)).toMatchObject({ lock: 'spent', spentBy: txId });
  });
});
