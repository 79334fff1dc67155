/** Selling a lot out of its lock and moving it: one line for each signature, one sale that lives, and nothing the ticket does not say. */
import { randomUUID } from 'node:crypto';
import { SignerRequest, planToWire, ticketToWire } from '@rialto/contract';
import type { CosignRequest, MoveRequest } from '@rialto/contract';
import { amount, bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import type { Coin, Mrc20Asset, RuneAsset } from '@rialto/protocols';
import {
  acceptLotMove,
  acceptPromise,
  acceptTake,
  buildLotMove,
  buildPromise,
  buildTake,
  finishLotMove,
  finishTake,
  lockOf,
  lockedLot,
  lockedLotWitness,
  planLotMove,
  planTake,
} from '@rialto/psbt';
import type { LockedCoin, LotMovePlan, TakePlan, Ticket } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { moveLot } from '../../../src/locks/move-lot.ts';
import { sell } from '../../../src/locks/sell.ts';
import { MAN, lockKey, signed } from '../bids.ts';
import { here, openLockStage } from '../lock-stage.ts';
import { TIP } from '../node.ts';
import { coin, mrc20On, operator, runeOn, service, user } from '../people.ts';
import { FEES, answer } from '../world.ts';

const seller = user('seller of locked lots', 'p2wpkh');
const buyer = user('buyer of locked lots', 'p2wpkh');
type Held = Mrc20Asset | RuneAsset;
const tokens = mrc20On('MAN', 100n);
const rune = runeOn(900_001, 100n);

function ticketOf(over: Partial<Ticket> = {}): Ticket {
  return {
    kind: 'ask',
    asset: MAN,
    amount: amount(100n),
    price: sats(50_000n),
    script: seller.script,
    key: seller.key,
    exchange: [lockKey().key],
    expiry: TIP.height + 4320,
    exitAfter: 4320,
    index: 0,
    ...over,
  };
}

/** @param held on the lot: what the ticket is for */
function lockedBy(over: Partial<Ticket> = {}, held: Held = tokens): LockedCoin {
  const lock = lockOf(ticketOf({ asset: held.asset, ...over }));
  const plan = planLotMove({
    lot: { ...coin('lot to lock', seller, 546n), assets: [held] },
    from: undefined,
    to: lock,
    ownerScript: seller.script,
    ownerKey: seller.key,
    coins: [coin('money of the seller', seller, 50_000n)],
    feeRateSatVb: 2,
  });
  return { lock, coin: { ...lockedLot(plan), height: TIP.height } };
}

const purse = (name = 'purse'): Coin => coin(name, buyer, 90_000n);

function takeOf({ lock, coin: lot }: LockedCoin, money = purse()): TakePlan {
  const { price, script } = lock.ticket;
  return planTake({
    lots: [{ coin: lot, price, payScript: script, sequence: 0xfffffffd, lock }],
    buyerScript: buyer.script,
    buyerKey: buyer.key,
    buyerCoins: [money],
    pads: {},
    serviceFee: { script: service().script, value: sats(2000n) },
    feeRateSatVb: 3,
  });
}

const promiseOf = ({ lock, coin: lot }: LockedCoin): Uint8Array =>
  acceptPromise(lock, lot, signed(buildPromise(lock, lot), seller.secret));
const buyers = (plan: TakePlan) => acceptTake(plan, signed(buildTake(plan), buyer.secret));

function saleOf(locked: LockedCoin, plan: TakePlan, change: Partial<CosignRequest> = {}): CosignRequest {
  const read = SignerRequest.parse({
    op: 'sell',
    trade: {
      tradeId: randomUUID(),
      unsigned: bytesToHex(buildTake(plan).unsigned),
      plan: planToWire(plan, ({ outpoint }) => outpoint),
      sellerWitnesses: [[bytesToHex(promiseOf(locked))]],
      buyerWitnesses: buyers(plan).map((one) => one?.map(bytesToHex) ?? null),
      ...change,
    },
  });
  if (read.op !== 'sell') throw new Error('another request');
  return read.trade;
}

async function stageOf(coins: readonly Coin[]) {
  const stage = await openLockStage(coins);
  const { lockWorld } = stage.parts;
  const world = { ...lockWorld, padScript: operator().script, fees: FEES, isPad: () => false };
  return { ...stage, parts: { ...stage.parts, world } };
}

function moveOf(plan: LotMovePlan): MoveRequest {
  const half = acceptLotMove(plan, signed(buildLotMove(plan), seller.secret));
  if (plan.from === undefined || half.user === undefined) throw new Error('out of a lock');
  return {
    lot: plan.lot.outpoint,
    ticket: ticketToWire(plan.from.ticket),
    to: plan.to === undefined ? null : ticketToWire(plan.to.ticket),
    ownerKey: bytesToHex(plan.ownerKey),
    payments: plan.payments.map(({ outpoint }) => outpoint),
    value: plan.value.toString(),
    change: plan.change?.toString() ?? null,
    feeRateSatVb: plan.feeRateSatVb,
    unsigned: bytesToHex(buildLotMove(plan).unsigned),
    userSignature: bytesToHex(half.user),
    witnesses: half.others.slice(1).map((one) => (one ?? []).map(bytesToHex)),
  };
}

const home = ({ lock, coin: lot }: LockedCoin): LotMovePlan =>
  planLotMove({
    ...{ lot, from: lock, to: undefined, ownerScript: seller.script, ownerKey: seller.key },
    ...{ coins: [], feeRateSatVb: 2 },
  });

describe('a locked lot', () => {
  it.each([
    ['MRC-20', tokens],
    ['a rune', rune],
  ])('of %s is sold: our signature completes the take, twice the same, with one line', async (_, held) => {
    const locked = lockedBy({}, held);
    const plan = takeOf(locked);
    const { parts, journal } = await stageOf([locked.coin, purse()]);
    const request = saleOf(locked, plan);
    const [signature = ''] = await sell(parts, request, here);
    expect(await sell(parts, request, here)).toEqual([signature]);
    expect(journal.recall.size).toBe(1);
    const both = { user: promiseOf(locked), exchange: hexToBytes(signature) };
    const sellers = [lockedLotWitness(locked.lock, both)];
    expect(finishTake(plan, { buyer: buyers(plan), sellers }).raw.length).toBeGreaterThan(200);
  });

  it('has one sale that lives, and no way home while it does', async () => {
    const locked = lockedBy();
    const { parts } = await stageOf([locked.coin, purse(), purse('another purse')]);
    await sell(parts, saleOf(locked, takeOf(locked)), here);
    const other = saleOf(locked, takeOf(locked, purse('another purse')));
    expect(await answer(sell(parts, other, here))).toBe('fill-waiting');
    expect(await answer(moveLot(parts, moveOf(home(locked)), here))).toBe('fill-waiting');
  });

  it.each([
    ['MRC-20', tokens],
    ['a rune', rune],
  ])('of %s goes home with both signatures', async (_, held) => {
    const locked = lockedBy({}, held);
    const plan = home(locked);
    const { parts, journal } = await stageOf([locked.coin]);
    const signature = hexToBytes(await moveLot(parts, moveOf(plan), here));
    const half = acceptLotMove(plan, signed(buildLotMove(plan), seller.secret));
    expect(finishLotMove(plan, half, signature).raw.length).toBeGreaterThan(100);
    expect(journal.recall.size).toBe(1);
    const cheated = { ...moveOf(plan), value: (plan.value - 1n).toString() };
    expect(await answer(moveLot(parts, cheated, here))).toBe('psbt-changed');
  });

  it.each([
    ['its ticket is over', lockedBy({ expiry: TIP.height }), {}, 'bid-expired'],
    ['its exit is near', lockedBy({ exitAfter: 36 }), {}, 'lock-ending'],
    [
      'the half is another exchange’s',
      lockedBy({ exchange: [user('other', 'p2wpkh').key] }),
      {},
      'not-yours',
    ],
    ['the promise is nobody’s', lockedBy(), { sellerWitnesses: [['00'.repeat(64)]] }, 'signature-invalid'],
    ['the buyer has not signed', lockedBy(), { buyerWitnesses: [null, null] }, 'signature-missing'],
  ])('is not sold when %s', async (_, locked, change, code) => {
    const { parts, journal } = await stageOf([locked.coin, purse()]);
    expect(await answer(sell(parts, saleOf(locked, takeOf(locked), change), here))).toBe(code);
    expect(journal.recall.size).toBe(0);
  });

  it.each([
    ['nothing is on it', tokens, [], 'not-a-lot'],
    ['less of the rune', rune, [runeOn(900_001, 99n)], 'amount-differs'],
    ['another rune', rune, [runeOn(900_002, 100n)], 'lots-differ'],
    ['a second rune beside it', rune, [rune, runeOn(900_002, 1n)], 'not-a-lot'],
  ])('is not what the index says any more: %s', async (_, held, assets, code) => {
    const locked = lockedBy({}, held);
    const { parts } = await stageOf([{ ...locked.coin, assets }, purse()]);
    expect(await answer(sell(parts, saleOf(locked, takeOf(locked)), here))).toBe(code);
  });
});
