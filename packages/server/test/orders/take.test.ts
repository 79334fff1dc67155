import { assetToWire, coinFromWire } from '@rialto/contract';
import { callApi, textList } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { CoinAsset } from '@rialto/protocols';
import { readSpend, unsignedOf } from '@rialto/psbt';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCustody } from '../../src/custody/signer-client.ts';
import { refusalOf, testWorld } from '../world.ts';

const PRICE = 60_000n;
const PAD = 1000n;
let world: World;
let seller: Trader;
let buyer: Trader;
let rival: Trader;

/** As if it had been prepared an hour ago. */
async function endQuote(takeId: string): Promise<void> {
  const client = new pg.Client({ connectionString: world.database.ownerUrl });
  await client.connect();
  await client.query(`update takes set expires_at = expires_at - interval '1 hour' where id = $1`, [takeId]);
  await client.end();
}

async function list(tick: string, price = PRICE): Promise<string> {
  const [lot] = await seller.lots(tick);
  if (lot === undefined) throw new Error('the seller has no lot left');
  return seller.ask(lot, tick, price);
}

beforeAll(async () => {
  world = await testWorld({ signerSettings: { PAD_VALUE: String(PAD) } });
  seller = world.trader('seller', 'p2tr');
  buyer = world.trader('buyer', 'p2wpkh');
  rival = world.trader('rival', 'p2tr');
  await world.token(
    'pepe',
    Array.from({ length: 18 }, () => ({ who: seller, amount: '1000' })),
  );
  await world.stockPads();
  await world.fund(buyer, [500_000n, 500_000n, 500_000n, 500_000n]);
  await world.fund(rival, [500_000n, 500_000n]);
  for (const trader of [seller, buyer, rival]) await trader.login();
});

afterAll(() => world.stop());

describe('a pad of another value than the usual one', () => {
  it('is told to the page, is in front, and is what a buyer must be able to pay before one is kept', async () => {
    const id = await list('pepe');
    expect((await callApi(world.origin, 'config')).padValue).toBe(String(PAD));
    const prepared = await buyer.prepare([id], 2);
    expect(prepared.coins[0]?.value).toBe(String(PAD));
    const poor = world.trader('poor', 'p2wpkh');
    await poor.login();
    const costs = BigInt(prepared.fees.networkFee) + BigInt(prepared.fees.serviceFee) + PRICE;
    // Enough behind a pad of the usual value, and not behind this one.
    await world.fund(poor, [costs + PAD - 200n]);
    const { status } = openCustody(world.exchange.signerSocket);
    const { free } = await status();
    expect(await refusalOf(poor.prepare([id], 2))).toBe('insufficient-funds');
    expect((await status()).free).toBe(free);
    await world.fund(poor, [200_000n]);
    expect((await poor.prepare([id], 2)).coins[0]?.value).toBe(String(PAD));
  });
});

describe('a take', () => {
  it('moves the token to the buyer and the money to the seller', async () => {
    const id = await list('pepe');
    const before = await balance(seller);
    const trade = await buyer.take([id]);
    expect(textList(await world.chain.rpc('getrawmempool'))).toEqual([trade.txId]);
    await world.mine();
    const mined = await callApi(world.origin, 'trade', {
      params: { book: 'brc20', tradeId: trade.tradeId },
      query: { net: 'regtest' },
      headers: buyer.headers(),
    });
    expect(mined.state).toBe('confirmed');
    expect(await tokens(buyer)).toBe('1000');
    expect((await balance(seller)) - before).toBe(PRICE - 546n);
    const order = await callApi(world.origin, 'order', {
      params: { book: 'brc20', orderId: id },
      query: { net: 'regtest' },
    });
    expect(order).toMatchObject({ orderState: 2, buyerAddress: buyer.address, dealTx: trade.txId });
  });

  it('takes three lots in one transaction', async () => {
    const ids = [await list('pepe'), await list('pepe'), await list('pepe')];
    const trade = await buyer.take(ids);
    await world.mine();
    expect(trade.orderIds).toEqual(ids);
    expect(await tokens(buyer)).toBe('4000');
  });

  it('has one winner when two sign the same ask', async () => {
    const id = await list('pepe');
    const [mine, theirs] = [await buyer.prepare([id], 2), await rival.prepare([id], 2)];
    const results = await Promise.allSettled([buyer.submit(mine), rival.submit(theirs)]);
    const lost = results.filter((result) => result.status === 'rejected');
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(lost).toHaveLength(1);
    expect(lost[0]).toMatchObject({ reason: { refusal: 'order-taken' } });
    await world.mine();
  });

  it('that came too late leaves a record when it was signed, and none otherwise', async () => {
    const id = await list('pepe');
    const late = await rival.prepare([id], 2);
    await buyer.take([id]);
    const states = async () => {
      const params = { book: 'brc20', address: rival.address } as const;
      const query = { net: 'regtest' } as const;
      const mine = await callApi(world.origin, 'myTrades', { params, query, headers: rival.headers() });
      return mine.results.filter(({ tradeId }) => tradeId === late.takeId).map(({ state }) => state);
    };
    const body = { net: 'regtest', address: rival.address, orderState: 2, takeId: late.takeId } as const;
    const unsigned = callApi(world.origin, 'updateOrderV2', {
      body: { ...body, psbtRaw: late.psbtRaw },
      headers: rival.headers(),
    });
    expect(await refusalOf(unsigned)).toBe('signature-missing');
    expect(await states()).toEqual([]);
    expect(await refusalOf(rival.submit(late))).toBe('order-taken');
    expect(await states()).toEqual(['void']);
    await world.mine();
  });

  it('answers the same submit again with the same trade', async () => {
    const take = await buyer.prepare([await list('pepe')], 2);
    const [first, second] = await Promise.all([buyer.submit(take), buyer.submit(take)]);
    expect(second.tradeId).toBe(first.tradeId);
    expect(second.txId).toBe(first.txId);
    await world.mine();
  });

  it('answers it after the quote has ended, too, and under the same Idempotency-Key', async () => {
    const take = await buyer.prepare([await list('pepe')], 2);
    const { takeId } = take;
    const psbtRaw = buyer.sign(take.psbtRaw, take.toSignInputs);
    const body = { net: 'regtest', address: buyer.address, orderState: 2, takeId, psbtRaw } as const;
    const headers = { ...buyer.headers(), 'idempotency-key': takeId };
    const first = await callApi(world.origin, 'updateOrderV2', { body, headers });
    expect(await callApi(world.origin, 'updateOrderV2', { body, headers })).toEqual(first);
    await endQuote(takeId);
    expect((await buyer.submit(take)).tradeId).toBe(takeId);
    expect(textList(await world.chain.rpc('getrawmempool'))).toHaveLength(1);
    await world.mine();
  });

  it('that was signed and never handed in holds nothing, and is not taken once its quote has ended', async () => {
    const id = await list('pepe');
    const dropped = await buyer.prepare([id], 2);
    const order = () =>
      callApi(world.origin, 'order', { params: { book: 'brc20', orderId: id }, query: { net: 'regtest' } });
    expect(await order()).toMatchObject({ orderState: 1, pending: false });
    await endQuote(dropped.takeId);
    expect(await refusalOf(buyer.submit(dropped))).toBe('take-expired');
    expect(await order()).toMatchObject({ orderState: 1, pending: false });
    await rival.take([id]);
    await world.mine();
  });

  it('never hands out a seller’s signature', async () => {
    const id = await list('pepe');
    const take = await buyer.prepare([id], 2);
    const own = await callApi(world.origin, 'myOrders', {
      params: { book: 'brc20', address: seller.address },
      query: { net: 'regtest', orderState: '1' },
      headers: seller.headers(),
    });
    const psbt = own.results.find((order) => order.orderId === id)?.psbtRaw ?? '';
    const signature = /40([0-9a-f]{128}83)|41([0-9a-f]{128}83)/.exec(psbt)?.[0] ?? 'no signature found';
    expect(psbt).toContain(signature);
    expect(take.psbtRaw).not.toContain(signature.slice(2));
    const book = await callApi(world.origin, 'orders', {
      query: { net: 'regtest', tick: 'pepe', orderState: '1' },
    });
    expect(JSON.stringify(book)).not.toContain(signature.slice(2));
    expect(book.results.every((order) => order.psbtRaw === '')).toBe(true);
  });

  it('shows one order’s PSBT to its owner alone', async () => {
    const id = await list('pepe');
    const shown = async (headers: Readonly<Record<string, string>>): Promise<string> => {
      const params = { book: 'brc20', orderId: id } as const;
      const order = await callApi(world.origin, 'order', { params, query: { net: 'regtest' }, headers });
      return order.psbtRaw;
    };
    const own = await callApi(world.origin, 'myOrders', {
      params: { book: 'brc20', address: seller.address },
      query: { net: 'regtest', orderState: '1' },
      headers: seller.headers(),
    });
    const psbt = own.results.find((order) => order.orderId === id)?.psbtRaw ?? '';
    expect(psbt).toMatch(/^70736274ff/);
    expect(await shown(seller.headers())).toBe(psbt);
    expect(await shown({})).toBe('');
    expect(await shown(buyer.headers())).toBe('');
    expect(await shown({ 'x-signature': 'of nobody', 'x-public-key': '02' })).toBe('');
    await seller.post('updateOrder', { net: 'regtest', address: seller.address, orderId: id, orderState: 3 });
  });

  it('tells the own orders page by page, each once', async () => {
    const query = { net: 'regtest', orderState: '21' } as const;
    const own = (page: { limit?: string; before?: string }) =>
      callApi(world.origin, 'myOrders', {
        params: { book: 'brc20', address: seller.address },
        query: { ...query, ...page },
        headers: seller.headers(),
      });
    const all = (await own({})).results.map((order) => order.orderId);
    expect(all.length).toBeGreaterThan(3);
    const paged: string[] = [];
    for (let page = await own({ limit: '2' }); page.results.length > 0;) {
      expect(page.results.length).toBeLessThanOrEqual(2);
      paged.push(...page.results.map((order) => order.orderId));
      page = await own({ limit: '2', before: paged.at(-1) ?? '' });
    }
    expect(paged).toEqual(all);
  });

  it('tells of a part of the book that it is a part', async () => {
    await list('pepe');
    await list('pepe');
    const open = (page: { limit?: string; sortType?: '1' | '-1' }) =>
      callApi(world.origin, 'orders', { query: { net: 'regtest', tick: 'pepe', orderState: '1', ...page } });
    const whole = await open({});
    const ids = whole.results.map((order) => order.orderId);
    expect(ids.length).toBeGreaterThanOrEqual(2);
    expect(whole.more).toBe(false);
    const limit = String(ids.length - 1);
    const part = await open({ limit });
    expect([part.more, part.total]).toEqual([true, ids.length - 1]);
    expect(part.results.map((order) => order.orderId)).toEqual(ids.slice(0, -1));
    const falling = await open({ limit, sortType: '-1' });
    expect([falling.more, falling.results.map((order) => order.orderId)]).toEqual([
      true,
      ids.slice(0, -1).toReversed(),
    ]);
    expect((await open({ limit: String(ids.length) })).more).toBe(false);
  });

  it('costs no more than the budget, and takes no pad for what is refused', async () => {
    const id = await list('pepe');
    // One for whom no pad is kept yet.
    const thrifty = world.trader('thrifty', 'p2wpkh');
    await thrifty.login();
    await world.fund(thrifty, [200_000n]);
    const request = {
      net: 'regtest',
      buyerAddress: thrifty.address,
      publicKey: bytesToHex(thrifty.publicKey),
      feeRate: 2,
    } as const;
    const prepared = async (budget: bigint) => {
      const body = { ...request, orderIds: [id], budget: String(budget) };
      return callApi(world.origin, 'prepareTake', { body, headers: thrifty.headers() });
    };
    const { status } = openCustody(world.exchange.signerSocket);
    const { free } = await status();
    expect(await refusalOf(prepared(1n))).toBe('budget-exceeded');
    expect((await status()).free).toBe(free);
    const total = BigInt((await prepared(200_000n)).total);
    expect((await status()).free).toBe(free - 1);
    expect(await refusalOf(prepared(total - 1n))).toBe('budget-exceeded');
    expect((await prepared(total)).total).toBe(String(total));
  });

  it('says what it does as its bytes and coins say it', async () => {
    const id = await list('pepe');
    const { effects: told, psbtRaw, coins } = await buyer.prepare([id], 2);
    const { outpoint } = await callApi(world.origin, 'order', {
      params: { book: 'brc20', orderId: id },
      query: { net: 'regtest' },
    });
    const { does } = readSpend(unsignedOf(hexToBytes(psbtRaw)), coins.map(coinFromWire), [], [outpoint]);
    expect(
      told.parties.map(({ script, satsIn, satsOut }) => [script, BigInt(satsIn), BigInt(satsOut)]),
    ).toEqual(does.parties.map(({ script, satsIn, satsOut }) => [script, satsIn, satsOut]));
    for (const way of ['gives', 'gets'] as const)
      expect(told.parties.flatMap((party) => party[way])).toEqual(
        does.parties.flatMap((party) =>
          party[way].map(({ index, ...asset }) => ({ index, asset: assetToWire(asset as CoinAsset) })),
        ),
      );
    expect(told).toMatchObject({ toFee: [], burned: [], disputed: [], networkFee: does.fee.toString() });
    expect([told.vsize, told.feeRate]).toEqual([does.vsize, does.feeRateSatVb]);
    const mine = told.parties.find(({ script }) => script === bytesToHex(buyer.script));
    expect(mine?.gets).toMatchObject([{ asset: { tick: 'pepe', units: (1000n * 10n ** 18n).toString() } }]);
    expect(mine?.gives).toEqual([]);
  });

  it('is submitted by its own id or by one of its orders, and by no other', async () => {
    const [id, other] = [await list('pepe'), await list('pepe')];
    const take = await buyer.prepare([id], 2);
    const signed = buyer.sign(take.psbtRaw, take.toSignInputs);
    // Prepared later for the same order, and not what was signed.
    await buyer.prepare([id], 3);
    const submit = (who: Trader, orderId: string, psbtRaw = signed) =>
      callApi(world.origin, 'updateOrderV2', {
        body: { net: 'regtest', address: who.address, orderState: 2, orderId, psbtRaw },
        headers: who.headers(),
      });
    expect(await refusalOf(submit(buyer, other))).toBe('unknown-trade');
    expect(await refusalOf(submit(rival, id))).toBe('unknown-trade');
    const { psbtRaw: another } = await rival.prepare([id], 2);
    expect(await refusalOf(submit(buyer, id, another))).toBe('psbt-changed');
    expect(await refusalOf(submit(buyer, id, '70736274ff'))).toBe('psbt-malformed');
    expect(await submit(buyer, id)).toMatchObject({ tradeId: take.takeId, orderIds: [id] });
    // The same again, and by its own id.
    expect(await submit(buyer, id)).toMatchObject({ tradeId: take.takeId });
    expect(await buyer.submit(take)).toMatchObject({ tradeId: take.takeId });
    await world.mine();
  });

  it('refuses one’s own order, a closed one, one that is not there, a rate out of bounds', async () => {
    const id = await list('pepe');
    expect(await refusalOf(seller.prepare([id], 2))).toBe('own-order');
    expect(await refusalOf(buyer.prepare(['0'.repeat(64)], 2))).toBe('unknown-order');
    for (const rate of [0.5, 0.01, 0, -1])
      expect(await refusalOf(buyer.prepare([id], rate))).toBe('fee-too-low');
    expect(await refusalOf(buyer.prepare([id], 400))).toBe('fee-needs-consent');
    await expect(buyer.prepare([id], 5_001)).rejects.toThrow(
      'The network fee is above the limit. (5001 sat/vB)',
    );
    await seller.post('updateOrder', { net: 'regtest', address: seller.address, orderId: id, orderState: 3 });
    expect(await refusalOf(buyer.prepare([id], 2))).toBe('order-closed');
  });
});

async function balance(trader: Trader): Promise<bigint> {
  const coins = await callApi(world.origin, 'btcCoins', {
    query: { address: trader.address, net: 'regtest', unconfirmed: '0' },
  });
  return coins.reduce((sum, coin) => sum + BigInt(coin.satoshis), 0n);
}

async function tokens(trader: Trader): Promise<string> {
  const answer = await callApi(world.origin, 'tokenBalance', {
    params: { book: 'brc20', address: trader.address, tick: 'pepe' },
    query: { net: 'regtest' },
  });
  return answer.availableBalance;
}
