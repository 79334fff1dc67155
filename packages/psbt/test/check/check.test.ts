/** Checks of what others prepared: a purchase, a cancel and an ask as agreed have no mismatch; each thing changed is named by its code. */
import { equalBytes, isFlaw, outpoint, readTransaction, sats, writeTransaction } from '@rialto/protocols';
import type { Coin, Transaction, TxOutput, Txid } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import {
  buildAsk,
  buildCancel,
  buildTake,
  checkAnnounced,
  checkAsk,
  checkCancel,
  checkSigning,
  checkTake,
  expectationOf,
  planCancel,
  readSpend,
  takeDraft,
  unsignedOf,
} from '../../src/index.ts';
import type { Mismatch, Reading, TakeExpectation, TakePlan } from '../../src/index.ts';
import { offer, planFor, tokenOffer } from '../trade/market.ts';
import { coin, lot, user } from '../people.ts';

const buyer = user('buyer', 'p2tr');
const thief = user('thief', 'p2wpkh');
const codes = (mismatches: readonly Mismatch[]): string[] => mismatches.map(({ code }) => code);

const coinsIn = (plan: TakePlan): Coin[] => takeDraft(plan).inputs.map((input) => input.coin);
const readingOf = (plan: TakePlan): Reading => readSpend(unsignedOf(buildTake(plan).psbt), coinsIn(plan));

/** The same inputs, other outputs. */
function edited(tx: Transaction, edit: (outputs: readonly TxOutput[]) => readonly TxOutput[]): Transaction {
  const outputs = [...edit(tx.outputs)];
  const inputs = tx.inputs.map((input) => ({ ...input, witness: [] }));
  const made = readTransaction(writeTransaction({ ...tx, inputs, outputs }));
  if (isFlaw(made)) throw new Error(made.flaw);
  return made;
}

describe.each([
  ['BRC-20', planFor([offer('a', 'p2wpkh'), offer('b', 'p2tr', 30_000n)], buyer)],
  ['BRC-20 behind an own pad', planFor([offer('a', 'p2wpkh')], buyer, { ownPad: true })],
  ['MRC-20', planFor([tokenOffer('c', 'p2tr'), tokenOffer('d', 'p2wpkh')], buyer)],
])('a take of %s', (_, plan) => {
  const agreed = expectationOf(plan);
  const read = readingOf(plan);
  const [first, ...rest] = agreed.lots;
  if (first === undefined) throw new Error('a lot');
  const checked = (more: Partial<TakeExpectation>): string[] =>
    codes(checkTake(read, { ...agreed, ...more }));
  const changed = (edit: (outputs: readonly TxOutput[]) => readonly TxOutput[]): string[] =>
    codes(checkTake(readSpend(edited(read.tx, edit), read.coins), agreed));

  it('is as agreed', () => {
    expect(checked({})).toEqual([]);
  });
  it.each<[string, Partial<typeof first>, string]>([
    ['that is elsewhere', { outpoint: outpoint('f'.repeat(64) as Txid, 0) }, 'lot-missing'],
    ['of another token', { asset: 'brc20:another' }, 'lot-differs'],
    ['of another amount', { units: first.units + 1n }, 'lot-differs'],
    ['with another inscription', { inscriptionId: `${'e'.repeat(64)}i0` }, 'lot-differs'],
    ['for another price', { price: sats(first.price + 1n) }, 'seller-unpaid'],
    ['of another seller', { payScript: thief.script }, 'seller-unpaid'],
  ])('of a lot %s is not', (_what, more, code) => {
    expect(checked({ lots: [{ ...first, ...more }, ...rest] })).toContain(code);
  });
  it('that buys more than was chosen is not', () => {
    expect(checked({ lots: rest })).not.toEqual([]);
  });
  it('for somebody else is not', () => {
    expect(checked({ buyerScript: thief.script })).toContain('lot-astray');
  });
  it('with another service fee is not', () => {
    expect(checked({ serviceFee: undefined })).toContain('pays-stranger');
    expect(checked({ serviceFee: { script: thief.script, value: sats(2000n) } })).toContain('owed-unpaid');
    expect(checked({ maxServiceFee: 1999n })).toEqual(['service-fee-too-high']);
  });
  it('whose outputs lead elsewhere is not', () => {
    const to = (vout: number) => (outputs: readonly TxOutput[]) =>
      outputs.map((one, at) => (at === vout ? { ...one, script: thief.script } : one));
    expect(changed(to(0))).toEqual(expect.arrayContaining(['pays-stranger', 'lot-astray', 'asset-astray']));
    expect(changed(to(1))).toEqual(expect.arrayContaining(['seller-unpaid', 'pays-stranger']));
    expect(changed(to(read.tx.outputs.length - 1))).toContain('pays-stranger');
    expect(changed(([one, two, ...more]) => (one && two ? [two, one, ...more] : []))).toContain(
      'seller-unpaid',
    );
    expect(changed(([, ...more]) => more)).not.toEqual([]);
  });
  it('that spends a coin which carries something is not', () => {
    const treasure = lot('treasure', buyer).assets;
    const at = read.coins.findIndex(({ script }) => equalBytes(script, buyer.script));
    const coins = read.coins.map((one, index) => (index === at ? { ...one, assets: treasure } : one));
    expect(codes(checkTake(readSpend(read.tx, coins), agreed))).toContain('spends-carrying');
  });
});

describe('what is signed', () => {
  const plan = planFor([offer('a', 'p2wpkh')], buyer);
  const { psbt, toSign, fee } = buildTake(plan);
  const read = readingOf(plan);
  it('is one’s own inputs, whole, at the values that were told', () => {
    expect(checkSigning({ psbt, toSign }, read, buyer.script)).toEqual([]);
    expect(codes(checkSigning({ psbt, toSign: [] }, read, buyer.script))).toEqual(['signs-others']);
    expect(codes(checkSigning({ psbt, toSign }, read, thief.script))).toEqual(['signs-others']);
    const open = toSign.map((one) => ({ ...one, sighash: 0x83 }));
    expect(codes(checkSigning({ psbt, toSign: open }, read, buyer.script))).toEqual(['signs-openly']);
    const coins = read.coins.map((one, at) => (at === 0 ? { ...one, value: sats(one.value + 1n) } : one));
    expect(codes(checkSigning({ psbt, toSign }, { coins }, buyer.script))).toEqual(['values-differ']);
  });
  it('pays what was announced', () => {
    expect(checkAnnounced(fee, fee)).toEqual([]);
    expect(codes(checkAnnounced(fee, fee - 1n))).toEqual(['fee-not-announced']);
  });
});

describe('a cancel', () => {
  const owner = user('owner', 'p2wpkh');
  const sold = lot('sold', owner);
  const money = coin('money', owner, 50_000n);
  const plan = planCancel({
    lot: sold,
    ownerScript: owner.script,
    ownerKey: owner.key,
    coins: [money],
    feeRateSatVb: 3,
  });
  const tx = unsignedOf(buildCancel(plan).psbt);
  const checked = (coins: readonly Coin[], point: string = sold.outpoint, of = tx): string[] =>
    codes(checkCancel(readSpend(of, coins), { owner: owner.script, outpoint: point }));
  it('spends the coin of the order, and everything stays', () => {
    expect(checked([sold, money])).toEqual([]);
    expect(checked([sold, money], 'elsewhere')).toEqual(['order-coin-kept', 'moves-carrying']);
    expect(checked([sold, { ...money, script: thief.script }])).toEqual(['spends-foreign']);
    expect(checked([sold, { ...money, assets: lot('other', owner).assets }])).toContain('moves-carrying');
    const away = edited(tx, ([one, ...rest]) => (one ? [{ ...one, script: thief.script }, ...rest] : []));
    expect(checked([sold, money], sold.outpoint, away)).toContain('pays-away');
  });
});

describe('an ask', () => {
  const seller = user('seller', 'p2tr');
  const sold = lot('sold', seller);
  const price = sats(20_000n);
  const { psbt } = buildAsk({ lot: sold, price, payScript: seller.script, publicKey: seller.key });
  const agreed = { lot: sold, price, payScript: seller.script };
  it('is the lot against the price, in anybody’s purchase', () => {
    expect(checkAsk(psbt, agreed)).toEqual([]);
    expect(codes(checkAsk(psbt, { ...agreed, lot: lot('other', seller) }))).toEqual(['sells-other']);
    expect(codes(checkAsk(psbt, { ...agreed, price: sats(20_001n) }))).toEqual(['earns-other']);
    expect(codes(checkAsk(psbt, { ...agreed, payScript: thief.script }))).toEqual(['earns-other']);
    expect(codes(checkAsk(buildTake(planFor([offer('a', 'p2wpkh')], buyer)).psbt, agreed))).toEqual([
      'sells-other',
      'earns-other',
    ]);
  });
  it('of a coin with something behind the lot is not: its buyer would get that too', () => {
    const mixed: Coin = { ...sold, assets: [...sold.assets, ...lot('more', seller).assets] };
    expect(() => checkAsk(psbt, { ...agreed, lot: mixed })).toThrow();
  });
});
