/** MRC-20 and ID-Coins in their books, on the real node: listed, bought, refused by name, and what the chain does to them. */
import { callApi, coinsOf, field, text, textList } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import { coinFromWire } from '@rialto/contract';
import { bytesToHex, isReceipt, splitOutpoint, sumSats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, testWorld, until } from '../world.ts';

const PRICE = 60_000n;
/** Enough to replace what spends a coin now. */
const FEE = 30_000n;
/** What became of an order or a purchase is told within this time. */
const TOLD_MS = 5_000;
const net = 'regtest';
const TICKS = { mrc20: 'IVY', idcoin: 'OWL' } as const;
let world: World;
let seller: Trader;
let buyer: Trader;
let rival: Trader;

beforeAll(async () => {
  world = await testWorld();
  seller = world.trader('seller', 'p2tr');
  buyer = world.trader('buyer', 'p2wpkh');
  rival = world.trader('rival', 'p2tr');
  await world.tokenIn('brc20', 'pepe', [{ who: seller, amount: '1000' }]);
  for (const book of ['mrc20', 'idcoin'] as const)
    await world.tokenIn(
      book,
      TICKS[book],
      Array.from({ length: 12 }, () => ({ who: seller, amount: '1000.5' })),
    );
  await world.tokenIn('mrc20', 'ASH', [{ who: seller, amount: '7' }]);
  await world.fund(
    buyer,
    Array.from({ length: 14 }, () => 300_000n),
  );
  await world.fund(rival, [300_000n, 300_000n]);
  await world.fund(
    seller,
    Array.from({ length: 4 }, () => 50_000n),
  );
  await world.stockPads();
  for (const trader of [seller, buyer, rival]) await trader.login();
});

afterAll(() => world.stop());

/** Coins of one owner into one output of theirs and change: whatever they carry comes home. */
async function spendHome(who: Trader, coins: readonly Coin[], value: bigint): Promise<string> {
  const tx = new Transaction({ version: 2 });
  for (const { outpoint, script, value: amount } of coins) {
    const { txid, vout: index } = splitOutpoint(outpoint);
    const key = script[0] === 0x51 ? { tapInternalKey: who.publicKey.subarray(1) } : {};
    tx.addInput({ txid, index, sequence: 0xfffffffd, witnessUtxo: { script, amount }, ...key });
  }
  tx.addOutput({ script: who.script, amount: value });
  tx.addOutput({ script: who.script, amount: sumSats(coins.map((coin) => coin.value)) - value - FEE });
  tx.sign(who.key);
  tx.finalize();
  return text(await world.chain.rpc('sendrawtransaction', [tx.hex]));
}

async function moneyOf(who: Trader): Promise<Coin> {
  const coins = await coinsOf(world.origin, who);
  const found = coins.find((coin) => coin.assets.length === 0 && coin.value >= 40_000n);
  if (found === undefined) throw new Error('no money');
  return found;
}

describe.each(['mrc20', 'idcoin'] as const)('%s', (book) => {
  const tick = TICKS[book];
  const sold = (who: Trader) =>
    callApi(world.origin, 'tokenBalance', {
      params: { book, address: who.address, tick },
      query: { net },
    });
  const orderOf = (orderId: string) =>
    callApi(world.origin, 'order', { params: { book, orderId }, query: { net } });
  const tradeOf = (tradeId: string) =>
    callApi(world.origin, 'trade', {
      params: { book, tradeId },
      query: { net },
      headers: buyer.headers(),
    });

  async function nextLot(): Promise<OwnLot> {
    const lot = (await seller.at(book).lots(tick)).find(({ amount }) => amount === '1000.5');
    if (lot === undefined) throw new Error('the seller has no lot left');
    return lot;
  }
  const list = async (price = PRICE): Promise<string> => seller.at(book).ask(await nextLot(), tick, price);

  it('is listed, read in its own book, bought, and the ledger agrees', async () => {
    const before = await sold(seller);
    expect(before).toMatchObject({ token: tick, decimals: 8, availableBalance: '0' });
    const id = await list();
    const kept = await sold(seller);
    expect(kept.transferBalanceList.filter(({ orderId }) => orderId === id)).toMatchObject([
      { inscriptionId: '', inscriptionNumber: '', amount: '1000.5', outValue: '546' },
    ]);
    const query = { net, tick, orderState: '1' } as const;
    const open = await callApi(world.origin, 'orders', { params: { book }, query });
    const row = open.results.find(({ orderId }) => orderId === id);
    expect(row).toMatchObject({
      book,
      tick,
      coinAmount: '1000.5',
      coinDecimalNum: 8,
      amount: '60000',
      inscriptionId: '',
      orderType: book === 'mrc20' ? 11 : 21,
      coinRatePrice: '59.970014992503748125',
      freeState: 0,
    });
    const trade = await buyer.at(book).take([id]);
    expect(trade).toMatchObject({ book, coinAmount: '1000.5', coinDecimalNum: 8, serviceFee: '2000' });
    await world.mine();
    expect((await tradeOf(trade.tradeId)).state).toBe('confirmed');
    expect(await sold(buyer)).toMatchObject({ transferBalance: '1000.5', availableBalance: '0' });
    expect(await orderOf(id)).toMatchObject({
      orderState: 2,
      buyerAddress: buyer.address,
      dealTx: trade.txId,
    });
    const sales = await callApi(world.origin, 'orders', {
      params: { book },
      query: { net, tick, orderState: '2' },
    });
    expect(sales.results[0]?.orderId).toBe(id);
    const news = await callApi(world.origin, 'notifications', {
      query: { address: buyer.address },
      headers: buyer.headers(),
    });
    const finished = news.results.find(({ notificationType }) => notificationType === 3);
    expect(finished?.notificationDesc).toBe(`1000.5 ${tick}`);
    const { results } = await callApi(world.origin, 'tickers', { params: { book }, query: { net } });
    expect(results.find((one) => one.tick === tick)).toMatchObject({
      book,
      coinDecimalNum: 8,
      lastPrice: '59.970014992503748125',
      trades24h: 1,
      volume24h: '60000',
    });
  });

  it('is bought three at once, without a pad of the platform', async () => {
    const ids = [await list(), await list(PRICE + 500n), await list(PRICE + 1_000n)];
    const prepared = await buyer.at(book).prepare(ids, 2);
    const sellers = prepared.coins.filter(({ script }) => script === bytesToHex(seller.script));
    const own = prepared.coins.filter(({ script }) => script === bytesToHex(buyer.script));
    expect([sellers.length, own.length]).toEqual([3, prepared.coins.length - 3]);
    const trade = await buyer.at(book).submit(prepared);
    await world.mine();
    expect((await tradeOf(trade.tradeId)).orderIds).toEqual(ids);
    const bought = (await sold(buyer)).transferBalanceList;
    expect(bought.map(({ amount }) => amount)).toContain('3001.5');
  });

  it('is bought with its receipts beside it, behind a pad', async () => {
    const { coin, amount } = await nextLot();
    const coins = await coinsOf(world.origin, seller);
    const receipt = coins.find(({ assets }) => assets.length === 1 && assets.every(isReceipt));
    if (receipt === undefined) throw new Error('the split left a receipt');
    await spendHome(seller, [coin, receipt, await moneyOf(seller)], coin.value + receipt.value);
    await world.mine();
    const both = (await seller.at(book).lots(tick)).find((lot) => lot.coin.assets.length === 2);
    expect(both?.amount).toBe(amount);
    if (both === undefined) return;
    const id = await seller.at(book).ask(both, tick, PRICE);
    const take = await rival.at(book).prepare([id], 2);
    expect(take.coins[0]?.value).toBe('600');
    const trade = await rival.at(book).submit(take);
    await world.mine();
    expect(await orderOf(id)).toMatchObject({ orderState: 2, buyerAddress: rival.address });
    expect((await sold(rival)).transferBalance).toBe(amount);
    const [home] = await coinsOf(world.origin, rival).then((all) =>
      all.filter(({ outpoint }) => outpoint === `${trade.txId}:0`),
    );
    expect(home?.assets.map(({ kind }) => kind).toSorted()).toEqual(['mrc20', 'pin']);
  });

  it('has one winner when two sign the same ask', async () => {
    const id = await list();
    const [mine, theirs] = [await buyer.at(book).prepare([id], 2), await rival.at(book).prepare([id], 2)];
    const results = await Promise.allSettled([buyer.at(book).submit(mine), rival.at(book).submit(theirs)]);
    const lost = results.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(lost).toEqual([expect.stringContaining('taken')]);
    await world.mine();
  });

  it('is refused by name when it does not fit', async () => {
    const lot = await nextLot();
    const body = { net, address: seller.address, tick, coinAmount: lot.amount, orderState: 1 } as const;
    const orderType = book === 'mrc20' ? 11 : 21;
    const psbtRaw = seller.signAsk(lot.coin, PRICE);
    const push = (over: object, where: 'brc20' | 'mrc20' | 'idcoin' = book): Promise<string> =>
      refusalOf(seller.at(where).post('pushAsk', { ...body, orderType, psbtRaw, ...over }));
    for (const wrong of [1, 31, orderType + 1, book === 'mrc20' ? 21 : 11])
      expect(await push({ orderType: wrong })).toBe('invalid-order-type');
    expect(await push({ coinAmount: '1000' })).toBe('amount-differs');
    expect(await push({ coinAmount: '1000.5000000001' })).toBe('amount-differs');
    expect(await push({ tick: 'ASH' })).toBe('unknown-tick');
    expect(await push({ assetId: 'mrc20:another' })).toBe('unknown-tick');
    expect(await push({ psbtRaw: seller.signAsk(lot.coin, 9_999n) })).toBe('too-small');
    const other = book === 'mrc20' ? 'idcoin' : 'mrc20';
    expect(await push({ orderType: other === 'mrc20' ? 11 : 21 }, other)).toBe('unknown-tick');
    expect(await push({ orderType: 1 }, 'brc20')).toBe('unknown-tick');
    const [inscribed] = await seller.lots('pepe');
    if (inscribed === undefined) throw new Error('a BRC-20 lot');
    const foreign = { tick: 'pepe', coinAmount: '1000', psbtRaw: seller.signAsk(inscribed.coin, PRICE) };
    expect(await push(foreign)).toBe('unknown-tick');
    const id = await seller.at(book).ask(lot, tick, PRICE);
    expect(await refusalOf(seller.at(book).prepare([id], 2))).toBe('own-order');
    expect(await refusalOf(buyer.at(other).prepare([id], 2))).toBe('unknown-order');
    expect(await refusalOf(buyer.prepare([id], 2))).toBe('unknown-order');
    const cancel = { net, address: seller.address, orderId: id, orderState: 3 } as const;
    expect(await refusalOf(seller.at(other).post('updateOrder', cancel))).toBe('unknown-order');
    await seller.at(book).post('updateOrder', cancel);
    expect(await refusalOf(buyer.at(book).prepare([id], 2))).toBe('order-closed');
  });

  it('leaves the book within five seconds when its coin is spent elsewhere, and for good with the block', async () => {
    const lot = await nextLot();
    const id = await seller.at(book).ask(lot, tick, PRICE);
    const take = await buyer.at(book).prepare([id], 2);
    const spender = await spendHome(seller, [lot.coin, await moneyOf(seller)], 546n);
    await until(async () => (await orderOf(id)).state === 'paused', 'the order is paused', TOLD_MS);
    expect((await orderOf(id)).reason).toContain(spender);
    expect(await refusalOf(buyer.at(book).submit(take))).toBe('order-taken');
    const mine = { params: { book, address: seller.address }, headers: seller.headers() };
    const troubled = await callApi(world.origin, 'myOrders', { ...mine, query: { net, orderState: '50' } });
    expect(troubled.results.map(({ orderId }) => orderId)).toEqual([id]);
    await world.mine();
    expect(await orderOf(id)).toMatchObject({ orderState: 6, dealTx: spender });
  });

  it('is open and pending again when its block is undone, and done with the next', async () => {
    const id = await list();
    const trade = await buyer.at(book).take([id]);
    await world.mine();
    const top = await world.chain.node.rpc('getbestblockhash');
    await world.chain.node.rpc('invalidateblock', [top]);
    await until(async () => (await orderOf(id)).pending, 'the order is pending again');
    expect((await tradeOf(trade.tradeId)).state).toBe('seen');
    await world.chain.mine(2, buyer.address);
    await until(async () => (await orderOf(id)).orderState === 2, 'the order is done again');
  });

  it('becomes void in the mempool when the buyer takes the money back, and is open for others', async () => {
    const id = await list();
    const take = await buyer.at(book).prepare([id], 2);
    const trade = await buyer.at(book).submit(take);
    const [front] = take.coins.map(coinFromWire);
    if (front === undefined) throw new Error('a coin in front');
    await spendHome(buyer, [front], 100_000n);
    await until(async () => (await tradeOf(trade.tradeId)).state === 'void', 'the trade is void', TOLD_MS);
    expect(await orderOf(id)).toMatchObject({ state: 'open', pending: false, disclosed: true });
    await world.mine();
    await buyer.at(book).take([id]);
    await world.mine();
    expect((await orderOf(id)).orderState).toBe(2);
  });
});

describe('a block that made lots and is undone', () => {
  it('takes their orders off the book, and brings them back with the lots', async () => {
    await world.tokenIn('mrc20', 'YEW', [{ who: seller, amount: '5' }]);
    const lot = (await seller.at('mrc20').lots('YEW')).find(({ amount }) => amount === '5');
    if (lot === undefined) throw new Error('a lot of YEW');
    const id = await seller.at('mrc20').ask(lot, 'YEW', PRICE);
    const stateOf = async () =>
      (await callApi(world.origin, 'order', { params: { book: 'mrc20', orderId: id }, query: { net } }))
        .state;
    const { node, faucetAddress } = world.chain;
    const top = text(await node.rpc('getbestblockhash'));
    const txids = textList(field(await node.rpc('getblock', [top, 1]), 'tx')).slice(1);
    const raws = await Promise.all(
      txids.map(async (txid) => text(await node.rpc('getrawtransaction', [txid]))),
    );
    await node.rpc('invalidateblock', [top]);
    for (let turn = 0; turn < 2; turn += 1) await node.rpc('generateblock', [buyer.address, []]);
    await until(async () => (await stateOf()) === 'paused', 'the order is off the book');
    await node.rpc('generateblock', [faucetAddress, raws]);
    await until(async () => (await stateOf()) === 'open', 'the order is back');
  });
});

describe('the two books of MRC-20', () => {
  it('do not mix tokens in one purchase, nor show each other’s', async () => {
    const [ash] = await seller.at('mrc20').lots('ASH');
    const ivy = (await seller.at('mrc20').lots('IVY'))[0];
    if (ash === undefined || ivy === undefined) throw new Error('a lot of each');
    const ids = [
      await seller.at('mrc20').ask(ash, 'ASH', PRICE),
      await seller.at('mrc20').ask(ivy, 'IVY', PRICE),
    ];
    expect(await refusalOf(buyer.at('mrc20').prepare(ids, 2))).toBe('lots-differ');
    const read = (book: 'mrc20' | 'idcoin', tick: string) =>
      refusalOf(callApi(world.origin, 'orders', { params: { book }, query: { net, tick, orderState: '1' } }));
    expect(await read('mrc20', 'OWL')).toBe('unknown-tick');
    expect(await read('idcoin', 'IVY')).toBe('unknown-tick');
    const mine = { params: { book: 'idcoin', address: seller.address }, headers: seller.headers() } as const;
    const own = await callApi(world.origin, 'myOrders', { ...mine, query: { net, orderState: '1' } });
    expect(own.results.every(({ tick }) => tick === 'OWL')).toBe(true);
    const nowhere = await fetch(`${world.origin}/api/book/tickets/tickers?net=regtest`);
    expect([nowhere.status, await nowhere.json()]).toMatchObject([422, { refusal: 'bad-request' }]);
  });
});
