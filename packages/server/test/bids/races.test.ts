/** Two who want the same coin at once: one of them has it, and the other is told so. */
import { describe, expect, it } from 'vitest';
import { cancelLock, placeProtected, prepareLock, pushLock, signMove } from '../protected/locker.ts';
import { refusalOf, until } from '../world.ts';
import {
  placeBid,
  prepareBid,
  prepareCancel,
  prepareSale,
  pushBid,
  sellInto,
  signLeaf,
  signedSale,
  submitCancel,
} from './bidder.ts';
import {
  bidder,
  buyer,
  inRaceWorld,
  locked,
  lots,
  mempool,
  net,
  prepareKind,
  rung,
  seen,
  seller,
  shop,
  stateOf,
  trade,
  turncoat,
  twin,
  world,
} from './race-world.ts';
import { freeMoney, spendElsewhere } from './spend-coin.ts';

inRaceWorld();

describe('one lot sold twice at once', () => {
  it('into two bids goes into one of them, and the other is open', async () => {
    const one = await placeBid(bidder, 'gold', [rung('60000')]);
    const other = await placeBid(bidder, 'gold', [rung('61000')]);
    const ids = [...one.orderIds, ...other.orderIds];
    const [lot] = await lots(1, twin);
    const sales = [];
    for (const orderId of ids) sales.push(signedSale(twin, await prepareSale(twin, [{ orderId, lot }])));
    const answers = await Promise.allSettled(sales.map((sale) => twin.post('submitFills', sale)));
    const sent = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value.txIds : []));
    await until(async () => {
      const pending = await Promise.all(ids.map(async (id) => (await seen(id)).pending));
      return pending.filter(Boolean).length === 1;
    }, 'one is being sold');
    await world.mine();
    const states = await Promise.all(ids.map(stateOf));
    expect(states.toSorted()).toEqual(['done', 'open']);
    const { dealTx } = await seen(ids[states.indexOf('done')] ?? '');
    expect(sent).toContain(dealTx);
    const still = ids[states.indexOf('open')] ?? '';
    await bidder.post('updateOrderV2', { net, address: bidder.address, orderState: 3, orderId: still });
  });

  it('into a bid and to the buyer of an ask for it goes one way', async () => {
    const { orderIds } = await placeBid(bidder, 'gold', [rung('60000')]);
    const [orderId = ''] = orderIds;
    const [lot] = await lots(1, shop);
    const sale = signedSale(shop, await prepareSale(shop, [{ orderId, lot }]));
    const ask = await shop.ask(lot, 'gold', 60_000n);
    const take = await buyer.prepare([ask], 3);
    await Promise.allSettled([shop.post('submitFills', sale), buyer.submit(take)]);
    await until(async () => {
      const [bid, offer] = [await seen(orderId), await seen(ask)];
      return bid.pending !== offer.pending;
    }, 'one of them is under way');
    await world.mine();
    const states = [await stateOf(orderId), await stateOf(ask)];
    expect([
      ['done', 'invalid'],
      ['open', 'done'],
    ]).toContainEqual(states);
    expect(await mempool()).toEqual([]);
    if (states[0] === 'open')
      await bidder.post('updateOrderV2', { net, address: bidder.address, orderState: 3, orderId });
  });
});

describe('two bids over the same coins', () => {
  it('pushed at once: one is listed, and it is the one that is sold into', async () => {
    const all = await Promise.all([1, 2, 3].map((at) => prepareBid(bidder, 'gold', [rung(`6000${at}`)])));
    const coins = new Set(all.flatMap(({ funding }) => funding.coins.map(({ outpoint }) => outpoint)));
    expect(coins.size).toBe(1);
    const answers = await Promise.allSettled(all.map((bid) => pushBid(bidder, bid)));
    const listed = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value.orderIds : []));
    expect(listed).toHaveLength(1);
    const lost = answers.filter((one) => one.status === 'rejected');
    for (const one of lost) expect(one).toMatchObject({ reason: { refusal: 'order-exists' } });
    const [lot] = await lots(1);
    await sellInto(seller, [{ orderId: listed[0] ?? '', lot }]);
    await world.mine();
    expect(await stateOf(listed[0] ?? '')).toBe('done');
  });
});

describe('many sales into one rung', () => {
  it('at once have one winner, and the others keep their lots', async () => {
    const { orderIds } = await placeBid(bidder, 'gold', [rung('60000')]);
    const [orderId = ''] = orderIds;
    const offered = await lots(8);
    const sales = [];
    for (const lot of offered) sales.push(await prepareSale(seller, [{ orderId, lot }]));
    const answers = await Promise.allSettled(
      sales.map((sale) => seller.post('submitFills', signedSale(seller, sale))),
    );
    const txIds = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value.txIds : []));
    expect(txIds).toHaveLength(1);
    for (const one of answers)
      if (one.status === 'rejected') expect(one).toMatchObject({ reason: { refusal: 'order-taken' } });
    expect(await mempool()).toHaveLength(2);
    await world.mine();
    expect(await seen(orderId)).toMatchObject({ state: 'done', dealTx: txIds[0] });
    expect(
      (await seller.lots('gold')).filter(({ coin }) =>
        offered.some((one) => one.coin.outpoint === coin.outpoint),
      ),
    ).toHaveLength(7);
  });
});

describe('a sale and a cancel at once', () => {
  it.each(['funding', 'locks'] as const)('of kind %s: one of them is', async (kind) => {
    for (const order of ['sale first', 'cancel first']) {
      const orderId =
        kind === 'locks'
          ? await locked()
          : ((await placeBid(bidder, 'gold', [rung('60000')])).orderIds[0] ?? '');
      const [lot] = await lots(1);
      const sale = signedSale(seller, await prepareSale(seller, [{ orderId, lot }]));
      const { bidId = '' } = await seen(orderId);
      const cancel = await prepareKind(kind, { bidId, orderId });
      const acts = [
        () => seller.post('submitFills', sale).then(({ txIds }) => txIds[0] ?? ''),
        () => submitCancel(bidder, cancel, kind).then(({ txId }) => txId),
      ];
      if (order === 'cancel first') acts.reverse();
      const answers = await Promise.allSettled(acts.map((act) => act()));
      const sent = answers.flatMap((one) =>
        one.status === 'fulfilled' && one.value !== '' ? [one.value] : [],
      );
      expect(sent).toHaveLength(1);
      await world.mine();
      const now = await seen(orderId);
      expect(['done', 'cancelled']).toContain(now.state);
      expect(now.dealTx).toBe(sent[0]);
      expect(await mempool()).toEqual([]);
    }
  });
});

describe('a purchase of a locked lot', () => {
  it.each(['cancel', 'renewal'] as const)('and its %s at once: one of them is', async (kind) => {
    for (const order of ['purchase first', `${kind} first`]) {
      const [lot] = await lots(1);
      const { orderId } = await placeProtected(seller, lot);
      await world.mine(3);
      await until(async () => (await stateOf(orderId)) === 'open', 'it is offered');
      const take = await buyer.prepare([orderId], 3);
      const { outpoint } = await seen(orderId);
      const anew = () => prepareLock(seller, outpoint, { renews: orderId, amount: '70000' });
      const lock = kind === 'renewal' ? await anew() : undefined;
      const acts = [
        () => buyer.submit(take).then(({ state, txId }) => (state === 'void' ? '' : txId)),
        () =>
          (lock === undefined ? cancelLock(seller, orderId) : pushLock(seller, lock)).then(
            ({ txId }) => txId,
          ),
      ];
      if (order !== 'purchase first') acts.reverse();
      const answers = await Promise.allSettled(acts.map((act) => act()));
      const sent = answers.flatMap((one) =>
        one.status === 'fulfilled' && one.value !== '' ? [one.value] : [],
      );
      expect(sent).toHaveLength(1);
      await world.mine();
      const now = await seen(orderId);
      expect(['done', 'cancelled']).toContain(now.state);
      expect(now.dealTx).toBe(sent[0]);
      expect(await mempool()).toEqual([]);
    }
  });
});

describe('two cancels at once', () => {
  it.each(['funding', 'locks'] as const)(
    'of kind %s: the same one twice has one answer, two have one winner',
    async (kind) => {
      const orderId =
        kind === 'locks'
          ? await locked()
          : ((await placeBid(bidder, 'gold', [rung('60000')])).orderIds[0] ?? '');
      const { bidId = '' } = await seen(orderId);
      const cheap = await prepareKind(kind, { bidId, orderId }, 2);
      const dear = await prepareKind(kind, { bidId, orderId }, 6);
      const answers = await Promise.allSettled(
        [cheap, cheap, dear].map((one) => submitCancel(bidder, one, kind)),
      );
      const [one, two, other] = answers.map((each) => (each.status === 'fulfilled' ? each.value.txId : ''));
      const same = [one, two].filter((txId) => txId !== '');
      expect(new Set(same).size).toBeLessThanOrEqual(1);
      // Of locks the dear one may have taken the place of the cheap one: then both were answered, and one is on its way.
      if (kind === 'funding') expect(same.length === 0).toBe(other !== '');
      const waiting = await mempool();
      expect(waiting).toHaveLength(1);
      expect([...same, other]).toContain(waiting[0]);
      await world.mine();
      expect(await seen(orderId)).toMatchObject({ state: 'cancelled', dealTx: waiting[0] });
    },
  );

  it('of both sides: the bidder takes the lock home, the seller the lot, and the sale is nobody’s', async () => {
    const orderId = await locked();
    const [lot] = await lots(1, turncoat);
    const { tradeIds } = await sellInto(turncoat, [{ orderId, lot }]);
    const cancel = () => prepareCancel(bidder, { kind: 'locks', orderIds: [orderId] });
    const own = await freeMoney(world, turncoat);
    const [, answer] = await Promise.all([
      spendElsewhere(world, turncoat, [lot.coin, own], { fee: 20_000n }),
      refusalOf(cancel()),
    ]);
    expect(answer).toBe('order-taken');
    await until(async () => (await trade(turncoat, tradeIds[0] ?? '')).state === 'void', 'the sale is void');
    // A block has the seller's spend: nothing that was signed for the lock can happen any more.
    await world.mine();
    const { txId } = await submitCancel(bidder, await cancel(), 'locks');
    await world.mine();
    expect(await seen(orderId)).toMatchObject({ state: 'cancelled', dealTx: txId });
  });
});

describe('sent twice at once', () => {
  it('the locking of a lot and its cancel have one answer each', async () => {
    const [lot] = await lots(1);
    const lock = await prepareLock(seller, lot);
    const [one, two] = await Promise.all([pushLock(seller, lock), pushLock(seller, lock)]);
    expect(two).toEqual(one);
    const { orderId } = one;
    await world.mine(3);
    await until(async () => (await stateOf(orderId)) === 'open', 'it is offered');
    const own = { net, address: seller.address, orderId } as const;
    const publicKey = Buffer.from(seller.publicKey).toString('hex');
    const cancel = await seller.post('prepareCancel', { ...own, publicKey, feeRate: 3 });
    const psbtRaw = signMove(seller, cancel, { fromLock: true });
    const answers = await Promise.all([1, 2].map(() => seller.post('submitCancel', { ...own, psbtRaw })));
    expect(answers[1]).toEqual(answers[0]);
    await world.mine();
    expect(await stateOf(orderId)).toBe('cancelled');
  });

  it('exits have one answer each', async () => {
    const orderId = await locked();
    const [lot] = await lots(1);
    const lock = await placeProtected(seller, lot);
    await world.mine(60);
    const leave = { net, address: seller.address, orderId: lock.orderId } as const;
    const recover = { net, address: bidder.address, orderId } as const;
    const left = await Promise.all([1, 2].map(() => seller.post('leaveLock', leave)));
    const recovered = await Promise.all([1, 2].map(() => bidder.post('recoverBid', recover)));
    expect(left[1]).toEqual(left[0]);
    expect(recovered[1]).toEqual(recovered[0]);
    expect(await mempool()).toHaveLength(2);
    await world.mine();
    expect(await seller.post('leaveLock', leave)).toEqual(left[0]);
    expect(await bidder.post('recoverBid', recover)).toEqual(recovered[0]);
  });
});

describe('a cancel of locks by leaves', () => {
  it('that was signed for another rung is refused', async () => {
    const [one, other] = [await locked(), await locked()];
    const mine = await prepareCancel(bidder, { kind: 'locks', orderIds: [one] });
    const theirs = await prepareCancel(bidder, { kind: 'locks', orderIds: [other] });
    const own = { net, address: bidder.address, cancelId: mine.cancelId } as const;
    expect(
      await refusalOf(bidder.post('submitBidCancel', { ...own, psbtRaw: signLeaf(bidder, theirs) })),
    ).toBe('psbt-changed');
    await submitCancel(bidder, mine, 'locks');
    await world.mine();
  });
});
