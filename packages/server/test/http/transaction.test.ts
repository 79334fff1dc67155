/** What anybody is told of a transaction by its id: of ours for good, of others what can be said, of what was never sent nothing. */
import { callApi } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { bytesToHex } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aMoment,
  inDatabase,
  prepareOwn,
  sendCancel,
  submitOwn,
  whileLedgerStands,
} from '../own/own-stage.ts';
import { refusalOf, testWorld } from '../world.ts';

const PRICE = 60_000n;
const net = 'regtest';
let world: World;
let seller: Trader;
let buyer: Trader;

beforeAll(async () => {
  world = await testWorld();
  seller = world.trader('seller', 'p2tr');
  buyer = world.trader('buyer', 'p2wpkh');
  await world.token(
    'pepe',
    Array.from({ length: 10 }, () => ({ who: seller, amount: '1000' })),
  );
  await world.stockPads();
  await world.fund(buyer, [500_000n, 500_000n]);
  await world.fund(seller, [500_000n]);
  for (const trader of [seller, buyer]) await trader.login();
});
afterAll(() => world.stop());

const told = (txId: string) => callApi(world.origin, 'transaction', { query: { net, txId } });

async function list(): Promise<string> {
  const [lot] = await seller.lots('pepe');
  if (lot === undefined) throw new Error('the seller has no lot left');
  return seller.ask(lot, 'pepe', PRICE);
}

const sideOf = (view: Awaited<ReturnType<typeof told>>, who: Trader) =>
  view.effects?.parties.find(({ script }) => script === bytesToHex(addressToScript(who.address, net)));

describe('a purchase', () => {
  let id: string;
  let txId: string;
  beforeAll(async () => {
    id = await list();
    ({ txId } = await buyer.take([id]));
  });
  it('says while it waits what it sells and what it pays', async () => {
    const view = await told(txId);
    expect(view).toMatchObject({ kind: 'purchase', state: 'waiting', confirmations: 0 });
    expect(view.sales).toEqual([
      {
        orderId: id,
        book: 'brc20',
        tick: 'pepe',
        assetId: expect.stringMatching(/^brc20:/) as string,
        coinAmount: '1000',
        amount: PRICE.toString(),
        sellerAddress: seller.address,
        buyerAddress: buyer.address,
      },
    ]);
    expect(BigInt(view.networkFee ?? '0')).toBeGreaterThan(0n);
  });
  it('says when its coins are long spent who gave and got what', async () => {
    await world.mine();
    const view = await told(txId);
    expect(view).toMatchObject({ kind: 'purchase', state: 'confirmed', confirmations: 1 });
    expect(view.height).toBe(view.at.height);
    expect(view.time).toBeGreaterThan(0);
    expect(sideOf(view, buyer)?.gets.map(({ asset }) => asset)).toMatchObject([
      { kind: 'inscription', tick: 'pepe', units: (1000n * 10n ** 18n).toString() },
    ]);
    expect(sideOf(view, seller)?.gives).toHaveLength(1);
    const [gave, got] = [sideOf(view, seller)?.satsIn ?? '0', sideOf(view, seller)?.satsOut ?? '0'];
    expect(BigInt(got) - BigInt(gave)).toBe(PRICE - 546n);
    expect(view.effects?.networkFee).toBe(view.networkFee);
    expect(view.sales).toMatchObject([{ orderId: id, amount: PRICE.toString() }]);
  });
  it('names nobody who called, and nothing by which a trade is asked for', async () => {
    const text = JSON.stringify(await told(txId));
    for (const word of ['tradeId', 'caller', 'signature']) expect(text).not.toContain(word);
  });
  it('of a row of an older version says what it sold, and no more', async () => {
    await inDatabase(world, 'update outbox set coins = null where txid = $1', [txId]);
    const view = await told(txId);
    expect(view).toMatchObject({ kind: 'purchase', state: 'confirmed' });
    expect(view.effects).toBeUndefined();
    expect(view.sales).toHaveLength(1);
    expect(view.outputs.length).toBe(view.outputsTotal);
  });
});

it('a cancel on the chain names its order; what took its place names itself', async () => {
  const id = await list();
  const first = await sendCancel(seller, id);
  expect(await told(first)).toMatchObject({ kind: 'cancel', cancelled: { orderId: id, coinAmount: '1000' } });
  await aMoment();
  const { txId: second } = await submitOwn(
    seller,
    await prepareOwn(seller, { act: 'bump', txId: first, feeRate: 8 }),
  );
  expect(await told(first)).toMatchObject({
    ...{ kind: 'other', state: 'replaced', replacedBy: second, sales: [], outputs: [] },
  });
  await inDatabase(world, `update outbox set status = 'waiting' where txid = $1`, [second]);
  expect(await told(first), 'a replacement that was not sent yet').not.toHaveProperty('replacedBy');
  await inDatabase(world, `update outbox set status = 'sent' where txid = $1`, [second]);
  await world.mine();
  expect(await told(second)).toMatchObject({ kind: 'cancel', state: 'confirmed' });
});

it('a purchase that its seller’s cancel ended was not replaced by its payer', async () => {
  const id = await list();
  const { txId } = await buyer.take([id]);
  await world.mine();
  const cancel = await sendCancel(seller, await list());
  await inDatabase(world, 'update outbox set replaces = $1 where txid = $2', [txId, cancel]);
  await inDatabase(world, `update outbox set status = 'void', height = null where txid = $1`, [txId]);
  try {
    expect(await told(txId)).toMatchObject({ kind: 'other', state: 'void', replacedBy: cancel });
  } finally {
    await inDatabase(world, 'update outbox set replaces = null where txid = $1', [cancel]);
    await inDatabase(
      world,
      `update outbox set status = 'confirmed', height = (select height from tip) where txid = $1`,
      [txId],
    );
  }
  await world.mine();
});

it('what it sold is one act to its seller and one to its buyer, with its id', async () => {
  const lots = (await seller.lots('pepe')).slice(0, 2);
  expect(lots).toHaveLength(2);
  const ids: string[] = [];
  for (const lot of lots) ids.push(await seller.ask(lot, 'pepe', 40_000n));
  const { txId } = await buyer.take(ids);
  await world.mine();
  expect((await told(txId)).sales.map(({ orderId }) => orderId).toSorted()).toEqual(ids.toSorted());
  for (const [who, event] of [
    [seller, 'sold'],
    [buyer, 'bought'],
  ] as const) {
    const query = { address: who.address };
    const { items } = await callApi(world.origin, 'notifications', { query, headers: who.headers() });
    const acts = items.filter((item) => item.txId === txId);
    expect(acts).toMatchObject([{ event, orders: 2, coinAmount: '2000', amount: '80000', unread: true }]);
    expect(items.map(({ timestamp }) => timestamp)).toEqual(
      items.map(({ timestamp }) => timestamp).toSorted((a, b) => b - a),
    );
  }
});

it('what was written and never sent is nobody else’s business', async () => {
  const id = await list();
  const { txId } = await buyer.take([id]);
  await world.mine();
  await inDatabase(world, `update outbox set status = 'waiting', height = null where txid = $1`, [txId]);
  expect(await refusalOf(told(txId))).toBe('not-found');
  await inDatabase(world, `update outbox set status = 'void', attempts = 0 where txid = $1`, [txId]);
  expect(await refusalOf(told(txId)), 'given up before it was sent').toBe('not-found');
  await inDatabase(
    world,
    `update outbox set status = 'confirmed', height = (select height from tip) where txid = $1`,
    [txId],
  );
});

it('does not say of a transaction that an owner made it by this exchange for themselves', async () => {
  const txId = await sendCancel(seller, await list());
  await world.mine();
  await inDatabase(world, `update outbox set kind = 'own' where txid = $1`, [txId]);
  try {
    expect((await told(txId)).kind).toBe('other');
  } finally {
    await inDatabase(world, `update outbox set kind = 'cancel' where txid = $1`, [txId]);
  }
});

it('of another transaction says what can be said, of none nothing', async () => {
  const [block] = [await world.chain.rpc('getbestblockhash')];
  const { tx } = (await world.chain.rpc('getblock', [block])) as { tx: string[] };
  const view = await told(tx[0] ?? '');
  expect(view).toMatchObject({ kind: 'other', state: 'confirmed', confirmations: 1, sales: [] });
  expect(view.effects).toBeUndefined();
  expect(view.outputs.length).toBeGreaterThan(0);
  expect(await refusalOf(told('0'.repeat(64)))).toBe('not-found');
});

it('of another one in a block does not wait for the ledger', async () => {
  const block = await world.chain.rpc('getbestblockhash');
  const { tx } = (await world.chain.rpc('getblock', [block])) as { tx: string[] };
  await whileLedgerStands(world, async () => {
    await world.chain.mine();
    const began = performance.now();
    expect(await told(tx[0] ?? '')).toMatchObject({ kind: 'other', state: 'confirmed' });
    expect(performance.now() - began).toBeLessThan(1_500);
  });
  await world.mine();
});
