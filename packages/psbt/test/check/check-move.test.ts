/** Moves of a lot that somebody else prepared: into a lock, home and into a new lock as agreed have no mismatch; each thing changed is named. */
import { isFlaw, outpoint, readTransaction, sats, writeTransaction } from '@rialto/protocols';
import type { Coin, Transaction, Txid } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { buildLotMove, lockOf, readMove, unsignedOf } from '../../src/index.ts';
import type { LotMovePlan } from '../../src/index.ts';
import { deep, lotOfSeller, movePlan, protectedAsk, sellerOf, ticketFor } from '../asks/sellers.ts';
import { coin, mrc20On, user } from '../people.ts';

const seller = sellerOf('p2tr');
const thief = user('thief of moves', 'p2tr');
const lot = lotOfSeller(seller);
const { locked } = protectedAsk(seller, lot);
const held = deep(locked);
const anew = lockOf(ticketFor(seller, held.coin, { price: sats(30_000n) }));

type Expected = Parameters<typeof readMove>[2];

const expectationOf = (plan: LotMovePlan): Expected => ({
  outpoint: plan.lot.outpoint,
  from: plan.from,
  to: plan.to,
  ownerScript: plan.ownerScript,
  ownerKey: plan.ownerKey,
  feeRateSatVb: plan.feeRateSatVb,
});

/** The same transaction with something else in it. */
function edited(tx: Transaction, edit: (tx: Transaction) => Partial<Transaction>): Transaction {
  const inputs = tx.inputs.map((input) => ({ ...input, witness: [] }));
  const made = readTransaction(writeTransaction({ ...tx, inputs, ...edit({ ...tx, inputs }) }));
  if (isFlaw(made)) throw new Error(made.flaw);
  return made;
}

describe.each([
  ['into a lock', movePlan(seller, { lot, to: locked.lock })],
  ['home', movePlan(seller, { lot: held.coin, from: held.lock, feeRateSatVb: 20 })],
  ['into a new lock', movePlan(seller, { lot: held.coin, from: held.lock, to: anew })],
])('a move %s', (_, plan) => {
  const tx = unsignedOf(buildLotMove(plan).psbt);
  const known = [plan.lot, ...plan.payments];
  const agreed = expectationOf(plan);
  const codes = (read: Transaction, coins: readonly Coin[] = known, more: Partial<Expected> = {}): string[] =>
    readMove(read, coins, { ...agreed, ...more }).mismatches.map(({ code }) => code);
  const paidTo = (vout: number, script: Uint8Array): Transaction =>
    edited(tx, ({ outputs }) => ({
      outputs: outputs.map((one, at) => (at === vout ? { ...one, script } : one)),
    }));

  it('is as agreed, with the fee and the size that are its own', () => {
    const built = buildLotMove(plan);
    expect(readMove(tx, known, agreed)).toMatchObject({ fee: built.fee, vsize: built.vsize, mismatches: [] });
  });

  it('whose lot or change goes elsewhere is another act', () => {
    expect(codes(paidTo(0, thief.script))).toEqual(['other-act']);
    expect(plan.change).toBeDefined();
    expect(codes(paidTo(1, thief.script))).toEqual(['other-act']);
  });

  it('with a further output, another version, sequence or lock time is another act', () => {
    const outputs = [...tx.outputs, { value: sats(1000n), script: thief.script }];
    expect(codes(edited(tx, () => ({ outputs })))).toContain('other-act');
    expect(codes(edited(tx, () => ({ version: 1 })))).toEqual(['other-act']);
    expect(codes(edited(tx, () => ({ locktime: 500 })))).toEqual(['other-act']);
    const inputs = tx.inputs.map((input) => ({ ...input, witness: [], sequence: 0 }));
    expect(codes(edited(tx, () => ({ inputs })))).toEqual(['other-act']);
  });

  it('of another lot is named so', () => {
    const other = outpoint('f'.repeat(64) as Txid, 0);
    expect(codes(tx, known, { outpoint: other })).toContain('lot-missing');
  });

  it('paid with a stranger’s coin, or with one that carries something, is named so', () => {
    const [, ...payments] = known;
    expect(payments.length).toBeGreaterThan(0);
    const foreign = payments.map((one) => ({ ...one, script: thief.script }));
    expect(codes(tx, [plan.lot, ...foreign])).toContain('spends-foreign');
    const carrying = payments.map((one) => ({ ...one, assets: [mrc20On('GOLD', 5n)] }));
    expect(codes(tx, [plan.lot, ...carrying])).toContain('moves-carrying');
  });

  it('with a coin nobody told of is not read', () => {
    expect(() => codes(tx, [plan.lot])).toThrow('coin-unknown');
  });

  it('that pays more than the agreed rate is named so', () => {
    expect(codes(tx, known, { feeRateSatVb: plan.feeRateSatVb / 2 })).toEqual(['fee-too-high']);
    const less = edited(tx, ({ outputs }) => ({
      outputs: outputs.map((one, at) => (at === 1 ? { ...one, value: sats(one.value - 500n) } : one)),
    }));
    expect(codes(less)).toEqual(['fee-too-high']);
  });
});

describe('a lock that is not for this lot', () => {
  const read = (to: LotMovePlan['to']): void => {
    const plan = movePlan(seller, { lot, to: locked.lock });
    readMove(unsignedOf(buildLotMove(plan).psbt), [lot, ...plan.payments], { ...expectationOf(plan), to });
  };

  it('of another amount, token or owner is refused before anything is signed', () => {
    const other = sellerOf('p2tr', 'another seller');
    expect(() => {
      read(lockOf(ticketFor(seller, lotOfSeller(seller, { units: 99n }))));
    }).toThrow('amount-differs');
    const gold = coin('gold', seller.wallet, 546n, [mrc20On('GOLD', 100n)]);
    expect(() => {
      read(lockOf(ticketFor(seller, gold)));
    }).toThrow('lots-differ');
    expect(() => {
      read(lockOf(ticketFor(other, lot)));
    }).toThrow('not-yours');
  });

  it('for another price, expiry or exit is another act: its script is not the one that is paid', () => {
    for (const over of [{ price: sats(20_001n) }, { expiry: 9001 }, { exitAfter: 4321 }]) {
      const plan = movePlan(seller, { lot, to: locked.lock });
      const to = lockOf(ticketFor(seller, lot, over));
      const tx = unsignedOf(buildLotMove(plan).psbt);
      const { mismatches } = readMove(tx, [lot, ...plan.payments], { ...expectationOf(plan), to });
      expect(mismatches.map(({ code }) => code)).toEqual(['other-act']);
    }
  });
});
