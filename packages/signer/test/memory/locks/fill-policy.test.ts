/** Which fills are refused, whoever asks: each rule at its edge. The other halves are good unless the test says otherwise. */
import { fillToWire, ticketToWire } from '@rialto/contract';
import type { FillRequest } from '@rialto/contract';
import { bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { FINAL_SEQUENCE, SIGHASH, buildFill } from '@rialto/psbt';
import type { FillPlan } from '@rialto/psbt';
import { Transaction } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { fill } from '../../../src/locks/fill.ts';
import type { LockParts } from '../../../src/locks/fill.ts';
import { bentTicket, bid, lockedCoin } from '../bids.ts';
import { witnessAt } from '../offers.ts';
import { ORDI, fillOf, ordiBid, ordiLot, sale, units } from '../fills.ts';
import type { Sale } from '../fills.ts';
import { admitted, here, openLockStage, publish } from '../lock-stage.ts';
import { TIP } from '../node.ts';
import { mrc20On, pictureOn, runeOn, stranger, transferOn, waiting } from '../people.ts';
import { FEES, answer } from '../world.ts';

interface Bends {
  /** What the node and the index have at the lot's outpoint. */
  readonly lot?: Coin | undefined;
  readonly change?: Partial<FillRequest>;
  readonly fees?: Partial<typeof FEES>;
  readonly tip?: number;
  /** The lock as the chain has it. */
  readonly locked?: Coin;
}

/** What the signer says to a fill of a bid that it took on, and that it wrote nothing when it said no. */
async function verdict(given: Sale, bends: Bends = {}): Promise<string> {
  const lot = 'lot' in bends ? bends.lot : given.plan.lot;
  const stage = await admitted([given.bid], lot === undefined ? [] : [lot]);
  const { parts, node, journal } = stage;
  if (bends.locked !== undefined) publish(stage, given.bid, [bends.locked]);
  node.tip.height = bends.tip ?? TIP.height;
  const lockWorld = { ...parts.lockWorld, ...node, fees: { ...FEES, ...bends.fees } };
  const said = await answer(fill({ ...parts, lockWorld }, fillOf(given, bends.change), here));
  expect(journal.recall.size).toBe(said === 'accepted' ? 2 : 1);
  return said;
}

/** The sale on other terms, its seller's half signed for them. */
function bent(given: Sale, change: Partial<FillPlan>): Sale {
  return { ...given, plan: { ...given.plan, ...change } };
}

const given = sale();

describe('the bid', () => {
  it('was taken on, with this very ticket for this lock', async () => {
    const never: Partial<LockParts> = {};
    const { parts } = await openLockStage([...given.bid.plan.payments, given.plan.lot], never);
    expect(await answer(fill(parts, fillOf(given), here))).toBe('not-admitted');
    const [lock] = given.bid.locks;
    if (lock === undefined) throw new Error('a rung');
    for (const change of [
      { expiry: 9999 },
      { price: sats(1n + 50_000n) },
      { exitAfter: 4000 },
      { index: 2 },
    ]) {
      const ticket = ticketToWire(bentTicket(lock, change));
      expect(await verdict(given, { change: { ticket } }), JSON.stringify(Object.keys(change))).toBe(
        'not-admitted',
      );
    }
    const theirs = ticketToWire(bentTicket(lock, { exchange: [stranger().key] }));
    expect(await verdict(given, { change: { ticket: theirs } })).toBe('not-yours');
  });

  it('is filled by no trade from its expiry on, by our own tip', async () => {
    const ending = sale({ bid: bid({ expiry: 210 }) });
    expect(await verdict(ending, { tip: 209 })).toBe('accepted');
    expect(await verdict(ending, { tip: 210 })).toBe('bid-expired');
  });

  it('is filled by no trade from 36 blocks before its owner may leave', async () => {
    const locked = lockedCoin(given.bid, 0, 150);
    const mined = sale({ height: 150 });
    // It may leave from block 294 on.
    expect(await verdict(mined, { locked, tip: 257 })).toBe('accepted');
    expect(await verdict(mined, { locked, tip: 258 })).toBe('lock-ending');
    // While it waits, the next block may have it.
    expect(await verdict(sale({ bid: bid({ exitAfter: 36 }) }))).toBe('accepted');
    expect(await verdict(sale({ bid: bid({ exitAfter: 35 }) }))).toBe('lock-ending');
  });

  it('is there: every coin of its funding, or the lock itself', async () => {
    const two = bid({
      money: [900_000n, 800_000n].map((value, at) => ({
        ...(given.bid.plan.payments[0] as Coin),
        value: sats(value),
        outpoint: `${'0'.repeat(63)}${at + 1}:0` as Coin['outpoint'],
      })),
      rungs: [{ price: 1_500_000n }],
    });
    const both = sale({ bid: two });
    expect(two.plan.payments).toHaveLength(2);
    expect(await verdict(both)).toBe('accepted');
    for (const { outpoint } of two.plan.payments) {
      const { parts, node, journal } = await admitted([two], [both.plan.lot]);
      node.coins.delete(outpoint);
      expect(await answer(fill(parts, fillOf(both), here))).toBe('coin-spent');
      expect(journal.recall.size).toBe(1);
    }
  });

  it('has nothing on its lock, whatever the chain put there', async () => {
    const locked = { ...lockedCoin(given.bid, 0, 200), assets: [runeOn(840_000, 5n)] };
    expect(await verdict(sale({ height: 200 }), { locked })).toBe('lot-mixed');
    expect(await verdict(sale({ height: 200 }), { locked: { ...locked, assets: [] } })).toBe('accepted');
  });
});

describe('the lot', () => {
  const { lot } = given.plan;

  it.each([
    [99_999n, TIP.height, 'accepted'],
    [100_000n, TIP.height - 1, 'coin-unconfirmed'],
    [100_000n, TIP.height - 2, 'accepted'],
  ])('is as deep as its price wants: at %s sat in block %i of 200: %s', async (price, height, said) => {
    const young = sale({ bid: bid({ rungs: [{ price }] }) });
    expect(await verdict(young, { lot: { ...young.plan.lot, height } })).toBe(said);
  });

  it('is as our own node and index have it, not as the request says', async () => {
    expect(await verdict(given, { lot: undefined })).toBe('coin-spent');
    expect(await verdict(given, { lot: waiting(lot) })).toBe('coin-unconfirmed');
    expect(await verdict(given, { lot: { ...lot, assets: units(99n) } })).toBe('amount-differs');
    expect(await verdict(given, { lot: { ...lot, assets: units(101n) } })).toBe('amount-differs');
    expect(await verdict(given, { lot: { ...lot, assets: [mrc20On('OTHER', 100n)] } })).toBe('lots-differ');
    expect(await verdict(given, { lot: { ...lot, assets: [] } })).toBe('not-a-lot');
    const mixed = [...units(100n), pictureOn('a picture')];
    expect(await verdict(given, { lot: { ...lot, assets: mixed } })).toBe('lot-mixed');
    expect(await verdict(given, { lot: { ...lot, script: stranger().script } })).toBe('not-yours');
    expect(await verdict(given, { lot: { ...lot, value: sats(547n) } })).toBe('effects-differ');
  });

  it('of BRC-20 is one unused transfer of exactly the amount, whose inscription reaches the bidder', async () => {
    const ordi = sale({ bid: ordiBid(), assets: ordiLot('x') });
    expect(await verdict(ordi)).toBe('accepted');
    const with_ = (asset: ReturnType<typeof transferOn>): Bends => ({
      lot: { ...ordi.plan.lot, value: sats(1000n), assets: [asset] },
    });
    expect(await verdict(ordi, with_(transferOn('x', { units: 999n })))).toBe('amount-differs');
    expect(await verdict(ordi, with_(transferOn('x', { tick: 'sats' })))).toBe('lots-differ');
    expect(await verdict(ordi, with_(pictureOn('x')))).toBe('not-a-lot');
    expect(await verdict(ordi, with_(transferOn('x', { offset: 546n })))).toBe('not-a-lot');
    expect(ordi.plan.lock.ticket.asset).toBe(ORDI);
  });

  it('has one of the two sequences that let the fill confirm at once', async () => {
    expect(await verdict(sale({ lotSequence: FINAL_SEQUENCE }))).toBe('accepted');
    for (const lotSequence of [0, 144, 0xfffffffe, 0x80000000])
      expect(await verdict(bent(given, { lotSequence }))).toBe('psbt-sequence');
  });
});

describe('the seller', () => {
  it('is not the bidder', async () => {
    const { bidder } = given.bid;
    const lot = { ...given.plan.lot, script: bidder.script };
    const own = { ...given.plan, lot, sellerScript: bidder.script, sellerKey: bidder.key };
    const plan = fillToWire(own, ({ outpoint }) => outpoint);
    expect(await verdict(given, { lot, change: { plan } })).toBe('own-order');
  });

  it('has the key that is named', async () => {
    const wrong = fillToWire({ ...given.plan, sellerKey: stranger().key }, ({ outpoint }) => outpoint);
    expect(await verdict(given, { change: { plan: wrong } })).toBe('not-yours');
  });

  it.each(['p2wpkh', 'p2tr'] as const)('signed this very transaction, all of it (%s)', async (kind) => {
    const mine = sale({ kind });
    const request = fillOf(mine);
    expect(await verdict(mine)).toBe('accepted');
    const other = fillOf(sale({ kind, rate: 5 })).sellerWitness;
    expect(await verdict(mine, { change: { sellerWitness: other } })).toBe('signature-invalid');
    expect(await verdict(mine, { change: { sellerWitness: [] } })).toBe('signature-missing');
    const [first = '', ...rest] = request.sellerWitness;
    const flipped = `${first.slice(0, 40)}${first[40] === '0' ? '1' : '0'}${first.slice(41)}`;
    expect(await verdict(mine, { change: { sellerWitness: [flipped, ...rest] } })).toBe('signature-invalid');
    // Signed for the lot and one output alone.
    const { psbt, toSign } = buildFill(mine.plan);
    const tx = Transaction.fromPSBT(psbt, { allowUnknownInputs: true, allowUnknownOutputs: true });
    for (const { index } of toSign) {
      tx.updateInput(index, { sighashType: SIGHASH.SINGLE_ANYONECANPAY }, true);
      tx.signIdx(mine.seller.secret, index, [SIGHASH.SINGLE_ANYONECANPAY]);
      const sellerWitness = witnessAt(tx, index);
      expect(await verdict(mine, { change: { sellerWitness } })).toBe('sighash-not-allowed');
    }
    expect(toSign).toHaveLength(1);
  });

  it('gets exactly what is left at the fee of the rate', async () => {
    const proceeds = (by: bigint): Sale => bent(given, { proceeds: sats(given.plan.proceeds + by) });
    expect(await verdict(proceeds(1n))).toBe('effects-differ');
    expect(await verdict(proceeds(-1n))).toBe('effects-differ');
    expect(await verdict(bent(given, { feeRateSatVb: 4.1 }))).toBe('effects-differ');
  });
});

describe('fees', () => {
  it.each([
    [50_000n, 2000n],
    [200_000n, 2000n],
    [200_100n, 2001n],
  ])('to the exchange are at most its rule’s, for a lock of %i sat %i', async (price, most) => {
    const rich = bid({ rungs: [{ price }] });
    expect(await verdict(sale({ bid: rich, fee: most }))).toBe('accepted');
    expect(await verdict(sale({ bid: rich, fee: most + 1n }))).toBe('effects-differ');
    expect(await verdict(sale({ bid: rich, fee: null }))).toBe('accepted');
  });

  it('to the network have a floor and a ceiling', async () => {
    // 314 vB at 4 sat/vB: 302, and 12 more as the service fee goes to a P2TR script.
    expect(buildFill(given.plan).vsize).toBe(314);
    expect(await verdict(given, { fees: { lowestRate: 4, highestRate: 4.01, highestFee: 1256n } })).toBe(
      'accepted',
    );
    expect(await verdict(given, { fees: { lowestRate: 4.01 } })).toBe('fee-too-low');
    expect(await verdict(given, { fees: { highestRate: 3.99 } })).toBe('fee-too-high');
    expect(await verdict(given, { fees: { highestFee: 1255n } })).toBe('fee-too-high');
  });
});

describe('the transaction', () => {
  it('is byte for byte the plan’s', async () => {
    const { unsigned } = fillOf(given);
    const other = bytesToHex(hexToBytes(unsigned).map((byte, at) => (at === 60 ? byte ^ 1 : byte)));
    expect(await verdict(given, { change: { unsigned: other } })).toBe('psbt-changed');
    expect(await verdict(given, { change: { unsigned: fillOf(sale({ fee: null })).unsigned } })).toBe(
      'psbt-changed',
    );
    expect(await verdict(given, { change: { unsigned: '' } })).toBe('psbt-changed');
  });

  it.each(['p2wpkh', 'p2tr'] as const)('has the promise of this lock’s owner (%s)', async (kind) => {
    const ladder = bid({ kind, rungs: [{}, {}] });
    const first = sale({ bid: ladder });
    const [mine, theirs] = ladder.promises.map(bytesToHex);
    if (mine === undefined || theirs === undefined) throw new Error('two promises');
    expect(await verdict(first, { change: { promise: mine } })).toBe('accepted');
    expect(await verdict(first, { change: { promise: theirs } })).toBe('signature-invalid');
    expect(await verdict(first, { change: { promise: '' } })).toBe('signature-invalid');
    expect(await verdict(first, { change: { promise: `${mine.slice(0, -2)}01` } })).toBe('signature-invalid');
    const [exit] = ladder.exits.map(bytesToHex);
    expect(await verdict(first, { change: { promise: exit?.slice(0, 144) ?? '' } })).toBe(
      'signature-invalid',
    );
  });
});
