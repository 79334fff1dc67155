/** The book of Runes on the real node: listed, bought, edited, cancelled and split, refused by name, and what the chain does to it. */
import { callApi, coinsOf, etchAll, runeNamed, text } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import type { Rune } from '@rialto/contract';
import { bytesToHex, splitOutpoint, sumSats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOf, sendCancel, spendTogether, submitOwn } from '../own/own-stage.ts';
import { refusalOf, testWorld, until } from '../world.ts';

const PRICE = 60_000n;
const net = 'regtest';
const NAME = 'GREEN•HILL•SPARROW';
const OTHER = 'STONE•BRIDGE•OTTER';
/** More digits than an amount of ours has. */
const FINE = 'FINER•THAN•DUST•MOTES';
/** The code envelope, as of all calls of the books. */
const ENVELOPE = { code: 0, message: 'ok' };

let world: World;
let seller: Trader;
let buyer: Trader;
let rune: Rune;

const found = async (name: string): Promise<Rune> => {
  const one = await runeNamed(world.origin, name);
  if (one === undefined) throw new Error(`no rune ${name}`);
  return one;
};

beforeAll(async () => {
  world = await testWorld();
  seller = world.trader('seller', 'p2tr').at('runes');
  buyer = world.trader('buyer', 'p2wpkh').at('runes');
  await world.tokenIn(
    'runes',
    NAME,
    Array.from({ length: 14 }, () => ({ who: seller, amount: '1000.5' })),
  );
  await world.tokenIn('runes', OTHER, [
    { who: seller, amount: '7' },
    { who: seller, amount: '8' },
  ]);
  const fine = { name: FINE, symbol: '·', divisibility: 19, premine: 10n ** 20n, share: 0n, minters: 0 };
  await etchAll(world.chain, seller, [fine]);
  await world.exchange.ready();
  for (const who of [seller, buyer])
    await world.fund(
      who,
      Array.from({ length: 12 }, () => 300_000n),
    );
  for (const who of [seller, buyer]) await who.login();
  rune = await found(NAME);
});

afterAll(() => world.stop());

const held = (who: Trader, tick = NAME) =>
  callApi(world.origin, 'tokenBalance', {
    params: { book: 'runes', address: who.address, tick },
    query: { net },
  });
const orderOf = (orderId: string) =>
  callApi(world.origin, 'order', { params: { book: 'runes', orderId }, query: { net } });
const ordersOf = (query: { tick?: string; assetId?: string; orderState?: '1' | '2'; orderType?: string }) =>
  callApi(world.origin, 'orders', {
    params: { book: 'runes' },
    query: { net, tick: NAME, orderState: '1', ...query },
  });

async function nextLot(tick = NAME, amount = '1000.5'): Promise<OwnLot> {
  const lot = (await seller.lots(tick)).find((one) => one.amount === amount);
  if (lot === undefined) throw new Error(`the seller has no lot of ${amount} ${tick}`);
  return lot;
}

/** An order to sell, but for its signature. */
const asked = (tick: string, coinAmount: string) =>
  ({ net, address: seller.address, tick, coinAmount, orderState: 1, orderType: 31 }) as const;

const list = async (price = PRICE): Promise<string> => seller.ask(await nextLot(), NAME, price);
const coinAt = (coins: readonly Coin[], point: string): Coin | undefined =>
  coins.find(({ outpoint }) => outpoint === point);

async function moneyOf(who: Trader): Promise<Coin> {
  const coin = (await coinsOf(world.origin, who)).find(
    ({ assets, value }) => assets.length === 0 && value > 40_000n,
  );
  if (coin === undefined) throw new Error('no money');
  return coin;
}

describe('a rune', () => {
  it('is listed, read, bought, and the rune ledger agrees', async () => {
    expect(await held(seller)).toMatchObject({
      token: NAME,
      assetId: rune.assetId,
      decimals: 2,
      availableBalance: '0',
    });
    const id = await list();
    expect((await held(seller)).transferBalanceList.filter(({ orderId }) => orderId === id)).toMatchObject([
      { inscriptionId: '', inscriptionNumber: '', amount: '1000.5', outValue: '546' },
    ]);
    const [row] = (await ordersOf({})).results;
    expect(row).toMatchObject({
      orderId: id,
      book: 'runes',
      tick: NAME,
      assetId: rune.assetId,
      coinAmount: '1000.5',
      coinDecimalNum: 2,
      amount: '60000',
      inscriptionId: '',
      orderType: 31,
      coinRatePrice: '59.970014992503748125',
    });
    const trade = await buyer.take([id]);
    expect(trade).toMatchObject({
      book: 'runes',
      coinAmount: '1000.5',
      coinDecimalNum: 2,
      serviceFee: '2000',
    });
    await world.mine();
    expect(await orderOf(id)).toMatchObject({
      orderState: 2,
      buyerAddress: buyer.address,
      dealTx: trade.txId,
    });
    expect(await held(buyer)).toMatchObject({ transferBalance: '1000.5', availableBalance: '0' });
    expect((await ordersOf({ orderState: '2' })).results[0]?.orderId).toBe(id);
    const balances = await callApi(world.origin, 'runeBalanceList', {
      query: { net, address: buyer.address },
    });
    expect(balances.list).toMatchObject([
      { runeid: rune.runeid, amount: '100050', divisibility: 2, symbol: '❖' },
    ]);
    const { results } = await callApi(world.origin, 'tickers', { params: { book: 'runes' }, query: { net } });
    expect(results.find(({ assetId }) => assetId === rune.assetId)).toMatchObject({
      book: 'runes',
      tick: NAME,
      coinDecimalNum: 2,
      lastPrice: '59.970014992503748125',
      trades24h: 1,
      volume24h: '60000',
    });
    const klines = await callApi(world.origin, 'kline', {
      params: { book: 'runes' },
      query: { net, tick: NAME, interval: '1d' },
    });
    expect(klines.list).toMatchObject([{ volume: '1000.5', turnover: '60000', trades: 1 }]);
    const news = await callApi(world.origin, 'notifications', {
      query: { address: buyer.address },
      headers: buyer.headers(),
    });
    expect(news.results.find(({ notificationType }) => notificationType === 3)).toMatchObject({
      notificationDesc: `1000.5 ${NAME}`,
      book: 'runes',
    });
  });

  it('is found by its id, by its name in any writing, and by nothing that only looks like it', async () => {
    const id = await list();
    for (const tick of [NAME, rune.runeid, 'GREENHILLSPARROW', 'greenhill•sparrow', 'GREEN.HILL.SPARROW'])
      expect((await ordersOf({ tick })).results.map(({ orderId }) => orderId)).toEqual([id]);
    expect((await ordersOf({ tick: 'x', assetId: rune.assetId })).total).toBe(1);
    const [block = '', at = ''] = rune.runeid.split(':');
    // A Cyrillic letter, one letter more, the next place in the block, an id with a zero in front: none of them is this rune.
    for (const tick of [
      'GRЕEN•HILL•SPARROW',
      'GREENHILLSPARROWS',
      `${block}:${Number(at) + 1}`,
      `0${rune.runeid}`,
      `${block}:`,
    ])
      expect(await refusalOf(ordersOf({ tick })), tick).toBe('unknown-tick');
    for (const assetId of ['rune:', 'rune:1', `brc20:${rune.runeid}`, rune.runeid, 'mrc20:x'])
      expect(await refusalOf(ordersOf({ assetId })), assetId).toBe('unknown-tick');
    await seller.post('updateOrder', { net, address: seller.address, orderId: id, orderState: 3 });
  });

  it('is among the markets, found by its letters, and says in the list of runes that it is traded', async () => {
    const markets = (query: object) => callApi(world.origin, 'markets', { query: { net, ...query } });
    for (const search of ['green•hill', 'HILLSPARROW', rune.runeid])
      expect((await markets({ search, book: 'runes' })).list).toMatchObject([
        {
          book: 'runes',
          tick: NAME,
          assetId: rune.assetId,
          deployId: rune.runeid,
          firstDeployed: true,
          oneScript: true,
        },
      ]);
    expect((await markets({ book: 'runes' })).list.map(({ tick }) => tick).toSorted()).toEqual([NAME, OTHER]);
    expect((await markets({ assetIds: rune.assetId })).list).toHaveLength(1);
    expect((await markets({ search: '.' })).list).toEqual([]);
    expect([rune.traded, (await found(FINE)).traded]).toEqual([true, false]);
    const answer = await fetch(`${world.origin}/api/book/runes/tickers?net=${net}`);
    expect(await answer.json()).toMatchObject(ENVELOPE);
  });

  it('is bought three at once, without a pad of the platform, all of it on one coin', async () => {
    const ids = [await list(), await list(PRICE + 500n), await list(PRICE + 1_000n)];
    const prepared = await buyer.prepare(ids, 2);
    const owners = prepared.coins.map(({ script }) => script);
    expect(new Set(owners)).toEqual(new Set([buyer.script, seller.script].map(bytesToHex)));
    const trade = await buyer.submit(prepared);
    await world.mine();
    const home = coinAt(await coinsOf(world.origin, buyer), `${trade.txId}:0`);
    expect(home?.assets).toMatchObject([{ kind: 'rune', asset: rune.assetId, amount: 300_150n }]);
    // What was bought is a lot as it is.
    const lots = await buyer.lots(NAME);
    expect(lots.map(({ amount }) => amount)).toContain('3001.5');
  });

  it('gets a lower price in place, a soft and a hard cancel; the coin that came home is sold again', async () => {
    const lot = await nextLot();
    const id = await seller.ask(lot, NAME, PRICE);
    await seller.lower(id, lot.coin, 50_000n);
    expect(await orderOf(id)).toMatchObject({ amount: '50000', state: 'open' });
    await seller.post('updateOrder', { net, address: seller.address, orderId: id, orderState: 3 });
    expect(await refusalOf(buyer.prepare([id], 2))).toBe('order-closed');
    const again = await seller.ask(lot, NAME, 50_000n);
    const txId = await sendCancel(seller, again);
    expect(await orderOf(again)).toMatchObject({ state: 'cancelling' });
    await world.mine();
    expect(await orderOf(again)).toMatchObject({ state: 'cancelled' });
    const home = (await seller.lots(NAME)).find(({ coin }) => coin.outpoint === `${txId}:0`);
    expect(home).toMatchObject({ amount: '1000.5', coin: { value: 546n } });
    if (home !== undefined) expect(await seller.ask(home, NAME, 70_000n)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is split to sizes by one message, and the rest stays a lot', async () => {
    const { coin } = await nextLot();
    const split = (amounts: string[]) =>
      seller.post('prepareOwn', { ...askOf(seller, 1), act: 'split', outpoint: coin.outpoint, amounts });
    expect(await refusalOf(split(['0.001']))).toBe('amount-differs');
    expect(await refusalOf(split(['5000']))).toBe('insufficient-funds');
    const prepared = await split(['100', '0.25']);
    expect(prepared.transactions).toMatchObject([{ message: true }]);
    const { txId } = await submitOwn(seller, prepared);
    await world.mine();
    const made = (await seller.lots(NAME)).filter((lot) => lot.coin.outpoint.startsWith(txId));
    expect(made.map(({ amount }) => amount).toSorted()).toEqual(['0.25', '100', '900.25']);
  });
});

describe('is refused by name', () => {
  it('an order of another type, amount, token or book', async () => {
    const lot = await nextLot();
    const body = asked(NAME, lot.amount);
    const psbtRaw = seller.signAsk(lot.coin, PRICE);
    const push = (over: object, who = seller): Promise<string> =>
      refusalOf(who.post('pushAsk', { ...body, psbtRaw, ...over }));
    for (const wrong of [1, 11, 21, 3, 13, 32, 33])
      expect(await push({ orderType: wrong })).toBe('invalid-order-type');
    expect(await push({ orderType: 31 }, seller.at('mrc20'))).toBe('invalid-order-type');
    expect(await push({ orderType: 11 }, seller.at('mrc20'))).toBe('unknown-tick');
    expect(await push({ coinAmount: '1000.51' })).toBe('amount-differs');
    expect(await push({ tick: OTHER })).toBe('unknown-tick');
    expect(await push({ assetId: 'rune:1:1' })).toBe('unknown-tick');
    expect(await push({ psbtRaw: seller.signAsk(lot.coin, 9_999n) })).toBe('too-small');
    const id = await seller.ask(lot, 'greenhillsparrow', PRICE);
    expect(await refusalOf(buyer.at('idcoin').prepare([id], 2))).toBe('unknown-order');
    expect(await refusalOf(seller.prepare([id], 2))).toBe('own-order');
    const foreign = await seller.ask(await nextLot(OTHER, '7'), OTHER, PRICE);
    expect(await refusalOf(buyer.prepare([id, foreign], 2))).toBe('lots-differ');
    for (const orderId of [id, foreign])
      await seller.post('updateOrder', { net, address: seller.address, orderId, orderState: 3 });
  });

  it('a rune with more digits than we count with: it has no market', async () => {
    const fine = await found(FINE);
    expect(await refusalOf(ordersOf({ tick: FINE }))).toBe('unknown-tick');
    expect(await refusalOf(ordersOf({ assetId: fine.assetId }))).toBe('unknown-tick');
    const coin = (await coinsOf(world.origin, seller)).find(({ assets }) =>
      assets.some((asset) => asset.kind === 'rune' && asset.asset === fine.assetId),
    );
    if (coin === undefined) throw new Error('a premine');
    expect(() => seller.signAsk(coin, PRICE)).toThrow('more than 18 decimals');
    const [only] = coin.assets;
    if (only?.kind !== 'rune') throw new Error('a rune');
    const psbtRaw = seller.signAsk({ ...coin, assets: [{ ...only, divisibility: 2 }] }, PRICE);
    const body = asked(FINE, '10');
    const { origin } = world;
    const pushed = callApi(origin, 'pushAsk', {
      book: 'runes',
      body: { ...body, psbtRaw },
      headers: seller.headers(),
    });
    await expect(pushed).rejects.toMatchObject({ refusal: 'not-a-lot' });
  });

  it('two runes on one coin, until a split parts them', async () => {
    const [a, b] = [await nextLot(), await nextLot(OTHER, '8')];
    const psbtRaw = seller.signAsk(a.coin, PRICE);
    await spendTogether(world, seller, [a.coin, b.coin, await moneyOf(seller)]);
    await world.mine();
    const body = asked(NAME, a.amount);
    expect(await refusalOf(seller.post('pushAsk', { ...body, psbtRaw }))).toBe('coin-spent');
    const mixed = (await coinsOf(world.origin, seller)).find(({ assets }) => assets.length === 2);
    if (mixed === undefined) throw new Error('a mixed coin');
    expect(() => seller.signAsk(mixed, PRICE)).toThrow('lot-mixed');
    const [only] = mixed.assets;
    if (only === undefined) throw new Error('two runes');
    const hidden = seller.signAsk({ ...mixed, assets: [only] }, PRICE);
    expect(await refusalOf(seller.post('pushAsk', { ...body, psbtRaw: hidden }))).toBe('lot-mixed');
    expect(await held(seller)).toMatchObject({ availableBalance: '1000.5' });
    const prepared = await seller.post('prepareOwn', {
      ...askOf(seller, 1),
      act: 'split',
      outpoint: mixed.outpoint,
    });
    await submitOwn(seller, prepared);
    await world.mine();
    expect(await held(seller)).toMatchObject({ availableBalance: '0' });
  });

  it('what a broken message burned: the coin behind a cenotaph is no lot, and its order is over', async () => {
    const lot = await nextLot();
    const id = await seller.ask(lot, NAME, PRICE);
    const money = await moneyOf(seller);
    const tx = new Transaction({ version: 2, allowUnknownOutputs: true });
    for (const { outpoint, script, value } of [lot.coin, money]) {
      const { txid, vout: index } = splitOutpoint(outpoint);
      const tapInternalKey = seller.publicKey.subarray(1);
      tx.addInput({ txid, index, witnessUtxo: { script, amount: value }, tapInternalKey });
    }
    tx.addOutput({ script: seller.script, amount: 20_000n });
    // A varint without its end.
    tx.addOutput({ script: Uint8Array.of(0x6a, 0x5d, 1, 0x80), amount: 0n });
    tx.addOutput({ script: seller.script, amount: sumSats([lot.coin.value, money.value]) - 22_000n });
    tx.sign(seller.key);
    tx.finalize();
    const txid = text(await world.chain.rpc('sendrawtransaction', [tx.hex]));
    await until(async () => (await orderOf(id)).state === 'paused', 'the order is paused');
    await world.mine();
    expect(await orderOf(id)).toMatchObject({ orderState: 6, dealTx: txid });
    const left = coinAt(await coinsOf(world.origin, seller), `${txid}:0`);
    expect(left?.assets).toEqual([]);
    expect(() => left && seller.signAsk(left, PRICE)).toThrow('not-a-lot');
    if (left === undefined) return;
    const psbtRaw = seller.signAsk({ ...left, assets: lot.coin.assets }, PRICE);
    const body = asked(NAME, lot.amount);
    expect(await refusalOf(seller.post('pushAsk', { ...body, psbtRaw }))).toBe('not-a-lot');
  });
});

describe('the chain', () => {
  it('undoes a block: the order is open and pending again, and done with the next', async () => {
    const id = await list();
    await buyer.take([id]);
    await world.mine();
    const top = await world.chain.node.rpc('getbestblockhash');
    await world.chain.node.rpc('invalidateblock', [top]);
    await until(async () => (await orderOf(id)).pending, 'the order is pending again');
    await world.chain.mine(2, buyer.address);
    await until(async () => (await orderOf(id)).orderState === 2, 'the order is done again');
  });

  it('undoes the block that made a lot: its order leaves the book, and comes back with the lot', async () => {
    const whole = await nextLot();
    const prepared = await seller.post('prepareOwn', {
      ...askOf(seller, 1),
      act: 'split',
      outpoint: whole.coin.outpoint,
      amounts: ['44'],
    });
    await submitOwn(seller, prepared);
    await world.mine();
    const id = await seller.ask(await nextLot(NAME, '44'), NAME, 10_000n);
    const { node, faucetAddress } = world.chain;
    const top = text(await node.rpc('getbestblockhash'));
    await node.rpc('invalidateblock', [top]);
    for (let turn = 0; turn < 2; turn += 1) await node.rpc('generateblock', [faucetAddress, []]);
    await until(async () => (await orderOf(id)).state === 'paused', 'the order is off the book');
    await world.mine();
    await until(async () => (await orderOf(id)).state === 'open', 'the order is back');
  });
});
