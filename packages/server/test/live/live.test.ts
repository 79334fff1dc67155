/** Live bids in the four books, on the real node with the real programs: answered, signed, mined; and what comes of bidders who are not there. */
import { callApi, coinsOf, field, text, textList } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import type { AnswerOf, LiveAnswer, PreparedLiveAnswer, WaitingAnswer } from '@rialto/contract';
import { coinFromWire } from '@rialto/contract';
import { marketNamed } from '@rialto/market';
import { bytesToHex, sats, splitOutpoint } from '@rialto/protocols';
import { addressToScript, checkLive, checkSigning, readSpend, unsignedOf } from '@rialto/psbt';
import { hexToBytes } from '@rialto/protocols';
import { Transaction } from '@scure/btc-signer';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, testWorld, until } from '../world.ts';

const PRICE = 60_000n;
const SIGN_SECONDS = 4;
const LISTED_SECONDS = 3;
const net = 'regtest';
const TICKS = { brc20: 'pepe', mrc20: 'IVY', idcoin: 'OWL', runes: 'GREEN•HILL•SPARROW' } as const;
const BOOKS = ['brc20', 'mrc20', 'idcoin', 'runes'] as const;
let world: World;
let seller: Trader;
let rival: Trader;
let bidder: Trader;

beforeAll(async () => {
  world = await testWorld({
    serverSettings: {
      LIVE_SIGN_SECONDS: String(SIGN_SECONDS),
      LIVE_LISTED_SECONDS: String(LISTED_SECONDS),
      LIVE_PAUSE_BLOCKS: '3',
    },
  });
  seller = world.trader('seller', 'p2tr');
  rival = world.trader('rival', 'p2wpkh');
  bidder = world.trader('bidder', 'p2tr');
  for (const book of BOOKS)
    await world.tokenIn(
      book,
      TICKS[book],
      [...Array.from({ length: 8 }, () => seller), rival, rival].map((who) => ({ who, amount: '1000' })),
    );
  await world.stockPads();
  await world.fund(
    bidder,
    Array.from({ length: 12 }, () => 200_000n),
  );
  for (const trader of [seller, rival, bidder]) await trader.login();
});

afterAll(() => world.stop());

type Book = (typeof BOOKS)[number];

async function lotOf(who: Trader, book: Book): Promise<OwnLot> {
  const lot = (await who.at(book).lots(TICKS[book])).find(({ amount }) => amount === '1000');
  if (lot === undefined) throw new Error('no lot left');
  return lot;
}

const push = (who: Trader, book: Book, more: { amount?: string; coinAmount?: string } = {}) =>
  who.at(book).post('pushLiveBid', {
    net,
    address: who.address,
    publicKey: bytesToHex(who.publicKey),
    tick: TICKS[book],
    coinAmount: '1000',
    amount: PRICE.toString(),
    ...more,
  });

const beat = (who: Trader) => who.post('beatLiveBids', { net, address: who.address });

const prepare = (who: Trader, book: Book, of: { orderId: string; outpoint: string; least?: string }) =>
  who.at(book).post('prepareLiveAnswer', {
    net,
    address: who.address,
    publicKey: bytesToHex(who.publicKey),
    feeRate: 2,
    ...of,
  });

const submit = (who: Trader, book: Book, sale: PreparedLiveAnswer): Promise<LiveAnswer> =>
  who.at(book).post('submitLiveAnswer', {
    net,
    address: who.address,
    answerId: sale.answerId,
    psbtRaw: who.sign(sale.psbtRaw, sale.toSignInputs),
  });

const waiting = async (who: Trader, book: Book): Promise<WaitingAnswer[]> => {
  const query = { net } as const;
  return (await callApi(world.origin, 'waitingAnswers', { params: { book }, query, headers: who.headers() }))
    .results;
};

const sign = (who: Trader, book: Book, answer: WaitingAnswer): Promise<LiveAnswer> =>
  who.at(book).post('signLiveAnswer', {
    net,
    address: who.address,
    answerId: answer.answerId,
    psbtRaw: who.sign(answer.psbtRaw, answer.toSignInputs),
  });

const stateOf = (who: Trader, book: Book, answerId: string): Promise<LiveAnswer> =>
  callApi(world.origin, 'liveAnswer', {
    params: { book },
    query: { net, answerId },
    headers: who.headers(),
  });

const orderOf = (book: Book, orderId: string) =>
  callApi(world.origin, 'order', { params: { book, orderId }, query: { net } });

async function listed(book: Book): Promise<AnswerOf<'orders'>['results']> {
  const orderType = `${marketNamed(book).types.bid}`;
  const query = { net, tick: TICKS[book], orderType, orderState: '1' } as const;
  return (await callApi(world.origin, 'orders', { params: { book }, query })).results;
}

/** A bid, and a seller's signed answer to it. */
async function answered(book: Book, who = seller): Promise<{ orderId: string; sale: PreparedLiveAnswer }> {
  const { orderId } = await push(bidder, book);
  const { coin } = await lotOf(who, book);
  const sale = await prepare(who, book, { orderId, outpoint: coin.outpoint });
  expect(await submit(who, book, sale)).toMatchObject({ state: 'waiting' });
  return { orderId, sale };
}

async function sql<Row extends pg.QueryResultRow>(query: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: world.database.ownerUrl });
  await client.connect();
  try {
    return (await client.query<Row>(query, values)).rows;
  } finally {
    await client.end();
  }
}

const halfOf = async (answerId: string): Promise<unknown> =>
  (await sql<{ witness: unknown }>('select witness from live_answers where id = $1', [answerId]))[0]?.witness;
const keptCoins = async (): Promise<number> => (await sql('select outpoint from live_coins')).length;

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
    const { orderId } = await push(bidder, book);
    expect(await listed(book)).toMatchObject([
      { orderId, live: true, buyerAddress: bidder.address, outpoint: '', amount: PRICE.toString() },
    ]);
    const { coin } = await lotOf(seller, book);
    const sale = await prepare(seller, book, { orderId, outpoint: coin.outpoint });
    expect(mismatches(sale, book, seller)).toEqual([]);
    expect(await waiting(bidder, book)).toEqual([]);
    expect(await halfOf(sale.answerId)).toBeNull();
    const told = await submit(seller, book, sale);
    expect(told).toMatchObject({ state: 'waiting', proceeds: sale.proceeds });
    expect(await halfOf(sale.answerId)).not.toBeNull();
    const [answer] = await waiting(bidder, book);
    if (answer === undefined) throw new Error('nothing waits');
    expect(mismatches(answer, book, bidder)).toEqual([]);
    const done = await sign(bidder, book, answer);
    expect(done).toMatchObject({ state: 'signed', tradeId: sale.answerId });
    expect(await sign(bidder, book, answer)).toEqual(done);
    expect([await halfOf(sale.answerId), await keptCoins()]).toEqual([null, 0]);
    expect(await orderOf(book, orderId)).toMatchObject({ orderState: 1, pending: true });
    expect(textList(await world.chain.rpc('getrawmempool'))).toEqual([done.txId]);
    await world.mine();
    const order = await orderOf(book, orderId);
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
    const { orderId } = await push(bidder, book);
    const lots = [(await lotOf(seller, book)).coin, (await lotOf(rival, book)).coin];
    const [mine, theirs] = [
      await prepare(seller, book, { orderId, outpoint: lots[0]?.outpoint ?? '' }),
      await prepare(rival, book, { orderId, outpoint: lots[1]?.outpoint ?? '' }),
    ];
    const results = await Promise.allSettled([submit(seller, book, mine), submit(rival, book, theirs)]);
    const lost = results.filter((result) => result.status === 'rejected');
    expect(lost).toMatchObject([{ reason: { refusal: 'live-answered' } }]);
    expect(await refusalOf(prepare(rival, book, { orderId, outpoint: lots[1]?.outpoint ?? '' }))).toBe(
      'live-answered',
    );
    const [answer] = await waiting(bidder, book);
    if (answer === undefined) throw new Error('nothing waits');
    const signed = await Promise.allSettled([sign(bidder, book, answer), sign(bidder, book, answer)]);
    expect(signed.map((one) => (one.status === 'fulfilled' ? one.value.txId : String(one.reason)))).toEqual(
      Array(2).fill(textList(await world.chain.rpc('getrawmempool'))[0]),
    );
    await world.mine();
    expect(await orderOf(book, orderId)).toMatchObject({ orderState: 2 });
  });

  it('a coin is in one answer at a time, on both sides', async () => {
    const { sale } = await answered(book);
    const other = await push(bidder, book);
    expect(await refusalOf(prepare(seller, book, { orderId: other.orderId, outpoint: sale.outpoint }))).toBe(
      'live-coin-kept',
    );
    const { coin } = await lotOf(rival, book);
    const beside = await prepare(rival, book, { orderId: other.orderId, outpoint: coin.outpoint });
    const kept = new Set(sale.coins.map(({ outpoint }) => outpoint));
    const pads = (await sql<{ pad_outpoint: string | null }>('select pad_outpoint from live_answers')).map(
      (row) => row.pad_outpoint,
    );
    expect(beside.coins.filter(({ outpoint }) => kept.has(outpoint) && !pads.includes(outpoint))).toEqual([]);
    const declined = await bidder
      .at(book)
      .post('declineLiveAnswer', { net, address: bidder.address, answerId: sale.answerId });
    expect(declined).toMatchObject({ state: 'declined', reason: 'the bidder declined' });
    expect([await halfOf(sale.answerId), await keptCoins()]).toEqual([null, 0]);
    for (const { orderId } of [other, sale])
      await bidder.at(book).post('removeLiveBid', { net, address: bidder.address, orderId });
    expect(await listed(book)).toEqual([]);
    await forgive();
  });
});

describe('a bidder who is not there', () => {
  const book = 'mrc20';

  it('is told to the seller, whose half is deleted; after three absences he lists nothing for some blocks', async () => {
    await forgive();
    const { orderId } = await push(bidder, book);
    const { coin } = await lotOf(seller, book);
    const other = await push(bidder, 'idcoin');
    for (const absence of [1, 2, 3]) {
      await beat(bidder);
      const sale = await prepare(seller, book, { orderId, outpoint: coin.outpoint });
      const told = await submit(seller, book, sale);
      const left = (told.signBy ?? 0) - Date.now();
      expect(left).toBeLessThanOrEqual(SIGN_SECONDS * 1000);
      const [answer] = await waiting(bidder, book);
      await until(
        async () => (await stateOf(seller, book, sale.answerId)).state === 'absent',
        'the seller is told',
        SIGN_SECONDS * 1000 + 2_000,
      );
      expect(await stateOf(seller, book, sale.answerId)).toMatchObject({
        state: 'absent',
        reason: 'the bidder did not sign in time',
      });
      expect([await halfOf(sale.answerId), await keptCoins()]).toEqual([null, 0]);
      if (answer === undefined) throw new Error('nothing waited');
      expect(await refusalOf(sign(bidder, book, answer))).toBe('live-over');
      expect((await orderOf(book, orderId)).orderState).toBe(absence < 3 ? 1 : 3);
    }
    expect(await orderOf('idcoin', other.orderId)).toMatchObject({ state: 'cancelled' });
    expect(await refusalOf(push(bidder, book))).toBe('live-paused');
    expect((await beat(bidder)).pausedUntil).toBeGreaterThan(0);
    await world.mine(3);
    await world.fund(bidder, [200_000n]);
    const again = await push(bidder, book);
    await bidder.at(book).post('removeLiveBid', { net, address: bidder.address, orderId: again.orderId });
  }, 60_000);

  it('leaves the book when his page is silent, and comes back with it', async () => {
    const { orderId } = await push(bidder, book);
    await until(async () => (await listed(book)).length === 0, 'out of the book', 10_000);
    expect(await orderOf(book, orderId)).toMatchObject({
      state: 'paused',
      reason: 'its bidder is not there',
    });
    const { coin } = await lotOf(seller, book);
    expect(await refusalOf(prepare(seller, book, { orderId, outpoint: coin.outpoint }))).toBe('live-away');
    expect(await beat(bidder)).toMatchObject({ orderIds: [orderId], waiting: 0 });
    expect((await listed(book)).map((one) => one.orderId)).toEqual([orderId]);
    await bidder.at(book).post('removeLiveBid', { net, address: bidder.address, orderId });
  });

  it('is refused by name, and so is a seller who brings something else', async () => {
    expect(await refusalOf(push(bidder, book, { amount: '9999' }))).toBe('too-small');
    expect(await refusalOf(push(bidder, book, { amount: '90000000000' }))).toBe('insufficient-funds');
    expect(await refusalOf(push(bidder, book, { coinAmount: '0' }))).toBe('amount-differs');
    const { orderId } = await push(bidder, book, { coinAmount: '999' });
    const { coin } = await lotOf(seller, book);
    const of = { orderId, outpoint: coin.outpoint };
    expect(await refusalOf(prepare(seller, book, of))).toBe('amount-differs');
    expect(await refusalOf(prepare(bidder, book, of))).toBe('own-order');
    const { coin: owl } = await lotOf(seller, 'idcoin');
    expect(await refusalOf(prepare(seller, book, { orderId, outpoint: owl.outpoint }))).toBe('lots-differ');
    await bidder.at(book).post('removeLiveBid', { net, address: bidder.address, orderId });
    expect(await refusalOf(prepare(seller, book, of))).toBe('order-closed');
    const { orderId: good } = await push(bidder, book);
    const bar = { orderId: good, outpoint: coin.outpoint, least: '58000' };
    expect(await refusalOf(prepare(seller, book, bar))).toBe('proceeds-too-low');
    const sale = await prepare(seller, book, { orderId: good, outpoint: coin.outpoint });
    const unsigned = seller.at(book).post('submitLiveAnswer', {
      net,
      address: seller.address,
      answerId: sale.answerId,
      psbtRaw: sale.psbtRaw,
    });
    expect(await refusalOf(unsigned)).toBe('signature-missing');
    expect(await refusalOf(stateOf(rival, book, sale.answerId))).toBe('not-yours');
    await bidder.at(book).post('removeLiveBid', { net, address: bidder.address, orderId: good });
    expect(await submit(seller, book, sale)).toMatchObject({
      state: 'failed',
      reason: 'the bidder withdrew the bid',
    });
    expect(await halfOf(sale.answerId)).toBeNull();
  });
});

describe('coins that are spent meanwhile', () => {
  const book = 'mrc20';

  /** One coin of somebody's to themselves, past the exchange. */
  async function spend(who: Trader, outpoint: string): Promise<void> {
    const coin = (await coinsOf(world.origin, who)).find((one) => one.outpoint === outpoint);
    if (coin === undefined) throw new Error('no such coin');
    const { txid, vout: index } = splitOutpoint(coin.outpoint);
    const money = (await coinsOf(world.origin, who)).find(
      (one) => one.assets.length === 0 && one.value > 20_000n && one.outpoint !== outpoint,
    );
    const tx = new Transaction({ version: 2 });
    let sum = 0n;
    for (const one of [
      { ...coin, txid, index },
      ...(money === undefined ? [] : [{ ...money, ...pointOf(money.outpoint) }]),
    ]) {
      const key = one.script[0] === 0x51 ? { tapInternalKey: who.publicKey.subarray(1) } : {};
      tx.addInput({
        txid: one.txid,
        index: one.index,
        sequence: 0xfffffffd,
        witnessUtxo: { script: one.script, amount: one.value },
        ...key,
      });
      sum += one.value;
    }
    tx.addOutput({ script: who.script, amount: sum - 3_000n });
    tx.sign(who.key);
    tx.finalize();
    text(await world.chain.rpc('sendrawtransaction', [tx.hex]));
  }
  const pointOf = (outpoint: string) => {
    const { txid, vout: index } = splitOutpoint(outpoint as Parameters<typeof splitOutpoint>[0]);
    return { txid, index };
  };

  it('by the bidder: the answer fails, the half is deleted, and it counts as an absence', async () => {
    await forgive();
    const { orderId, sale } = await answered(book);
    const [answer] = await waiting(bidder, book);
    const mine = sale.coins.find(({ outpoint }) => outpoint !== sale.outpoint);
    await spend(bidder, mine?.outpoint ?? '');
    if (answer === undefined) throw new Error('nothing waits');
    expect(await refusalOf(sign(bidder, book, answer))).toBe('bidder-short');
    expect(await stateOf(seller, book, sale.answerId)).toMatchObject({ state: 'failed' });
    expect([await halfOf(sale.answerId), await keptCoins()]).toEqual([null, 0]);
    const [row] = await sql<{ absences: number }>('select absences from live_bidders where address = $1', [
      bidder.address,
    ]);
    expect(row?.absences).toBe(1);
    expect(await orderOf(book, orderId)).toMatchObject({ pending: false });
    await bidder.at(book).post('removeLiveBid', { net, address: bidder.address, orderId });
    await world.mine();
  });

  it('a block with the sale is undone: the bid is as it was, and sold again with the next block', async () => {
    const { orderId } = await answered(book);
    const [answer] = await waiting(bidder, book);
    if (answer === undefined) throw new Error('nothing waits');
    const done = await sign(bidder, book, answer);
    await world.mine();
    expect(await orderOf(book, orderId)).toMatchObject({ orderState: 2 });
    const tip = text(await world.chain.rpc('getbestblockhash'));
    await world.chain.rpc('invalidateblock', [tip]);
    await until(async () => (await orderOf(book, orderId)).orderState === 1, 'open and pending again');
    expect(await orderOf(book, orderId)).toMatchObject({ pending: true });
    await world.chain.rpc('reconsiderblock', [tip]);
    await world.mine();
    expect(await orderOf(book, orderId)).toMatchObject({ orderState: 2, dealTx: done.txId });
    expect(field(await world.chain.rpc('getrawtransaction', [done.txId, true]), 'confirmations')).toBe(2);
  });
});

/** As if every answer had been signed. */
const forgive = (): Promise<unknown> => sql('update live_bidders set absences = 0, paused_until = 0');
