/** What somebody might try with transactions of their own to break the books: on the real node, with every invariant held afterwards. */
import { callApi, coinsOf, text } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import type { OwnAnswer, Trade } from '@rialto/contract';
import { outpoint, sats, splitOutpoint } from '@rialto/protocols';
import type { Coin, PinId, Txid } from '@rialto/protocols';
import { Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moneyOf } from '../../src/own/pending.ts';
import { aMoment, mempoolOf, prepareOwn, sendCancel, submitOwn } from '../own/own-stage.ts';
import type { OwnRequest } from '../own/own-stage.ts';
import { testWorld, until } from '../world.ts';

const PRICE = 60_000n;
const net = 'regtest';
const TICK = 'IVY';
let world: World;
let seller: Trader;
let mallory: Trader;

beforeAll(async () => {
  world = await testWorld();
  seller = world.trader('seller', 'p2tr').at('mrc20');
  mallory = world.trader('mallory', 'p2wpkh').at('mrc20');
  await world.tokenIn(
    'mrc20',
    TICK,
    Array.from({ length: 4 }, () => ({ who: seller, amount: '100' })),
  );
  // What is left of the first is no change, so that a purchase at a higher fee needs the second.
  await world.fund(mallory, [63_100n, 40_000n]);
  await world.fund(
    seller,
    Array.from({ length: 8 }, () => 200_000n),
  );
  for (const trader of [seller, mallory]) await trader.login();
});

afterAll(() => world.stop());

async function offered(): Promise<string> {
  const [lot] = await seller.lots(TICK);
  if (lot === undefined) throw new Error('no lot is left');
  return seller.ask(lot, TICK, PRICE);
}

const orderOf = (orderId: string) =>
  callApi(world.origin, 'order', { params: { book: 'mrc20', orderId }, query: { net } });

const tradeOf = (who: Trader, tradeId: string): Promise<Trade> =>
  callApi(world.origin, 'trade', {
    params: { book: 'mrc20', tradeId },
    query: { net },
    headers: who.headers(),
  });

const act = async (who: Trader, act: OwnRequest['act'], txId: string, feeRate: number): Promise<OwnAnswer> =>
  submitOwn(who, await prepareOwn(who, { act, txId, feeRate }));

async function coinWorth(who: Trader, worth: bigint): Promise<Coin> {
  const coin = (await coinsOf(world.origin, who)).find(({ value }) => value === worth);
  if (coin === undefined) throw new Error('no such coin');
  return coin;
}

/** One coin to its owner, past the exchange. */
async function spendElsewhere(who: Trader, coin: Coin, fee: bigint): Promise<void> {
  const { script, value } = coin;
  const { txid, vout: index } = splitOutpoint(coin.outpoint);
  const tx = new Transaction({ version: 2 });
  tx.addInput({ txid, index, witnessUtxo: { script, amount: value } });
  tx.addOutput({ script: who.script, amount: value - fee });
  tx.sign(who.key);
  tx.finalize();
  await world.chain.rpc('sendrawtransaction', [tx.hex]);
}

describe('a purchase that was replaced and then made void by its own payer', () => {
  it('is bought by the same bytes again: one trade stands, it is settled, and blocks go on', async () => {
    const id = await offered();
    const [one, same] = [await mallory.prepare([id], 1), await mallory.prepare([id], 1)];
    expect(same.psbtRaw).toBe(one.psbtRaw);
    const added = await coinWorth(mallory, 40_000n);
    const first = await mallory.submit(one);
    const bump = await act(mallory, 'bump', first.txId, 11);
    await aMoment();
    // The one at the higher fee alone spends this coin: it goes, and the first may happen again.
    await spendElsewhere(mallory, added, 25_000n);
    expect(await mempoolOf(world)).not.toContain(bump.txId);
    await until(async () => (await tradeOf(mallory, first.tradeId)).state === 'void', 'it is void');
    const second = await mallory.submit(same);
    expect(second.txId).toBe(first.txId);
    await until(async () => (await tradeOf(mallory, second.tradeId)).state === 'seen', 'it is seen');
    expect(await orderOf(id)).toMatchObject({ state: 'open', pending: true });
    await world.mine();
    expect(await tradeOf(mallory, second.tradeId)).toMatchObject({ state: 'confirmed', txId: first.txId });
    expect(await tradeOf(mallory, first.tradeId)).toMatchObject({ state: 'void' });
    expect(await orderOf(id)).toMatchObject({ state: 'done', dealTx: first.txId });
  });
});

describe('an address with coins by the thousand', () => {
  it('has its acts planned on no more than its hundred largest clean ones', () => {
    const point = (at: number) => outpoint(at.toString(16).padStart(64, '0') as Txid, 0);
    const coin = (at: number, value: number): Coin => {
      return {
        outpoint: point(at),
        value: sats(BigInt(value)),
        script: seller.script,
        assets: [],
        height: 1,
      };
    };
    const pin = { kind: 'pin', id: `${'a'.repeat(64)}i0` as PinId, path: '/', offset: sats(0n) } as const;
    const coins = Array.from({ length: 10_000 }, (_, at) => coin(at, 600 + at));
    const money = moneyOf([coin(20_000, 545), { ...coin(20_001, 99_999), assets: [pin] }, ...coins]);
    expect(money).toEqual(coins.slice(-100).toReversed());
    expect(moneyOf([coin(1, 545), coin(2, 546)])).toEqual([coin(2, 546)]);
  });
});

describe('a hard cancel that was cancelled', () => {
  it('by a payment that was bumped itself is open again when a block has that one', async () => {
    const id = await offered();
    const back = await act(seller, 'cancel-transaction', await sendCancel(seller, id), 3);
    await act(seller, 'bump', back.txId, 6);
    await aMoment();
    await world.mine();
    // Its lot is looked at once the block is in the index.
    await expect.poll(() => orderOf(id)).toMatchObject({ state: 'open', pending: false });
    await seller.post('updateOrder', { net, address: seller.address, orderId: id, orderState: 3 });
  });

  it('and cancelled once more is not offered again against its owner’s will', async () => {
    const id = await offered();
    const back = await act(seller, 'cancel-transaction', await sendCancel(seller, id), 3);
    await aMoment();
    const again = await sendCancel(seller, id);
    const raw = text(await world.chain.rpc('getrawtransaction', [back.txId]));
    await world.chain.rpc('generateblock', [seller.address, [raw]]);
    await world.exchange.ready();
    expect(await orderOf(id)).toMatchObject({ state: 'cancelling' });
    await world.mine();
    expect(await orderOf(id)).toMatchObject({ state: 'cancelled', dealTx: again });
  });
});
