/** Coins that are taken back after they were promised: whoever counted on them is told in true words, and has what is theirs. */
import { callApi, text } from '@rialto/devnet';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { cancelLock, placeProtected, prepareLock, pushLock } from '../protected/locker.ts';
import { brokenInvariants } from '../invariants/invariants.ts';
import { refusalOf, until } from '../world.ts';
import {
  placeBid,
  prepareBid,
  prepareCancel,
  prepareSale,
  pushBid,
  sellInto,
  signedSale,
  submitCancel,
} from './bidder.ts';
import {
  LADDER,
  bidder,
  buyer,
  inRaceWorld,
  info,
  lastNotice,
  lockIds,
  locked,
  lots,
  mempool,
  net,
  published,
  rung,
  seen,
  seller,
  stateOf,
  trade,
  world,
} from './race-world.ts';
import { freeMoney, spendElsewhere } from './spend-coin.ts';

inRaceWorld();

describe('a bidder who replaces the funding', () => {
  it('before it was sent takes the bid out of the book, and back into it when that spend goes away', async () => {
    const bid = await prepareBid(bidder, 'gold', LADDER);
    const { orderIds } = await pushBid(bidder, bid);
    const [coin] = bid.funding.coins;
    if (coin === undefined) throw new Error('a funding spends a coin');
    const own = await freeMoney(world, bidder);
    await spendElsewhere(world, bidder, [own, coin]);
    for (const id of orderIds) await until(async () => (await stateOf(id)) === 'invalid', 'the bid ends');
    // Its coins are kept for it: that spend may go away.
    expect(await brokenInvariants(world)).toEqual([]);
    const [lot] = await lots(1);
    const into = { orderId: orderIds[0] ?? '', lot };
    expect(await refusalOf(prepareSale(seller, [into]))).toBe('order-closed');
    await spendElsewhere(world, bidder, [own], { fee: 20_000n });
    for (const id of orderIds) await until(async () => (await stateOf(id)) === 'open', 'the bid is back');
    await sellInto(seller, [into]);
    await world.mine();
    expect(await stateOf(into.orderId)).toBe('done');
  });

  it('after it was sent takes the sale with it: all are told, nobody is blamed, and the lot is its seller’s', async () => {
    const { sold, open, coin, lot, tradeId, bidId } = await published();
    const by = await spendElsewhere(world, bidder, [coin], { fee: 20_000n });
    await until(async () => (await trade(seller, tradeId)).state === 'void', 'the sale is void');
    expect((await trade(seller, tradeId)).reason).toMatch(/^what it builds on came to nothing: /);
    for (const id of [sold, open])
      await until(async () => (await stateOf(id)) === 'invalid', 'the ladder is over');
    for (const id of [sold, open]) expect(await seen(id)).toMatchObject({ pending: false });
    await until(async () => (await lastNotice(seller))?.event === 'lost', 'the seller is told');
    await until(async () => (await lastNotice(bidder))?.event === 'invalid', 'the bidder is told');
    expect((await seller.lots('gold')).map(({ coin: { outpoint } }) => outpoint)).toContain(
      lot.coin.outpoint,
    );
    expect(await mempool()).toEqual([by]);
    await world.mine();
    expect(await info(open)).toMatchObject({ lock: 'held' });
    expect(await refusalOf(prepareCancel(bidder, { kind: 'locks', bidId }))).toBe('order-closed');
    // The seller did nothing: another held bid is opened at once.
    const { orderIds } = await placeBid(bidder, 'gold', LADDER);
    await sellInto(seller, [{ orderId: orderIds[0] ?? '', lot }]);
    await world.mine();
    expect(await stateOf(orderIds[0] ?? '')).toBe('done');
  });

  it('after it was sent, and takes that back too, has a held bid again', async () => {
    const { sold, open, coin, lot, tradeId } = await published();
    const own = await freeMoney(world, bidder);
    await spendElsewhere(world, bidder, [own, coin], { fee: 20_000n });
    await until(async () => (await trade(seller, tradeId)).state === 'void', 'the sale is void');
    await until(async () => (await stateOf(open)) === 'invalid', 'the ladder is over');
    await spendElsewhere(world, bidder, [own], { fee: 60_000n });
    for (const id of [sold, open])
      await until(async () => (await stateOf(id)) === 'open', 'the ladder is offered again');
    expect(await seen(open)).toMatchObject({ published: false });
    // Two blocks, in which nothing of the first sale was seen: then the signer signs another one.
    await world.mine(2);
    await sellInto(seller, [{ orderId: sold, lot }]);
    await world.mine();
    expect(await stateOf(sold)).toBe('done');
    expect(await seen(open)).toMatchObject({ state: 'open', published: true });
  });

  it('and takes that back, of a ladder that was withdrawn meanwhile, has the coins free', async () => {
    const { open, sold, coin, tradeId } = await published();
    const own = await freeMoney(world, bidder);
    const withdraw = { net, address: bidder.address, orderState: 3, orderId: open } as const;
    await bidder.post('updateOrderV2', withdraw);
    await spendElsewhere(world, bidder, [own, coin], { fee: 20_000n });
    await until(async () => (await trade(seller, tradeId)).state === 'void', 'the sale is void');
    await until(async () => (await stateOf(sold)) === 'invalid', 'the ladder is over');
    await spendElsewhere(world, bidder, [own], { fee: 60_000n });
    await until(async () => (await stateOf(sold)) === 'open', 'one rung is offered again');
    await bidder.post('updateOrderV2', { ...withdraw, orderId: sold });
    const { results } = await callApi(world.origin, 'bidDummies', {
      params: { book: bidder.book, address: bidder.address },
      query: { net },
    });
    expect(results).toEqual([]);
    await world.mine();
    for (const id of [open, sold]) expect(await stateOf(id)).toBe('cancelled');
    // Of one that was locked, and of one whose funding anybody may have kept.
    expect((await seen(open)).reason).toContain('the money stays in its lock');
    expect((await seen(sold)).reason).toContain('its funding was sent once and may still confirm');
  });
});

describe('a coin of the funding that is spent', () => {
  it('between the seller’s review and the signature sells nothing, and keeps no half of the seller’s', async () => {
    const bid = await prepareBid(bidder, 'gold', [rung('60000')]);
    const { orderIds } = await pushBid(bidder, bid);
    const [coin] = bid.funding.coins;
    if (coin === undefined) throw new Error('a funding spends a coin');
    const [lot] = await lots(1);
    const sale = signedSale(seller, await prepareSale(seller, [{ orderId: orderIds[0] ?? '', lot }]));
    const by = await spendElsewhere(world, bidder, [coin]);
    expect(['order-closed', 'order-taken', 'coin-spent', 'not-admitted']).toContain(
      await refusalOf(seller.post('submitFills', sale)),
    );
    expect(await mempool()).toEqual([by]);
    const client = new pg.Client({ connectionString: world.database.ownerUrl });
    await client.connect();
    const { rowCount } = await client.query('select id from trades where half_signed is not null');
    await client.end();
    expect(rowCount).toBe(0);
    await world.mine();
    expect(await stateOf(orderIds[0] ?? '')).toBe('invalid');
  });
});

describe('the transaction that locks a lot', () => {
  it('replaced by its seller is told as no lock at the next block, and the lot is offered anew', async () => {
    const [lot] = await lots(1);
    const { orderId } = await placeProtected(seller, lot);
    expect(await lockIds()).toContain(orderId);
    await spendElsewhere(world, seller, [lot.coin, await freeMoney(world, seller)], { fee: 20_000n });
    await world.mine();
    await until(async () => (await stateOf(orderId)) === 'invalid', 'it was never locked');
    expect(await lockIds()).not.toContain(orderId);
    await world.mine(2);
    const again = await placeProtected(seller, (await lots(1))[0]);
    await world.mine(3);
    await until(async () => (await stateOf(again.orderId)) === 'open', 'it is offered');
    await cancelLock(seller, again.orderId);
    await world.mine();
  });

  it('that a block has after all, though another was seen in the mempool, is a lock', async () => {
    const [lot] = await lots(1);
    const { orderId, txId } = await placeProtected(seller, lot);
    const raw = text(await world.chain.node.rpc('getrawtransaction', [txId]));
    await spendElsewhere(world, seller, [lot.coin, await freeMoney(world, seller)], { fee: 20_000n });
    await world.chain.node.rpc('generateblock', [world.chain.faucetAddress, []]);
    await until(async () => (await stateOf(orderId)) === 'invalid', 'it is taken for lost');
    await world.chain.node.rpc('generateblock', [world.chain.faucetAddress, [raw]]);
    await world.mine(3);
    await until(async () => (await stateOf(orderId)) === 'open', 'it is offered after all');
    expect(await lockIds()).toContain(orderId);
    const trade = await buyer.take([orderId], 3);
    await world.mine();
    expect(await seen(orderId)).toMatchObject({ state: 'done', dealTx: trade.txId });
  });
});

describe('a sale that waits until its bidder may leave alone', () => {
  it('and the exit at once: the exit has the lock, the sale is void, and its seller is not blamed', async () => {
    const orderId = await locked();
    const [lot] = await lots(1);
    const { exitHeight = 0 } = await seen(orderId);
    const { tradeIds, txIds } = await sellInto(seller, [{ orderId, lot }]);
    const height = Number(await world.chain.node.rpc('getblockcount'));
    // Blocks that leave the sale where it is.
    for (let at = height; at < exitHeight - 1; at += 1)
      await world.chain.node.rpc('generateblock', [world.chain.faucetAddress, []]);
    await world.exchange.ready();
    expect(await mempool()).toEqual(txIds);
    const { exitRaw, exitTxId } = await info(orderId);
    expect(await refusalOf(bidder.post('recoverBid', { net, address: bidder.address, orderId }))).toBe(
      'order-closed',
    );
    // The rescue page needs nobody: the exit pays more than the sale.
    expect(text(await world.chain.node.rpc('sendrawtransaction', [exitRaw]))).toBe(exitTxId);
    await until(async () => (await trade(seller, tradeIds[0] ?? '')).state === 'void', 'the sale is void');
    expect((await trade(seller, tradeIds[0] ?? '')).reason).toContain(exitTxId);
    await world.mine();
    expect(await info(orderId)).toMatchObject({ lock: 'spent', spentBy: exitTxId });
    expect(['expired', 'invalid']).toContain(await stateOf(orderId));
    const { orderIds } = await placeBid(bidder, 'gold', LADDER);
    await sellInto(seller, [{ orderId: orderIds[0] ?? '', lot }]);
    await world.mine();
  }, 60_000);
});

describe('what was prepared and not signed', () => {
  it('holds nothing back from others, and is over after its time', async () => {
    const { orderIds } = await placeBid(bidder, 'gold', [rung('60000')]);
    const [orderId = ''] = orderIds;
    const { bidId = '' } = await seen(orderId);
    const found = await lots(2);
    const sale = await prepareSale(seller, [{ orderId, lot: found[0] }]);
    const cancel = await prepareCancel(bidder, { kind: 'funding', bidId });
    const bid = await prepareBid(bidder, 'gold', [rung('60000')]);
    const lock = await prepareLock(seller, found[1] ?? found[0]);
    const client = new pg.Client({ connectionString: world.database.ownerUrl });
    await client.connect();
    await client.query(`update bid_acts set expires_at = now() - interval '1 second' where txid is null`);
    await client.end();
    expect(await refusalOf(seller.post('submitFills', signedSale(seller, sale)))).toBe('take-expired');
    expect(await refusalOf(submitCancel(bidder, cancel, 'funding'))).toBe('take-expired');
    expect(await refusalOf(pushBid(bidder, bid))).toBe('take-expired');
    expect(await refusalOf(pushLock(seller, lock))).toBe('take-expired');
    await sellInto(seller, [{ orderId, lot: found[0] }]);
    await world.mine();
    expect(await stateOf(orderId)).toBe('done');
  });
});

/** The database takes no bid meanwhile, as after a crash between the signer's word and the rows. */
async function withoutBids(act: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: world.database.ownerUrl });
  await client.connect();
  await client.query(`create function no_bid() returns trigger language plpgsql as
    $$ begin raise exception 'no bid now'; end $$;
    create trigger no_bid before insert on bids for each row execute function no_bid()`);
  try {
    await act();
  } finally {
    await client.query('drop trigger no_bid on bids; drop function no_bid');
    await client.end();
  }
}

describe('an edit that the signer took on and nobody listed', () => {
  it('ends the old bid at its first sale, in true words; sent again it is listed and sold into', async () => {
    const { bidId, orderIds } = await placeBid(bidder, 'gold', [rung('60000')]);
    const [old = ''] = orderIds;
    const bid = await prepareBid(bidder, 'gold', [rung('61000')], { replaces: bidId });
    await withoutBids(() => expect(pushBid(bidder, bid)).rejects.toThrow());
    expect(await stateOf(old)).toBe('open');
    const [lot] = await lots(1);
    const sale = signedSale(seller, await prepareSale(seller, [{ orderId: old, lot }]));
    expect(await refusalOf(seller.post('submitFills', sale))).toBe('not-admitted');
    expect(await seen(old)).toMatchObject({ state: 'invalid', pending: false });
    expect(await lastNotice(bidder)).toMatchObject({ event: 'invalid' });
    expect(await mempool()).toEqual([]);
    const anew = await pushBid(bidder, bid);
    await sellInto(seller, [{ orderId: anew.orderIds[0] ?? '', lot }]);
    await world.mine();
    expect(await stateOf(anew.orderIds[0] ?? '')).toBe('done');
  });
});
