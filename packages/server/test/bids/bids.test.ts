/** Standing bids on the real node with the real signer: listed, sold into, withdrawn, cancelled; in all books and with both kinds of address. */
import { callApi, textList } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import { MAX_RUNGS } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../invariants/invariants.ts';
import { refusalOf, testWorld, until } from '../world.ts';
import {
  orderOf,
  placeBid,
  prepareBid,
  prepareSale,
  pushBid,
  sellInto,
  signedBid,
  submitSale,
} from './bidder.ts';
import { spendElsewhere } from './spend-coin.ts';

const LOTS = 14;
const RUNE = 'GREEN•HILL•SPARROW';
const PRICE = '60000';
const RUNG = { coinAmount: '1000', amount: PRICE };
let world: World;
let bidder: Trader;
let other: Trader;
let seller: Trader;
let rival: Trader;

beforeAll(async () => {
  world = await testWorld();
  bidder = world.trader('bidder', 'p2tr');
  other = world.trader('other bidder', 'p2wpkh');
  seller = world.trader('seller', 'p2tr');
  rival = world.trader('rival', 'p2wpkh');
  const lots = (who: Trader, count: number) => Array.from({ length: count }, () => ({ who, amount: '1000' }));
  await world.token('pepe', [...lots(seller, LOTS), ...lots(rival, 4)]);
  await world.tokenIn('mrc20', 'gold', lots(seller, 4));
  await world.tokenIn('idcoin', 'OWL', lots(seller, 2));
  await world.tokenIn('runes', RUNE, lots(seller, 2));
  await world.fund(
    bidder,
    Array.from({ length: 12 }, () => 500_000n),
  );
  await world.fund(
    other,
    Array.from({ length: 12 }, () => 500_000n),
  );
  for (const trader of [bidder, other, seller, rival]) await trader.login();
  await world.mine(3);
}, 240_000);

afterAll(() => world.stop());

async function lotOf(trader: Trader, tick: string): Promise<OwnLot> {
  const lot = (await trader.lots(tick)).find(({ amount }) => amount === '1000');
  if (lot === undefined) throw new Error('there is a lot left');
  return lot;
}

const mempool = async (): Promise<readonly string[]> => textList(await world.chain.rpc('getrawmempool'));

async function tokens(trader: Trader, book: MarketName, tick: string): Promise<string> {
  const { availableBalance, transferBalance } = await callApi(world.origin, 'tokenBalance', {
    params: { book, address: trader.address, tick },
    query: { net: 'regtest' },
  });
  return String(Number(availableBalance) + Number(transferBalance));
}

describe.each([
  ['brc20', 'pepe', 'a taproot address', () => bidder, false],
  ['brc20', 'pepe', 'a taproot address that signs leaves with its internal key', () => bidder, true],
  ['brc20', 'pepe', 'a native SegWit address', () => other, false],
  ['mrc20', 'gold', 'a taproot address', () => bidder, false],
  ['mrc20', 'gold', 'a native SegWit address', () => other, false],
  ['idcoin', 'OWL', 'a taproot address', () => bidder, false],
  ['runes', RUNE, 'a native SegWit address', () => other, false],
] as const)('a bid in the %s book for %s of %s', (book, tick, _, whose, isInternal) => {
  it('is published and filled by one sale, as one package', async () => {
    const [buyer, sells] = [whose().at(book), seller.at(book)];
    const { bidId, orderIds } = await placeBid(
      buyer,
      tick,
      [RUNG, RUNG],
      isInternal ? { signingKey: 'internal' } : {},
    );
    expect(await mempool()).toEqual([]);
    const [first = '', second = ''] = orderIds;
    expect(await orderOf(world, buyer, first)).toMatchObject({
      state: 'open',
      bidId,
      published: false,
      buyerAddress: buyer.address,
      sellerAddress: '',
      amount: PRICE,
      psbtRaw: '',
    });
    const lot = await lotOf(sells, tick);
    const sale = await prepareSale(sells, [{ orderId: first, lot }]);
    const [fill] = sale.transactions;
    expect(fill).toMatchObject({ orderId: first, serviceFee: '2000' });
    const { txIds, tradeIds } = await submitSale(sells, sale);
    expect(txIds).toHaveLength(1);
    const inMempool = await mempool();
    expect(inMempool).toHaveLength(2);
    expect(inMempool).toContain(txIds[0]);
    expect(await orderOf(world, buyer, second)).toMatchObject({ state: 'open', published: true });
    const before = await tokens(buyer, book, tick);
    await world.mine();
    expect(await orderOf(world, buyer, first)).toMatchObject({
      orderState: 2,
      dealTx: txIds[0],
      sellerAddress: sells.address,
      buyerAddress: buyer.address,
      platformFee: '2000',
    });
    expect(Number(await tokens(buyer, book, tick)) - Number(before)).toBe(1000);
    const trade = await callApi(world.origin, 'trade', {
      params: { book, tradeId: tradeIds[0] ?? '' },
      query: { net: 'regtest' },
      headers: sells.headers(),
    });
    expect(trade).toMatchObject({ side: 'sell', state: 'confirmed', sellerAddress: sells.address });
    const rung = await orderOf(world, buyer, second);
    expect(rung).toMatchObject({ state: 'open', published: true });
    expect(rung.exitHeight).toBeGreaterThan(0);
    // The published rung is filled by a fill alone.
    const again = await sellInto(sells, [{ orderId: second, lot: await lotOf(sells, tick) }]);
    expect(await mempool()).toEqual(again.txIds);
    await world.mine();
    expect((await orderOf(world, buyer, second)).orderState).toBe(2);
  });
});

it('the key says the very least a rung of the caller’s may be, at the rate that is meant', async () => {
  const leastOf = async (trader: Trader, feeRate: string): Promise<number> => {
    const { smallestRung } = await callApi(world.origin, 'bidKey', {
      params: { book: 'brc20' },
      query: { net: 'regtest', feeRate },
      headers: trader.headers(),
    });
    return Number(smallestRung);
  };
  expect(await leastOf(bidder, '1')).toBe(10_000);
  for (const trader of [bidder, other]) {
    const least = await leastOf(trader, '3.5');
    expect(least).toBeGreaterThan(13_000);
    const prepared = (amount: number) =>
      prepareBid(trader, 'pepe', [{ coinAmount: '1000', amount: `${amount}` }], { feeRate: 3.5 });
    expect(await refusalOf(prepared(least - 1))).toBe('rung-too-small');
    expect((await prepared(least)).tickets).toHaveLength(1);
  }
});

describe('a standing bid', () => {
  it('is the same bid when it is pushed twice, and keeps its coins', async () => {
    const bid = await prepareBid(bidder, 'pepe', [RUNG]);
    const [one, two] = await Promise.all([pushBid(bidder, bid), pushBid(bidder, bid)]);
    expect(two).toEqual(one);
    const locked = await callApi(world.origin, 'lockedCoins', {
      query: { address: bidder.address, assetType: 'btc' },
      headers: bidder.headers(),
    });
    const coins = bid.funding.coins.map(({ outpoint }) => outpoint.replace(':', '_'));
    expect(locked.results.map(({ utxoId }) => utxoId)).toEqual(expect.arrayContaining(coins));
    const list = await callApi(world.origin, 'btcCoins', {
      query: { net: 'regtest', address: bidder.address },
    });
    const kept = list.filter(({ txId, vout }) => coins.includes(`${txId}_${vout}`));
    expect(kept.map(({ lockedBy }) => lockedBy)).toEqual(coins.map(() => 'bid'));
    const next = await prepareBid(bidder, 'pepe', [RUNG]);
    expect(next.funding.coins.some(({ outpoint }) => coins.includes(outpoint.replace(':', '_')))).toBe(false);
  });

  it('has one winner when two sell into one rung', async () => {
    const { orderIds } = await placeBid(bidder, 'pepe', [RUNG]);
    const [orderId = ''] = orderIds;
    const mine = await prepareSale(seller, [{ orderId, lot: await lotOf(seller, 'pepe') }]);
    const theirs = await prepareSale(rival, [{ orderId, lot: await lotOf(rival, 'pepe') }]);
    const results = await Promise.allSettled([submitSale(seller, mine), submitSale(rival, theirs)]);
    const lost = results.filter((result) => result.status === 'rejected');
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(lost[0]).toMatchObject({ reason: { refusal: 'order-taken' } });
    await world.mine();
    expect((await orderOf(world, bidder, orderId)).orderState).toBe(2);
  });

  it('is answered the same when the same sale is sent again', async () => {
    const { orderIds } = await placeBid(bidder, 'pepe', [RUNG]);
    const sale = await prepareSale(seller, [
      { orderId: orderIds[0] ?? '', lot: await lotOf(seller, 'pepe') },
    ]);
    const [one, two] = await Promise.all([submitSale(seller, sale), submitSale(seller, sale)]);
    expect(two).toEqual(one);
    expect(one.txIds).toHaveLength(1);
    expect(await submitSale(seller, sale)).toEqual(one);
    await world.mine();
    expect(await submitSale(seller, sale)).toEqual(one);
  });

  it('is opened only by a sale into a quarter of it, several fills together', async () => {
    const rungs = Array.from({ length: 5 }, () => ({ coinAmount: '1000', amount: '20000' }));
    const { orderIds } = await placeBid(other, 'pepe', rungs);
    const [a = '', b = ''] = orderIds;
    const lots = await seller.lots('pepe');
    const [first, second] = lots;
    if (first === undefined || second === undefined) throw new Error('two lots');
    expect(await refusalOf(prepareSale(seller, [{ orderId: a, lot: first }]))).toBe('opens-too-little');
    const both = await sellInto(seller, [
      { orderId: a, lot: first },
      { orderId: b, lot: second },
    ]);
    expect(both.txIds).toHaveLength(2);
    expect(await mempool()).toHaveLength(3);
    await world.mine();
    for (const id of [a, b]) expect((await orderOf(world, other, id)).orderState).toBe(2);
    // Published by now: a small rung is filled by itself.
    await sellInto(seller, [{ orderId: orderIds[2] ?? '', lot: await lotOf(seller, 'pepe') }]);
    await world.mine();
  });

  it('is refused where it is too small, too large, of foreign coins or not signed whole', async () => {
    const small = { coinAmount: '1', amount: '9999' };
    expect(await refusalOf(prepareBid(bidder, 'pepe', [small]))).toBe('rung-too-small');
    const many = Array.from({ length: MAX_RUNGS + 1 }, () => RUNG);
    expect(await refusalOf(prepareBid(bidder, 'pepe', many))).toBe('bad-request');
    const huge = { coinAmount: '1', amount: '20000000' };
    expect(await refusalOf(prepareBid(bidder, 'pepe', [huge]))).toBe('bid-too-large');
    const bid = await prepareBid(bidder, 'pepe', [RUNG]);
    expect(
      await refusalOf(
        bidder.post('pushBid', {
          net: 'regtest',
          address: bidder.address,
          bidId: bid.bidId,
          fundingPsbt: bidder.sign(bid.funding.psbtRaw, bid.funding.toSignInputs),
          promisePsbts: bid.promises.map(({ psbtRaw }) => psbtRaw),
          exitPsbts: bid.exits.map(({ psbtRaw }) => psbtRaw),
        }),
      ),
    ).toBe('signature-missing');
    const stolen = { ...signedBid(bidder, bid), address: other.address };
    expect(await refusalOf(other.post('pushBid', stolen))).toBe('not-yours');
  });

  it('is withdrawn with its signature, and gives the coins back', async () => {
    const { orderIds } = await placeBid(bidder, 'pepe', [RUNG, RUNG]);
    const [first = '', second = ''] = orderIds;
    const own = { net: 'regtest', address: bidder.address, orderState: 3 } as const;
    await bidder.post('updateOrderV2', { ...own, orderId: first });
    expect(await orderOf(world, bidder, first)).toMatchObject({ orderState: 3, state: 'cancelled' });
    const lot = await lotOf(seller, 'pepe');
    expect(await refusalOf(prepareSale(seller, [{ orderId: first, lot }]))).toBe('order-closed');
    await bidder.post('updateOrderV2', { ...own, orderIds: [second] });
    expect(await refusalOf(prepareSale(seller, [{ orderId: second, lot }]))).toBe('order-closed');
  });

  it('ends within a second when a coin of its funding is spent elsewhere', async () => {
    const bid = await prepareBid(bidder, 'pepe', [RUNG, RUNG]);
    const { orderIds } = await pushBid(bidder, bid);
    const [coin] = bid.funding.coins;
    if (coin === undefined) throw new Error('a funding spends a coin');
    await spendElsewhere(world, bidder, [coin]);
    const seen = Date.now();
    await until(
      async () => (await orderOf(world, bidder, orderIds[1] ?? '')).state === 'invalid',
      'the bid ends',
    );
    expect(Date.now() - seen).toBeLessThan(1_500);
    // It keeps its coins until a block has decided, and nothing is wrong with that.
    expect(await brokenInvariants(world)).toEqual([]);
    await world.mine();
    expect((await orderOf(world, bidder, orderIds[0] ?? '')).orderState).toBe(6);
  });
});
