/** Live bids in the four books, on the real node with the real programs: answered, signed, mined; and what comes of bidders who are not there. */
import { callApi, coinsOf, field, text, textList } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import type { PreparedLiveAnswer, WaitingAnswer } from '@rialto/contract';
import { coinFromWire } from '@rialto/contract';
import { hexToBytes, sats } from '@rialto/protocols';
import { addressToScript, checkLive, checkSigning, readSpend, unsignedOf } from '@rialto/psbt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spendElsewhere } from '../bids/spend-coin.ts';
import { refusalOf, until } from '../world.ts';
import { BOOKS, PRICE, TICKS, net, openLive } from './live-stage.ts';
import type { Book, LiveStage } from './live-stage.ts';

const SIGN_SECONDS = 4;
const LISTED_SECONDS = 3;
let live: LiveStage;
let world: World;
let seller: Trader;
let rival: Trader;
let bidder: Trader;

beforeAll(async () => {
  live = await openLive({
    settings: {
      LIVE_SIGN_SECONDS: String(SIGN_SECONDS),
      LIVE_LISTED_SECONDS: String(LISTED_SECONDS),
      LIVE_PAUSE_BLOCKS: '3',
    },
    lots: { brc20: 8, mrc20: 8, idcoin: 8, runes: 3 },
  });
  ({ world, seller, rival, bidder } = live);
});

afterAll(() => world.stop());

/** As page and bot look at a sale before they sign. */
function mismatches(sale: WaitingAnswer | PreparedLiveAnswer, book: Book, own: Trader): string[] {
  const coins = sale.coins.map(coinFromWire);
  const psbt = hexToBytes(sale.psbtRaw);
  const read = readSpend(unsignedOf(psbt), coins);
  const lot = coins.find(({ outpoint }) => outpoint === sale.outpoint);
  const asset = lot?.assets.find((one) => one.kind !== 'pin');
  const token = asset?.kind === 'inscription' ? asset.transfer?.asset : asset?.asset;
  const script = (address: string) => addressToScript(address, 'regtest');
  const found = checkLive(read, {
    buyerScript: script(sale.bidderAddress),
    lots: [
      {
        outpoint: sale.outpoint,
        asset: token ?? '',
        units: 1000n * 10n ** 18n,
        inscriptionId: book === 'brc20' && asset?.kind === 'inscription' ? asset.id : '',
        price: sats(BigInt(sale.proceeds)),
        payScript: script(sale.sellerAddress),
      },
    ],
    serviceFee: { script: script(sale.feeAddress), value: sats(BigInt(sale.serviceFee)) },
    maxServiceFee: 2000n,
    price: sats(PRICE),
    feeRateSatVb: 2,
  });
  return [...found, ...checkSigning({ psbt, toSign: sale.toSignInputs }, read, own.script)].map(
    ({ code }) => code,
  );
}

describe.each(BOOKS)('a live bid in the book %s', (book) => {
  it('is answered, signed and mined: the bidder pays the price, the seller gets it less both fees', async () => {
    const { orderId } = await live.push(bidder, book);
    expect(await live.listed(book)).toMatchObject([
      { orderId, live: true, buyerAddress: bidder.address, outpoint: '', amount: PRICE.toString() },
    ]);
    const { coin } = await live.lotOf(seller, book);
    const sale = await live.prepare(seller, book, { orderId, outpoint: coin.outpoint });
    expect(mismatches(sale, book, seller)).toEqual([]);
    expect(await live.waiting(bidder, book)).toEqual([]);
    expect(await live.halfOf(sale.answerId)).toBeNull();
    const told = await live.submit(seller, book, sale);
    expect(told).toMatchObject({ state: 'waiting', proceeds: sale.proceeds });
    expect(await live.halfOf(sale.answerId)).not.toBeNull();
    const [answer] = await live.waiting(bidder, book);
    if (answer === undefined) throw new Error('nothing waits');
    expect(mismatches(answer, book, bidder)).toEqual([]);
    const done = await live.sign(bidder, book, answer);
    expect(done).toMatchObject({ state: 'signed', tradeId: sale.answerId });
    expect(await live.sign(bidder, book, answer)).toEqual(done);
    expect([await live.halfOf(sale.answerId), await live.keptCoins()]).toEqual([null, 0]);
    expect(await live.orderOf(book, orderId)).toMatchObject({ orderState: 1, pending: true });
    expect(textList(await world.chain.rpc('getrawmempool'))).toEqual([done.txId]);
    await world.mine();
    const order = await live.orderOf(book, orderId);
    expect(order).toMatchObject({ orderState: 2, dealTx: done.txId, sellerAddress: seller.address });
    const coins = await coinsOf(world.origin, seller);
    expect(coins.map(({ outpoint, value }) => [outpoint, value])).toContainEqual([
      `${done.txId}:1`,
      BigInt(sale.proceeds),
    ]);
    const bought = (await coinsOf(world.origin, bidder)).find(
      ({ outpoint }) => outpoint === `${done.txId}:0`,
    );
    expect(bought?.assets).toHaveLength(1);
    const query = { net, tick: TICKS[book], orderState: '2' } as const;
    const sales = await callApi(world.origin, 'orders', { params: { book }, query });
    expect(sales.results.map((one) => one.orderId)).toContain(orderId);
  });

  it('one answer at a time: of two sellers one waits, and the other is told so', async () => {
    const { orderId } = await live.push(bidder, book);
    const lots = [(await live.lotOf(seller, book)).coin, (await live.lotOf(rival, book)).coin];
    const [mine, theirs] = [
      await live.prepare(seller, book, { orderId, outpoint: lots[0]?.outpoint ?? '' }),
      await live.prepare(rival, book, { orderId, outpoint: lots[1]?.outpoint ?? '' }),
    ];
    const results = await Promise.allSettled([
      live.submit(seller, book, mine),
      live.submit(rival, book, theirs),
    ]);
    const lost = results.filter((result) => result.status === 'rejected');
    expect(lost).toMatchObject([{ reason: { refusal: 'live-answered' } }]);
    expect(await refusalOf(live.prepare(rival, book, { orderId, outpoint: lots[1]?.outpoint ?? '' }))).toBe(
      'live-answered',
    );
    const [answer] = await live.waiting(bidder, book);
    if (answer === undefined) throw new Error('nothing waits');
    const signed = await Promise.allSettled([
      live.sign(bidder, book, answer),
      live.sign(bidder, book, answer),
    ]);
    expect(signed.map((one) => (one.status === 'fulfilled' ? one.value.txId : String(one.reason)))).toEqual(
      Array(2).fill(textList(await world.chain.rpc('getrawmempool'))[0]),
    );
    await world.mine();
    expect(await live.orderOf(book, orderId)).toMatchObject({ orderState: 2 });
  });

  it('a coin is in one answer at a time, on both sides', async () => {
    const { sale } = await live.answered(book);
    const other = await live.push(bidder, book);
    expect(
      await refusalOf(live.prepare(seller, book, { orderId: other.orderId, outpoint: sale.outpoint })),
    ).toBe('live-coin-kept');
    const { coin } = await live.lotOf(rival, book);
    const beside = await live.prepare(rival, book, { orderId: other.orderId, outpoint: coin.outpoint });
    const kept = new Set(sale.coins.map(({ outpoint }) => outpoint));
    const pads = (
      await live.sql<{ pad_outpoint: string | null }>('select pad_outpoint from live_answers')
    ).map((row) => row.pad_outpoint);
    expect(beside.coins.filter(({ outpoint }) => kept.has(outpoint) && !pads.includes(outpoint))).toEqual([]);
    const declined = await bidder
      .at(book)
      .post('declineLiveAnswer', { net, address: bidder.address, answerId: sale.answerId });
    expect(declined).toMatchObject({ state: 'declined', reason: 'the bidder declined' });
    expect([await live.halfOf(sale.answerId), await live.keptCoins()]).toEqual([null, 0]);
    for (const { orderId } of [other, sale])
      await bidder.at(book).post('removeLiveBid', { net, address: bidder.address, orderId });
    expect(await live.listed(book)).toEqual([]);
    await live.forgive();
  });
});

describe('a bidder who is not there', () => {
  const book = 'mrc20';

  it('is told to the seller, whose half is deleted; after three absences he lists nothing for some blocks', async () => {
    await live.forgive();
    const { orderId } = await live.push(bidder, book);
    const { coin } = await live.lotOf(seller, book);
    const other = await live.push(bidder, 'idcoin');
    for (const absence of [1, 2, 3]) {
      await live.beat(bidder);
      const sale = await live.prepare(seller, book, { orderId, outpoint: coin.outpoint });
      const told = await live.submit(seller, book, sale);
      const left = (told.signBy ?? 0) - Date.now();
      expect(left).toBeLessThanOrEqual(SIGN_SECONDS * 1000);
      const [answer] = await live.waiting(bidder, book);
      await until(
        async () => (await live.stateOf(seller, book, sale.answerId)).state === 'absent',
        'the seller is told',
        SIGN_SECONDS * 1000 + 2_000,
      );
      expect(await live.stateOf(seller, book, sale.answerId)).toMatchObject({
        state: 'absent',
        reason: 'the bidder did not sign in time',
      });
      expect([await live.halfOf(sale.answerId), await live.keptCoins()]).toEqual([null, 0]);
      if (answer === undefined) throw new Error('nothing waited');
      expect(await refusalOf(live.sign(bidder, book, answer))).toBe('live-over');
      expect((await live.orderOf(book, orderId)).orderState).toBe(absence < 3 ? 1 : 3);
    }
    expect(await live.orderOf('idcoin', other.orderId)).toMatchObject({ state: 'cancelled' });
    expect(await refusalOf(live.push(bidder, book))).toBe('live-paused');
    expect((await live.beat(bidder)).pausedUntil).toBeGreaterThan(0);
    await world.mine(3);
    await world.fund(bidder, [200_000n]);
    const again = await live.push(bidder, book);
    await bidder.at(book).post('removeLiveBid', { net, address: bidder.address, orderId: again.orderId });
  }, 60_000);

  it('leaves the book when his page is silent, and comes back with it', async () => {
    const { orderId } = await live.push(bidder, book);
    await until(async () => (await live.listed(book)).length === 0, 'out of the book', 10_000);
    expect(await live.orderOf(book, orderId)).toMatchObject({
      state: 'paused',
      reason: 'its bidder is not there',
    });
    const { coin } = await live.lotOf(seller, book);
    expect(await refusalOf(live.prepare(seller, book, { orderId, outpoint: coin.outpoint }))).toBe(
      'live-away',
    );
    expect(await live.beat(bidder)).toMatchObject({ orderIds: [orderId], waiting: 0 });
    expect((await live.listed(book)).map((one) => one.orderId)).toEqual([orderId]);
    await bidder.at(book).post('removeLiveBid', { net, address: bidder.address, orderId });
  });

  it('is refused by name, and so is a seller who brings something else', async () => {
    expect(await refusalOf(live.push(bidder, book, { amount: '9999' }))).toBe('too-small');
    expect(await refusalOf(live.push(bidder, book, { amount: '90000000000' }))).toBe('insufficient-funds');
    expect(await refusalOf(live.push(bidder, book, { coinAmount: '0' }))).toBe('amount-differs');
    const { orderId } = await live.push(bidder, book, { coinAmount: '999' });
    const { coin } = await live.lotOf(seller, book);
    const of = { orderId, outpoint: coin.outpoint };
    expect(await refusalOf(live.prepare(seller, book, of))).toBe('amount-differs');
    expect(await refusalOf(live.prepare(bidder, book, of))).toBe('own-order');
    const { coin: owl } = await live.lotOf(seller, 'idcoin');
    expect(await refusalOf(live.prepare(seller, book, { orderId, outpoint: owl.outpoint }))).toBe(
      'lots-differ',
    );
    await bidder.at(book).post('removeLiveBid', { net, address: bidder.address, orderId });
    expect(await refusalOf(live.prepare(seller, book, of))).toBe('order-closed');
    const { orderId: good } = await live.push(bidder, book);
    const bar = { orderId: good, outpoint: coin.outpoint, least: '58000' };
    expect(await refusalOf(live.prepare(seller, book, bar))).toBe('proceeds-too-low');
    const sale = await live.prepare(seller, book, { orderId: good, outpoint: coin.outpoint });
    const unsigned = seller.at(book).post('submitLiveAnswer', {
      net,
      address: seller.address,
      answerId: sale.answerId,
      psbtRaw: sale.psbtRaw,
    });
    expect(await refusalOf(unsigned)).toBe('signature-missing');
    expect(await refusalOf(live.stateOf(rival, book, sale.answerId))).toBe('not-yours');
    await bidder.at(book).post('removeLiveBid', { net, address: bidder.address, orderId: good });
    expect(await live.submit(seller, book, sale)).toMatchObject({
      state: 'failed',
      reason: 'the bidder withdrew the bid',
    });
    expect(await live.halfOf(sale.answerId)).toBeNull();
  });
});

describe('coins that are spent meanwhile', () => {
  const book = 'mrc20';

  it('by the bidder: the answer fails, the half is deleted, and it counts as an absence', async () => {
    await live.forgive();
    const { orderId, sale } = await live.answered(book);
    const [answer] = await live.waiting(bidder, book);
    const mine = sale.coins.find(({ outpoint }) => outpoint !== sale.outpoint);
    const money = (await coinsOf(world.origin, bidder)).find((one) => one.outpoint === mine?.outpoint);
    if (money === undefined) throw new Error('no such coin');
    await spendElsewhere(world, bidder, [money]);
    if (answer === undefined) throw new Error('nothing waits');
    expect(await refusalOf(live.sign(bidder, book, answer))).toBe('bidder-short');
    expect(await live.stateOf(seller, book, sale.answerId)).toMatchObject({ state: 'failed' });
    expect([await live.halfOf(sale.answerId), await live.keptCoins()]).toEqual([null, 0]);
    const [row] = await live.sql<{ absences: number }>(
      'select absences from live_bidders where address = $1',
      [bidder.address],
    );
    expect(row?.absences).toBe(1);
    expect(await live.orderOf(book, orderId)).toMatchObject({ pending: false });
    await bidder.at(book).post('removeLiveBid', { net, address: bidder.address, orderId });
    await world.mine();
  });

  it('a block with the sale is undone: the bid is as it was, and sold again with the next block', async () => {
    const { orderId } = await live.answered(book);
    const [answer] = await live.waiting(bidder, book);
    if (answer === undefined) throw new Error('nothing waits');
    const done = await live.sign(bidder, book, answer);
    await world.mine();
    expect(await live.orderOf(book, orderId)).toMatchObject({ orderState: 2 });
    const tip = text(await world.chain.rpc('getbestblockhash'));
    await world.chain.rpc('invalidateblock', [tip]);
    await until(async () => (await live.orderOf(book, orderId)).orderState === 1, 'open and pending again');
    expect(await live.orderOf(book, orderId)).toMatchObject({ pending: true });
    await world.chain.rpc('reconsiderblock', [tip]);
    await world.mine();
    expect(await live.orderOf(book, orderId)).toMatchObject({ orderState: 2, dealTx: done.txId });
    expect(field(await world.chain.rpc('getrawtransaction', [done.txId, true]), 'confirmations')).toBe(2);
  });
});
