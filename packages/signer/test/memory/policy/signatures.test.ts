/** Which signatures are there before ours: each seller's for their own lot and price, the buyer's for the whole transaction. */
import { bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import type { CosignRequest } from '@rialto/contract';
import { SIGHASH, takeDraft } from '@rialto/psbt';
import type { TakeLot } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { deal, requestOf, signedBy, withChange } from '../deals.ts';
import type { Deal } from '../deals.ts';
import { offer, offerOf } from '../offers.ts';
import { stranger, user } from '../people.ts';
import { verdict } from '../world.ts';

const kinds = ['p2wpkh', 'p2tr'] as const;
const flipped = (hex: string): string =>
  bytesToHex(hexToBytes(hex).map((byte, at) => (at === 20 ? byte ^ 1 : byte)));

describe('the sellers', () => {
  const two = (kind: (typeof kinds)[number]): Deal =>
    deal({ offers: [offer('a', { kind }), offer('b', { kind, price: 21_000n })] });
  const signing = (given: Deal, sellerWitnesses: string[][]): Promise<string> =>
    verdict(given, { request: { sellerWitnesses } });

  it.each(kinds)('signed each lot, with one witness each (%s)', async (kind) => {
    const given = two(kind);
    const { sellerWitnesses: good } = requestOf(given);
    const [first = [], second = []] = good;
    expect(await signing(given, good)).toBe('accepted');
    expect(await signing(given, [first])).toBe('psbt-shape');
    expect(await signing(given, [])).toBe('psbt-shape');
    expect(await signing(given, [first, second, second])).toBe('psbt-shape');
    expect(await signing(given, [second, first])).toBe('signature-invalid');
    expect(await signing(given, [first, []])).toBe('signature-invalid');
    expect(await signing(given, [first, second.map(flipped)])).toBe('signature-invalid');
    expect(await signing(given, [first.map(flipped), second])).toBe('signature-invalid');
    expect(await signing(given, [first, [...second, '00']])).toBe('signature-invalid');
  });

  it.each(kinds)('signed this price, this payment, this sequence and this coin (%s)', async (kind) => {
    const given = two(kind);
    // Everybody else signs the changed terms: nothing but the seller's own signature speaks against them.
    const changed = (by: (lot: TakeLot) => Partial<TakeLot>): Promise<string> => {
      const lots = given.plan.lots.map((lot, at) => (at === 1 ? { ...lot, ...by(lot) } : lot));
      return verdict({ ...given, plan: withChange({ ...given.plan, lots }) });
    };
    expect(await changed(() => ({}))).toBe('accepted');
    expect(await changed(({ price }) => ({ price: sats(price - 1n) }))).toBe('signature-invalid');
    expect(await changed(({ price }) => ({ price: sats(price + 1n) }))).toBe('signature-invalid');
    expect(await changed(() => ({ payScript: stranger().script }))).toBe('signature-invalid');
    expect(await changed(() => ({ sequence: 0xffffffff }))).toBe('signature-invalid');
    expect(await changed(({ coin }) => ({ coin: { ...coin, value: sats(coin.value + 1n) } }))).toBe(
      'signature-invalid',
    );
  });

  it.each(kinds)(
    'signed the lot against one payment, and nothing that leaves more open or less (%s)',
    async (kind) => {
      const others = [SIGHASH.ALL, SIGHASH.ALL | 0x80, 0x82, 0x03];
      const seller = user('seller a', kind);
      const { lot } = offer('a', { kind });
      for (const sighash of [...others, SIGHASH.SINGLE_ANYONECANPAY]) {
        const asked = sighash === SIGHASH.SINGLE_ANYONECANPAY ? 'accepted' : 'signature-invalid';
        expect(await verdict(deal({ offers: [offerOf(seller, lot.coin, { sighash })] }))).toBe(asked);
      }
    },
  );

  it('own what they sell', async () => {
    const { lot } = offer('a');
    const thief = offerOf(stranger(), { ...lot.coin, script: stranger().script });
    const given = deal({ offers: [{ ...thief, lot: { ...thief.lot, coin: lot.coin } }] });
    expect(await verdict(given)).toBe('signature-invalid');
  });
});

describe('the buyer', () => {
  type Given = CosignRequest['buyerWitnesses'];
  const two = (kind: (typeof kinds)[number]): Deal => deal({ kind, money: [30_000n, 40_000n] });
  const signing = (given: Deal, change: (good: Given) => Given): Promise<string> =>
    verdict(given, { request: { buyerWitnesses: change(requestOf(given).buyerWitnesses) } });
  const at = (good: Given, input: number, witness: string[] | null): Given =>
    good.map((one, index) => (index === input ? witness : one));

  it.each(kinds)('signed every coin of theirs and no other (%s)', async (kind) => {
    const given = two(kind);
    const last = 3;
    expect(takeDraft(given.plan).inputs).toHaveLength(last + 1);
    expect(await signing(given, (good) => good)).toBe('accepted');
    expect(await signing(given, (good) => good.slice(0, -1))).toBe('psbt-shape');
    expect(await signing(given, (good) => [...good, null])).toBe('psbt-shape');
    expect(await signing(given, () => [])).toBe('psbt-shape');
    for (const input of [2, last]) {
      expect(await signing(given, (good) => at(good, input, null))).toBe('signature-missing');
      expect(await signing(given, (good) => at(good, input, []))).toBe('signature-missing');
      expect(await signing(given, (good) => at(good, input, (good[input] ?? []).map(flipped)))).toBe(
        'signature-invalid',
      );
    }
    for (const input of [0, 1])
      expect(await signing(given, (good) => at(good, input, good[last] ?? null))).toBe('psbt-shape');
    expect(await signing(given, (good) => at(good, 2, good[last] ?? null))).toBe('signature-invalid');
  });

  it.each(kinds)('signed this transaction (%s)', async (kind) => {
    const given = two(kind);
    const other = signedBy({ ...given, plan: withChange({ ...given.plan, feeRateSatVb: 6 }) });
    expect(await signing(given, () => other)).toBe('signature-invalid');
  });

  it.each([
    ...kinds.flatMap((kind) => [0x81, 0x82, 0x83, 0x02, 0x03].map((sighash) => [kind, sighash] as const)),
  ])('left nothing open (%s, sighash %i)', async (kind, sighash) => {
    const given = two(kind);
    // Of the second coin alone: the first is signed as it should be.
    const open = signedBy(given, (index) => (index === 3 ? sighash : undefined));
    expect(await signing(given, () => open)).toBe('sighash-not-allowed');
  });

  it('may name ALL where it goes without saying', async () => {
    const given = two('p2tr');
    const named = signedBy(given, () => SIGHASH.ALL);
    expect(named.map((witness) => witness?.[0]?.length)).toEqual([undefined, undefined, 130, 130]);
    expect(await signing(given, () => named)).toBe('accepted');
  });
});
