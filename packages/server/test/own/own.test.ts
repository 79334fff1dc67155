/** One's own transactions on the real node: paid more, paid for by a child, cancelled, split; whichever a block takes, all is right. */
import { callApi, coinsOf, text } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import type { OwnAnswer, OwnList, OwnTransaction, PreparedOwn, Trade } from '@rialto/contract';
import { amount, bytesToHex, hexToBytes } from '@rialto/protocols';
import { acceptCommit, planTransfer } from '@rialto/psbt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aMoment,
  askOf,
  inDatabase,
  mempoolOf,
  prepareOwn,
  sendCancel,
  spendTogether,
  submitOwn,
  whileLedgerStands,
} from './own-stage.ts';
import type { OwnRequest } from './own-stage.ts';
import { refusalOf, testWorld, until } from '../world.ts';

const PRICE = 60_000n;
const net = 'regtest';
const TICK = 'IVY';
let world: World;
let seller: Trader;
let buyer: Trader;
let rival: Trader;
let padded: Trader;

beforeAll(async () => {
  world = await testWorld();
  seller = world.trader('seller', 'p2tr');
  buyer = world.trader('buyer', 'p2wpkh');
  rival = world.trader('rival', 'p2tr');
  padded = world.trader('padded', 'p2tr');
  const lots = (count: number, of: string) =>
    Array.from({ length: count }, () => ({ who: seller, amount: of }));
  await world.tokenIn('brc20', 'pepe', lots(6, '1000'));
  await world.tokenIn('mrc20', TICK, lots(15, '1000.5'));
  await world.tokenIn('mrc20', 'ASH', lots(1, '7'));
  const money = (count: number) => Array.from({ length: count }, () => 200_000n);
  await world.fund(buyer, money(16));
  await world.fund(rival, money(3));
  await world.fund(padded, [...money(2), 700n]);
  await world.fund(seller, money(6));
  await world.stockPads();
  for (const trader of [seller, buyer, rival, padded]) await trader.login();
});

afterAll(() => world.stop());

const ownOf = (who: Trader): Promise<OwnList> =>
  callApi(world.origin, 'ownList', { query: { net, address: who.address }, headers: who.headers() });

async function waitingOf(who: Trader, txId: string): Promise<OwnTransaction> {
  const found = (await ownOf(who)).transactions.find((one) => one.txId === txId);
  if (found === undefined) throw new Error('it is not among those that wait');
  return found;
}

const prepareOn = (
  who: Trader,
  act: OwnRequest['act'],
  txId: string,
  feeRate = 5,
  highFee?: boolean,
): Promise<PreparedOwn> =>
  prepareOwn(who, { act, txId, feeRate, ...(highFee === undefined ? {} : { highFee }) });

const act = async (...request: Parameters<typeof prepareOn>): Promise<OwnAnswer> =>
  submitOwn(request[0], await prepareOn(...request));

const tradeOf = (who: Trader, tradeId: string, book: 'brc20' | 'mrc20' = 'mrc20'): Promise<Trade> =>
  callApi(world.origin, 'trade', { params: { book, tradeId }, query: { net }, headers: who.headers() });

const orderOf = (orderId: string, book: 'brc20' | 'mrc20' = 'mrc20') =>
  callApi(world.origin, 'order', { params: { book, orderId }, query: { net } });

const mempool = (): Promise<string[]> => mempoolOf(world);

async function rawOf(txid: string): Promise<string> {
  return text(await world.chain.rpc('getrawtransaction', [txid]));
}

async function newsOf(who: Trader, type: number): Promise<unknown[]> {
  const { results } = await callApi(world.origin, 'notifications', {
    query: { address: who.address },
    headers: who.headers(),
  });
  return results.filter(({ notificationType }) => notificationType === type);
}

/** A block with just these transactions, whatever waits. */
async function mineOnly(...raws: string[]): Promise<void> {
  await world.chain.rpc('generateblock', [seller.address, raws]);
  await world.exchange.ready();
}

async function lotOf(who: Trader, tick = TICK): Promise<OwnLot> {
  const lots = await who.lots(tick);
  const lot = lots.find((one) => tick !== TICK || one.amount === '1000.5');
  if (lot === undefined) throw new Error('no lot is left');
  return lot;
}

async function offered(book: 'brc20' | 'mrc20' = 'mrc20'): Promise<string> {
  const tick = book === 'brc20' ? 'pepe' : TICK;
  const at = seller.at(book);
  return at.ask(await lotOf(at, tick), tick, PRICE);
}

const bought = async (who: Trader, orderId: string, book: 'brc20' | 'mrc20' = 'mrc20'): Promise<Trade> =>
  who.at(book).take([orderId], 1);

describe('a purchase that waits', () => {
  it('is told with its acts and what they cost', async () => {
    const id = await offered();
    const trade = await bought(buyer, id);
    const row = await waitingOf(buyer, trade.txId);
    expect(row).toMatchObject({
      kind: 'take',
      state: 'waiting',
      tradeId: trade.tradeId,
      orderIds: [id],
      stuck: 'no',
      networkFee: trade.networkFee,
      replaces: '',
      tick: TICK,
      coinAmount: '1000.5',
    });
    expect(row.acts.map(({ act: name, refusal }) => [name, refusal])).toEqual([
      ['bump', ''],
      ['child', ''],
      ['cancel-transaction', ''],
    ]);
    for (const offer of row.acts) {
      const prepared = await prepareOn(
        buyer,
        offer.act === 'split' || offer.act === 'gather' ? 'bump' : offer.act,
        trade.txId,
        3,
      );
      expect(prepared.fees.cost).toBe(offer.cost);
    }
    const sale = await waitingOf(seller, trade.txId);
    expect(sale).toMatchObject({ kind: 'sale', acts: [{ act: 'child', refusal: '' }] });
    await world.mine();
    expect((await ownOf(buyer)).transactions).toEqual([]);
  });

  it('goes on with a higher fee as the same trade; nothing is called void', async () => {
    const id = await offered();
    const trade = await bought(buyer, id);
    const prepared = await prepareOn(buyer, 'bump', trade.txId, 5);
    const answer = await submitOwn(buyer, prepared);
    expect(answer).toMatchObject({ act: 'bump', tradeId: trade.tradeId });
    expect(answer.txId).not.toBe(trade.txId);
    expect(await submitOwn(buyer, prepared)).toEqual(answer);
    expect(await mempool()).toContain(answer.txId);
    expect(await mempool()).not.toContain(trade.txId);
    await aMoment();
    const now = await tradeOf(buyer, trade.tradeId);
    expect(now).toMatchObject({ state: 'seen', txId: answer.txId, reason: '' });
    expect(BigInt(now.networkFee) - BigInt(trade.networkFee)).toBe(BigInt(prepared.fees.cost));
    expect(await orderOf(id)).toMatchObject({ state: 'open', pending: true });
    expect(await waitingOf(buyer, answer.txId)).toMatchObject({ kind: 'take', replaces: trade.txId });
    const again = await act(buyer, 'bump', answer.txId, 8);
    await aMoment();
    await world.mine();
    expect(await tradeOf(buyer, trade.tradeId)).toMatchObject({ state: 'confirmed', txId: again.txId });
    expect(await orderOf(id)).toMatchObject({
      state: 'done',
      dealTx: again.txId,
      buyerAddress: buyer.address,
    });
  });

  it('is right too when a block takes the one before, and when that block is undone', async () => {
    const id = await offered();
    const trade = await bought(buyer, id);
    const first = await rawOf(trade.txId);
    const { txId } = await act(buyer, 'bump', trade.txId, 6);
    await aMoment();
    await mineOnly(first);
    expect(await tradeOf(buyer, trade.tradeId)).toMatchObject({
      state: 'confirmed',
      txId: trade.txId,
      networkFee: trade.networkFee,
    });
    expect(await orderOf(id)).toMatchObject({ state: 'done', dealTx: trade.txId });
    expect(await mempool()).not.toContain(txId);
    const tip = text(await world.chain.rpc('getbestblockhash'));
    await world.chain.rpc('invalidateblock', [tip]);
    await until(async () => (await tradeOf(buyer, trade.tradeId)).state === 'seen', 'the block is undone');
    expect(await orderOf(id)).toMatchObject({ state: 'open', pending: true });
    await world.mine();
    expect(await tradeOf(buyer, trade.tradeId)).toMatchObject({ state: 'confirmed', txId: trade.txId });
  });

  it('stands by the one before when the node keeps that one', async () => {
    const id = await offered();
    const trade = await bought(buyer, id);
    const first = await rawOf(trade.txId);
    const { txId } = await act(buyer, 'bump', trade.txId, 2);
    // To this node the first is worth more than it pays: it takes the second's place.
    await world.chain.rpc('prioritisetransaction', [trade.txId, 0, 1_000_000]);
    await world.chain.rpc('sendrawtransaction', [first]);
    expect(await mempool()).not.toContain(txId);
    await until(
      async () => (await tradeOf(buyer, trade.tradeId)).txId === trade.txId,
      'it stands again',
      15_000,
    );
    expect(await tradeOf(buyer, trade.tradeId)).toMatchObject({ state: 'seen' });
    expect(await orderOf(id)).toMatchObject({ pending: true });
    await world.mine();
    expect(await tradeOf(buyer, trade.tradeId)).toMatchObject({ state: 'confirmed', txId: trade.txId });
  });

  it('with the own pad of a BRC-20 buyer is bumped; with a pad of the exchange its change pays', async () => {
    const own = await bought(padded, await offered('brc20'), 'brc20');
    const bumped = await act(padded, 'bump', own.txId, 5);
    const orderId = await offered('brc20');
    const other = await bought(buyer, orderId, 'brc20');
    expect(await refusalOf(prepareOn(buyer, 'bump', other.txId))).toBe('own-act-unfit');
    const acts = (await waitingOf(buyer, other.txId)).acts;
    expect(acts.map(({ act: name, refusal }) => [name, refusal])).toEqual([
      ['bump', 'own-act-unfit'],
      ['child', ''],
      ['cancel-transaction', ''],
    ]);
    const child = await act(buyer, 'child', other.txId, 9);
    const parent = await waitingOf(buyer, other.txId);
    const paying = await waitingOf(buyer, child.txId);
    const fees = BigInt(parent.networkFee) + BigInt(paying.networkFee);
    expect(Number(fees) / (parent.vsize + paying.vsize)).toBeGreaterThanOrEqual(8.9);
    // It pays more than the Fast plan already; still more can be paid by a child of the child.
    expect(paying).toMatchObject({ kind: 'child', acts: [{ act: 'child', refusal: 'own-act-unfit' }] });
    const grandchild = await act(buyer, 'child', child.txId, 11);
    expect(await mempool()).toContain(grandchild.txId);
    await world.mine();
    expect(await tradeOf(padded, own.tradeId, 'brc20')).toMatchObject({
      state: 'confirmed',
      txId: bumped.txId,
    });
    expect(await tradeOf(buyer, other.tradeId, 'brc20')).toMatchObject({
      state: 'confirmed',
      txId: other.txId,
    });
    expect((await ownOf(buyer)).transactions).toEqual([]);
  });

  it('is cancelled: the order is open again, and somebody else may have it', async () => {
    const id = await offered();
    const trade = await bought(buyer, id);
    const { txId } = await act(buyer, 'cancel-transaction', trade.txId, 3);
    expect(await mempool()).not.toContain(trade.txId);
    await until(async () => (await tradeOf(buyer, trade.tradeId)).state === 'void', 'it is void');
    expect((await tradeOf(buyer, trade.tradeId)).reason).toContain('cancelled by the buyer');
    expect(await orderOf(id)).toMatchObject({ state: 'open', pending: false });
    expect(await waitingOf(buyer, txId)).toMatchObject({ kind: 'cancel-transaction', replaces: trade.txId });
    const theirs = await rival.at('mrc20').take([id], 2);
    await world.mine();
    expect(await orderOf(id)).toMatchObject({
      state: 'done',
      dealTx: theirs.txId,
      buyerAddress: rival.address,
    });
  });

  it('that was cancelled and mined all the same is a purchase', async () => {
    const id = await offered();
    const trade = await bought(buyer, id);
    const first = await rawOf(trade.txId);
    await act(buyer, 'cancel-transaction', trade.txId, 3);
    await until(async () => (await tradeOf(buyer, trade.tradeId)).state === 'void', 'it is void');
    await mineOnly(first);
    expect(await tradeOf(buyer, trade.tradeId)).toMatchObject({ state: 'confirmed', txId: trade.txId });
    expect(await orderOf(id)).toMatchObject({ state: 'done', dealTx: trade.txId });
    expect((await ownOf(buyer)).transactions).toEqual([]);
  });
});

describe('a notification', () => {
  it('says once that a purchase wants a bump: late, and under the slow plan; not when a child pays', async () => {
    const trade = await bought(buyer, await offered());
    await aMoment();
    await mineOnly();
    await mineOnly();
    expect(await waitingOf(buyer, trade.txId)).toMatchObject({ blocks: 2, stuck: 'no' });
    await mineOnly();
    expect(await waitingOf(buyer, trade.txId)).toMatchObject({ blocks: 3, stuck: 'blocks' });
    expect(await newsOf(buyer, 7)).toEqual([]);
    // On the private chain nothing is sent under the slow plan.
    await inDatabase(world, 'update outbox set fee = vsize - 1 where txid = $1', [trade.txId]);
    const what = { notificationTitle: 'Transaction is waiting', notificationDesc: `1000.5 ${TICK}` };
    const news = [{ notificationType: 7, notificationCount: 1, ...what }];
    expect(await newsOf(buyer, 7)).toEqual(news);
    expect(await newsOf(seller, 7)).toEqual([]);
    await mineOnly();
    expect(await newsOf(buyer, 7)).toEqual(news);
    await buyer.post('clearNotifications', { address: buyer.address, notificationType: 7 });
    await mineOnly();
    expect(await newsOf(buyer, 7)).toEqual([]);
    await inDatabase(world, 'delete from notification_marks where address = $1', [buyer.address]);
    expect(await newsOf(buyer, 7)).toEqual(news);
    await act(buyer, 'child', trade.txId, 4);
    expect(await newsOf(buyer, 7)).toEqual([]);
    await inDatabase(world, 'update outbox set fee = null where txid = $1', [trade.txId]);
    await world.mine();
  });

  it('is silent about what its own buyer has cancelled', async () => {
    const before = await newsOf(buyer, 4);
    const trade = await bought(buyer, await offered());
    await act(buyer, 'cancel-transaction', trade.txId, 3);
    await until(async () => (await tradeOf(buyer, trade.tradeId)).state === 'void', 'it is void');
    expect(await newsOf(buyer, 4)).toEqual(before);
    await world.mine();
  });
});

describe('a hard cancel that waits', () => {
  const cancelling = (orderId: string): Promise<string> => sendCancel(seller.at('mrc20'), orderId);

  it('is bumped and cancels the order all the same', async () => {
    const id = await offered();
    const txId = await cancelling(id);
    expect(await waitingOf(seller, txId)).toMatchObject({ kind: 'cancel', orderIds: [id], tick: TICK });
    const bumped = await act(seller, 'bump', txId, 4);
    await aMoment();
    expect(await orderOf(id)).toMatchObject({ state: 'cancelling' });
    expect(await waitingOf(seller, bumped.txId)).toMatchObject({ kind: 'cancel', replaces: txId });
    await world.mine();
    expect(await orderOf(id)).toMatchObject({ state: 'cancelled', dealTx: bumped.txId });
  });

  it('is cancelled: once a block says so the order is open as before, and can be bought', async () => {
    const id = await offered();
    await act(seller, 'cancel-transaction', await cancelling(id), 3);
    await aMoment();
    expect(await orderOf(id)).toMatchObject({ state: 'cancelling' });
    await world.mine();
    await until(async () => (await orderOf(id)).state === 'open', 'the order is open');
    expect(await orderOf(id)).toMatchObject({ pending: false });
    await bought(buyer, id);
    await world.mine();
    expect(await orderOf(id)).toMatchObject({ state: 'done' });
  });
});

describe('a split', () => {
  const split = (
    who: Trader,
    outpoint: string,
    more: { amounts?: string[]; assetId?: string } = {},
  ): Promise<PreparedOwn> => who.post('prepareOwn', { ...askOf(who, 1), act: 'split', outpoint, ...more });

  it('makes lots of exact sizes, and the rest stays a lot', async () => {
    const at = seller.at('mrc20');
    const { coin } = await lotOf(at);
    const prepared = await split(seller, coin.outpoint, { amounts: ['100', '0.5'] });
    expect(prepared.transactions).toHaveLength(2);
    expect(prepared.transactions[1]).toMatchObject({ message: true, signed: [{ index: 1 }] });
    const { txIds } = await whileLedgerStands(world, async () => {
      const answer = await submitOwn(seller, prepared);
      const [pair] = (await ownOf(seller)).unfinished;
      expect(pair).toMatchObject({
        commitTxId: answer.txIds[0],
        revealTxId: answer.txIds[1],
        state: 'commit-waiting',
        acts: [{ act: 'bump', refusal: 'own-act-unfit' }, { act: 'cancel-transaction' }],
      });
      return answer;
    });
    await world.mine();
    expect((await ownOf(seller)).unfinished).toEqual([]);
    const lots = (await at.lots(TICK)).filter((lot) => lot.coin.outpoint.startsWith(txIds[1] ?? '-'));
    expect(lots.map((lot) => lot.amount).toSorted()).toEqual(['0.5', '100', '900']);
  });

  it('splits two inscriptions of one coin, and is bumped while it waits', async () => {
    await rival.at('brc20').take([await offered('brc20'), await offered('brc20')], 2);
    await world.mine();
    const [mixed] = (await ownOf(rival)).mixed;
    expect(mixed).toMatchObject({ confirmations: 1, acts: [{ act: 'split', refusal: '' }] });
    const ids = mixed?.coin.assets.map((asset) => 'inscriptionId' in asset && asset.inscriptionId);
    const first = await submitOwn(rival, await split(rival, mixed?.coin.outpoint ?? ''));
    expect(await waitingOf(rival, first.txId)).toMatchObject({ kind: 'split', state: 'waiting' });
    const { txId } = await act(rival, 'bump', first.txId, 6);
    expect(await waitingOf(rival, txId)).toMatchObject({ kind: 'split', replaces: first.txId });
    await world.mine();
    const coins = (await coinsOf(world.origin, rival)).filter((coin) => coin.outpoint.startsWith(txId));
    const separated = coins.filter(({ assets }) => assets.length === 1).flatMap(({ assets }) => assets);
    expect(separated.map((asset) => 'id' in asset && asset.id)).toEqual(ids);
    expect((await ownOf(rival)).mixed).toEqual([]);
  });

  it('parts two tokens that are on one coin, and is on offer for it', async () => {
    const at = seller.at('mrc20');
    const [ivy, ash] = [await lotOf(at), await lotOf(at, 'ASH')];
    const coins = await coinsOf(world.origin, seller);
    const money = coins.find(({ assets, value }) => assets.length === 0 && value > 40_000n);
    if (money === undefined) throw new Error('no money');
    await spendTogether(world, seller, [ivy.coin, ash.coin, money]);
    await world.mine();
    const [mixed] = (await ownOf(seller)).mixed;
    expect(mixed).toMatchObject({ acts: [{ act: 'split', refusal: '' }] });
    const { txIds } = await submitOwn(seller, await split(seller, mixed?.coin.outpoint ?? ''));
    await world.mine();
    expect((await ownOf(seller)).mixed).toEqual([]);
    const made = [...(await at.lots(TICK)), ...(await at.lots('ASH'))];
    expect(made.filter((lot) => lot.coin.outpoint.startsWith(txIds[1] ?? '-'))).toHaveLength(2);
  });

  it('is refused by name', async () => {
    const brc20 = await lotOf(seller, 'pepe');
    expect(await refusalOf(split(seller, brc20.coin.outpoint))).toBe('own-act-unfit');
    const at = seller.at('mrc20');
    const lot = await lotOf(at);
    const point = lot.coin.outpoint;
    expect(await refusalOf(split(seller, point, { amounts: ['0'] }))).toBe('amount-differs');
    expect(await refusalOf(split(seller, point, { amounts: ['0.000000001'] }))).toBe('amount-differs');
    expect(await refusalOf(split(seller, point, { amounts: ['5000'] }))).toBe('insufficient-funds');
    expect(await refusalOf(split(seller, point, { amounts: ['1'], assetId: 'mrc20:x' }))).toBe(
      'unknown-tick',
    );
    expect(await refusalOf(split(buyer, point, { amounts: ['1'] }))).toBe('coin-spent');
    const early = await split(seller, point, { amounts: ['1'] });
    const id = await at.ask(lot, TICK, PRICE);
    expect(await refusalOf(split(seller, point, { amounts: ['1'] }))).toBe('order-exists');
    expect(await refusalOf(submitOwn(seller, early))).toBe('order-exists');
    await at.post('updateOrder', { net, address: seller.address, orderId: id, orderState: 3 });
  });
});

describe('a transaction from elsewhere', () => {
  it('that commits to an inscription is cancelled, and never bumped', async () => {
    const payer = { script: rival.script, key: rival.publicKey, coins: await coinsOf(world.origin, rival) };
    const revealKey = new Uint8Array(32).fill(7);
    const request = { payer, destination: rival.script, revealKey, feeRateSatVb: 1 };
    const plan = planTransfer({ tick: 'pepe', amount: amount(5n * 10n ** 18n) }, request);
    const signed = rival.sign(bytesToHex(plan.commit.psbt), plan.commit.toSign);
    const commit = acceptCommit(plan, hexToBytes(signed));
    await world.chain.rpc('sendrawtransaction', [bytesToHex(commit.raw)]);
    await until(async () => (await waitingOf(rival, commit.txid)).kind === 'wallet', 'it is seen');
    expect(await refusalOf(prepareOn(rival, 'bump', commit.txid))).toBe('own-act-unfit');
    await world.chain.rpc('sendrawtransaction', [bytesToHex(plan.reveal)]);
    const pair = async () => (await ownOf(rival)).unfinished[0];
    await until(async () => (await pair()) !== undefined, 'the pair is seen');
    expect(await pair()).toMatchObject({
      commitTxId: commit.txid,
      revealTxId: plan.revealTxid,
      state: 'commit-waiting',
      acts: [{ act: 'child' }, { act: 'cancel-transaction', refusal: '' }],
    });
    expect((await ownOf(rival)).transactions).toEqual([]);
    const { txId } = await act(rival, 'cancel-transaction', commit.txid, 3);
    // The reveal goes with its commit.
    expect(await mempool()).toEqual([txId]);
    await world.mine();
    expect(await ownOf(rival)).toMatchObject({ transactions: [], unfinished: [] });
  });

  it('that pays the address and spends nothing of its own is told, without acts', async () => {
    const [funded] = await world.chain.fundMany([{ address: rival.address, sats: 30_000n }]);
    const txid = funded?.txid ?? '';
    await until(async () => (await waitingOf(rival, txid)).kind === 'incoming', 'it is seen');
    expect((await waitingOf(rival, txid)).acts).toEqual([]);
    await world.mine();
  });
});

describe('acts are refused by name', () => {
  it('on what is not one’s own, is over, or was prepared too long ago', async () => {
    const id = await offered();
    const trade = await bought(buyer, id);
    expect(await refusalOf(prepareOn(rival, 'bump', trade.txId))).toBe('own-not-waiting');
    expect(await refusalOf(prepareOn(seller, 'cancel-transaction', trade.txId))).toBe('own-act-unfit');
    expect(await refusalOf(prepareOn(buyer, 'bump', trade.txId, 0.5))).toBe('fee-too-low');
    expect(await refusalOf(prepareOn(buyer, 'bump', trade.txId, 40))).toBe('fee-needs-consent');
    expect((await prepareOn(buyer, 'bump', trade.txId, 40, true)).fees.feeRate).toBeGreaterThanOrEqual(40);
    const foreign = { ...askOf(buyer, 3), publicKey: bytesToHex(rival.publicKey) };
    expect(await refusalOf(buyer.post('prepareOwn', { ...foreign, act: 'bump', txId: trade.txId }))).toBe(
      'not-yours',
    );
    const [bump, cancel] = [
      await prepareOn(buyer, 'bump', trade.txId),
      await prepareOn(buyer, 'cancel-transaction', trade.txId),
    ];
    expect(await refusalOf(submitOwn(buyer, { ...bump, transactions: cancel.transactions }))).toBe(
      'psbt-changed',
    );
    const theirs = { net, address: rival.address, ownId: cancel.ownId, psbtRaws: ['00'] } as const;
    expect(await refusalOf(rival.post('submitOwn', { ...theirs, psbtRaws: ['00'] }))).toBe('not-yours');
    const unsigned = {
      net,
      address: buyer.address,
      ownId: bump.ownId,
      psbtRaws: [bump.transactions[0]?.psbtRaw ?? ''],
    } as const;
    expect(await refusalOf(buyer.post('submitOwn', { ...unsigned, psbtRaws: [...unsigned.psbtRaws] }))).toBe(
      'signature-missing',
    );
    await world.mine();
    expect(await refusalOf(submitOwn(buyer, bump))).toBe('own-not-waiting');
    expect(await refusalOf(submitOwn(buyer, cancel))).toBe('own-not-waiting');
    expect(await refusalOf(prepareOn(buyer, 'bump', trade.txId))).toBe('own-not-waiting');
  });

  it('of two acts on one purchase the node lets one through, and that one is told', async () => {
    const trade = await bought(buyer, await offered());
    const [bump, cancel] = [
      await prepareOn(buyer, 'bump', trade.txId, 3),
      await prepareOn(buyer, 'cancel-transaction', trade.txId, 9),
    ];
    const done = await Promise.allSettled([submitOwn(buyer, bump), submitOwn(buyer, cancel)]);
    const answers = done.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await aMoment();
    const waits = await mempool();
    const through = answers.filter(({ txId }) => waits.includes(txId));
    expect(through).toHaveLength(1);
    const isBought = through[0]?.act === 'bump';
    const now = await tradeOf(buyer, trade.tradeId);
    expect(now.state).toBe(isBought ? 'seen' : 'void');
    if (isBought) expect(now.txId).toBe(through[0]?.txId);
    await world.mine();
    expect((await tradeOf(buyer, trade.tradeId)).state).toBe(isBought ? 'confirmed' : 'void');
  });
});
