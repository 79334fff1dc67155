/** Two who want the same coin at once, and coins that are taken back: one of them has it, the other is told so in true words. */
import { callApi, text, textList } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelLock, placeProtected, prepareLock, pushLock, signMove } from '../protected/locker.ts';
import { refusalOf, testWorld, until } from '../world.ts';
import {
  orderOf,
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
import { spendElsewhere } from './spend-coin.ts';

const EXIT_BLOCKS = 40;
const rung = (amount: string) => ({ coinAmount: '1000', amount });
const LADDER = [rung('60000'), rung('20000')];
const net = 'regtest';
const params = { book: 'mrc20' } as const;

let world: World;
let bidder: Trader;
let seller: Trader;
let buyer: Trader;
/** They void sales of their own, and open no held bid afterwards. */
let twin: Trader;
let turncoat: Trader;
let shop: Trader;

beforeAll(async () => {
  world = await testWorld({
    serverSettings: { BID_EXIT_BLOCKS: String(EXIT_BLOCKS), ASK_EXIT_BLOCKS: '60' },
  });
  const named = (name: string, kind: 'p2tr' | 'p2wpkh') => world.trader(name, kind).at('mrc20');
  [bidder, seller, buyer] = [named('bidder', 'p2tr'), named('seller', 'p2tr'), named('buyer', 'p2wpkh')];
  [twin, turncoat, shop] = [named('twin', 'p2tr'), named('turncoat', 'p2tr'), named('shop', 'p2tr')];
  const people = [...Array.from({ length: 26 }, () => seller), twin, turncoat, shop];
  await world.tokenIn(
    'mrc20',
    'gold',
    people.map((who) => ({ who, amount: '1000' })),
  );
  for (const who of [bidder, seller, buyer, twin, turncoat, shop]) {
    await world.fund(
      who,
      Array.from({ length: 18 }, () => 300_000n),
    );
    await who.login();
  }
  await world.mine(3);
}, 240_000);

afterAll(() => world.stop());

const seen = (orderId: string) => orderOf(world, seller, orderId);
const stateOf = async (orderId: string): Promise<string> => (await seen(orderId)).state;
const mempool = async (): Promise<readonly string[]> => textList(await world.chain.node.rpc('getrawmempool'));
const trade = (who: Trader, tradeId: string) =>
  callApi(world.origin, 'trade', { params: { ...params, tradeId }, query: { net }, headers: who.headers() });
const info = (orderId: string) =>
  callApi(world.origin, 'bidRecoverInfo', { params, query: { net, orderId }, headers: bidder.headers() });
const lastNotice = async (who: Trader) =>
  (await callApi(world.origin, 'notifications', { query: { address: who.address }, headers: who.headers() }))
    .items[0];

async function lots(count: number, who = seller): Promise<[OwnLot, ...OwnLot[]]> {
  const found = (await who.lots('gold')).filter(({ amount }) => amount === '1000').slice(0, count);
  const [first, ...others] = found;
  if (first === undefined || found.length < count) throw new Error('there are lots left');
  return [first, ...others];
}

async function moneyOf(trader: Trader) {
  const coins = await callApi(world.origin, 'btcCoins', { query: { net, address: trader.address } });
  const coin = coins.find(({ satoshis, lockedBy }) => BigInt(satoshis) >= 100_000n && lockedBy === undefined);
  if (coin === undefined) throw new Error('there is money');
  return { outpoint: `${coin.txId}:${coin.vout}`, value: coin.satoshis, script: trader.script };
}

/** A ladder sold into, with its funding in no block. */
async function published() {
  const bid = await prepareBid(bidder, 'gold', LADDER);
  const { orderIds, bidId } = await pushBid(bidder, bid);
  const [sold = '', open = ''] = orderIds;
  const [lot] = await lots(1);
  const { tradeIds, txIds } = await sellInto(seller, [{ orderId: sold, lot }]);
  const [coin] = bid.funding.coins;
  if (coin === undefined) throw new Error('a funding spends a coin');
  return { bidId, sold, open, coin, lot, tradeId: tradeIds[0] ?? '', txId: txIds[0] ?? '' };
}

/** A rung whose lock a block has. */
async function locked(): Promise<string> {
  const { open } = await published();
  await world.mine();
  return open;
}

function prepareKind(
  kind: 'funding' | 'locks',
  { bidId, orderId }: { bidId: string; orderId: string },
  feeRate = 3,
) {
  return prepareCancel(bidder, kind === 'locks' ? { kind, orderIds: [orderId] } : { kind, bidId }, feeRate);
}

describe('a bidder who replaces the funding', () => {
  it('before it was sent takes the bid out of the book, and back into it when that spend goes away', async () => {
    const bid = await prepareBid(bidder, 'gold', LADDER);
    const { orderIds } = await pushBid(bidder, bid);
    const [coin] = bid.funding.coins;
    if (coin === undefined) throw new Error('a funding spends a coin');
    const own = await moneyOf(bidder);
    await spendElsewhere(world, bidder, [own, coin]);
    for (const id of orderIds) await until(async () => (await stateOf(id)) === 'invalid', 'the bid ends');
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
    for (const id of [sold, open]) expect(await seen(id)).toMatchObject({ state: 'invalid', pending: false });
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
    const own = await moneyOf(bidder);
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
    const own = await moneyOf(bidder);
    const withdraw = { net, address: bidder.address, orderState: 3, orderId: open } as const;
    await bidder.post('updateOrderV2', withdraw);
    await spendElsewhere(world, bidder, [own, coin], { fee: 20_000n });
    await until(async () => (await trade(seller, tradeId)).state === 'void', 'the sale is void');
    await until(async () => (await stateOf(sold)) === 'invalid', 'the ladder is over');
    await spendElsewhere(world, bidder, [own], { fee: 60_000n });
    await until(async () => (await stateOf(sold)) === 'open', 'one rung is offered again');
    await bidder.post('updateOrderV2', { ...withdraw, orderId: sold });
    const { results } = await callApi(world.origin, 'bidDummies', {
      params: { ...params, address: bidder.address },
      query: { net },
    });
    expect(results).toEqual([]);
    await world.mine();
    for (const id of [open, sold]) expect(await stateOf(id)).toBe('cancelled');
  });
});

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
      const sent = new Set(answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value.txId] : [])));
      expect(sent.size).toBe(1);
      expect(await mempool()).toEqual([...sent]);
      await world.mine();
      expect(await seen(orderId)).toMatchObject({ state: 'cancelled', dealTx: [...sent][0] });
    },
  );

  it('of both sides: the bidder takes the lock home, the seller the lot, and the sale is nobody’s', async () => {
    const orderId = await locked();
    const [lot] = await lots(1, turncoat);
    const { tradeIds } = await sellInto(turncoat, [{ orderId, lot }]);
    const cancel = () => prepareCancel(bidder, { kind: 'locks', orderIds: [orderId] });
    const own = await moneyOf(turncoat);
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

const lockIds = async (): Promise<readonly string[]> => {
  const query = { net, address: seller.address } as const;
  const { results } = await callApi(world.origin, 'ownLocks', { params, query, headers: seller.headers() });
  return results.map(({ orderId }) => orderId);
};

describe('the transaction that locks a lot', () => {
  it('replaced by its seller is told as no lock at the next block, and the lot is offered anew', async () => {
    const [lot] = await lots(1);
    const { orderId } = await placeProtected(seller, lot);
    expect(await lockIds()).toContain(orderId);
    await spendElsewhere(world, seller, [lot.coin, await moneyOf(seller)], { fee: 20_000n });
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
    await spendElsewhere(world, seller, [lot.coin, await moneyOf(seller)], { fee: 20_000n });
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
