/** Live bids: the seller signs all of it, then the bidder; the bidder pays the price and not a sat more; half a sale is nobody's. */
import { describe, expect, it } from 'vitest';
import { bytesToHex, outpoint, sats, virtualSize } from '@rialto/protocols';
import type { Sats } from '@rialto/protocols';
import {
  acceptLiveSale,
  acceptTake,
  buildLiveSale,
  buildTake,
  checkLive,
  checkSigning,
  effects,
  finishTake,
  liveNeedsPad,
  partyOf,
  planLive,
  readSpend,
  takeDraft,
  totalOfTake,
  unsignedOf,
} from '../../src/index.ts';
import type { LiveExpectation, LivePlan, LiveRequest } from '../../src/index.ts';
import { bodyOf, coinsOf, transactionOf } from '../../src/draft/draft.ts';
import { SIGHASH_BYTES, edit, forge, sign } from '../tx/forge.ts';
import { coin, lot, mrc20On, plainAsset, refusalOf, txid, user, walletSigns } from '../people.ts';
import { transaction } from '../ledger-world.ts';
import { PRICE, agreedOn, planned, requested, settled, tokenLot, transferLot } from './live-market.ts';
import { operator, service } from './market.ts';

const kinds = ['p2wpkh', 'p2tr'] as const;
const books = [
  ['BRC-20', transferLot],
  ['MRC-20', tokenLot],
] as const;
const cases = kinds.flatMap((seller) =>
  kinds.flatMap((bidder) => books.map(([book, lotOfBook]) => [book, seller, bidder, lotOfBook] as const)),
);

const readingOf = ({ take }: LivePlan) => {
  const coins = coinsOf(takeDraft(take));
  return readSpend(unsignedOf(buildTake(take).psbt), coins);
};

describe.each(cases)(
  'a live bid for %s: a %s seller, a %s bidder',
  (book, sellerKind, bidderKind, lotOfBook) => {
    const people = { seller: user('seller', sellerKind), bidder: user('bidder', bidderKind) };
    const { seller, bidder } = people;
    const plan = planned(people, lotOfBook(seller));
    const sale = buildLiveSale(plan);

    it('works: the bidder pays the price, the seller gets it less both fees', () => {
      const tx = transaction(settled(plan, people).raw);
      const found = effects(tx, coinsOf(takeDraft(plan.take)));
      const [bought, sold] = [partyOf(found, bidder.script), partyOf(found, seller.script)];
      const token = tx.outputs[0]?.value ?? 0n;
      expect(bought.satsIn - bought.satsOut + token).toBe(PRICE);
      expect(totalOfTake(plan.take)).toBe(PRICE);
      expect(bought.gets).toHaveLength(1);
      expect(sold.gives).toHaveLength(1);
      expect(sold.satsOut).toBe(PRICE + 546n - token - 2000n - found.fee);
      expect(partyOf(found, service.script).satsOut).toBe(2000n);
      expect(partyOf(found, operator.script).satsOut).toBe(book === 'BRC-20' ? 600n : 0n);
      expect(found.fee).toBe(BigInt(3 * sale.vsize));
      expect(sale.vsize - virtualSize(tx)).toBeGreaterThanOrEqual(0);
      expect(sale.vsize - virtualSize(tx)).toBeLessThanOrEqual(tx.inputs.length);
    });

    it('the seller’s PSBT asks for the lot alone and holds nobody’s signature; the bidder’s never holds the seller’s', () => {
      expect(sale.toSign.map(({ index }) => index)).toEqual([1]);
      expect(buildTake(plan.take).toSign.map(({ index }) => index)).not.toContain(1);
      expect(bytesToHex(sale.unsigned)).toBe(bytesToHex(buildTake(plan.take).unsigned));
      for (const { psbt } of [sale, buildTake(plan.take)])
        edit(psbt, (raw) => {
          for (const input of raw.inputs)
            expect(input.partialSig ?? input.tapKeySig ?? input.finalScriptWitness).toBeUndefined();
        });
    });

    const spending = { tx: bodyOf(takeDraft(plan.take)), coins: coinsOf(takeDraft(plan.take)) };

    it.each(SIGHASH_BYTES)('A8: a seller’s half with sighash byte %i', (sighash) => {
      const psbt = forge(spending, [
        { index: 1, who: seller, signature: sign(spending, 1, seller, sighash) },
      ]);
      const whole = sighash === 0x01 || (sighash === 0x00 && sellerKind === 'p2tr');
      expect(refusalOf(() => acceptLiveSale(plan, psbt))).toBe(whole ? 'accepted' : 'sighash-not-allowed');
    });

    it.each(SIGHASH_BYTES)('A8: a bidder’s half with sighash byte %i', (sighash) => {
      const signatures = buildTake(plan.take).toSign.map(({ index }) => ({
        index,
        who: bidder,
        signature: sign(spending, index, bidder, sighash),
      }));
      const whole = sighash === 0x01 || (sighash === 0x00 && bidderKind === 'p2tr');
      expect(refusalOf(() => acceptTake(plan.take, forge(spending, signatures)))).toBe(
        whole ? 'accepted' : 'sighash-not-allowed',
      );
    });

    it('A8: a half of another price, another lot or other coins of the bidder is refused', () => {
      const others: Partial<LiveRequest>[] = [
        { price: sats(PRICE - 1n) },
        { lot: { ...lotOfBook(seller), outpoint: outpoint(txid('elsewhere'), 0) } },
        { bidder: { ...bidder, coins: [coin('other money', bidder, 80_000n)] } },
      ];
      for (const other of others) {
        const built = buildLiveSale(planLive(requested(people, lotOfBook(seller), other)));
        const signed = walletSigns(built.psbt, seller, built.toSign);
        expect(refusalOf(() => acceptLiveSale(plan, signed))).toBe('psbt-changed');
      }
      expect(refusalOf(() => acceptLiveSale(plan, sale.psbt))).toBe('signature-missing');
    });

    it('asserts its invariants: as agreed for both who look at its bytes', () => {
      const read = readingOf(plan);
      expect(checkLive(read, agreedOn(plan))).toEqual([]);
      expect(checkSigning(sale, read, seller.script)).toEqual([]);
      expect(checkSigning(buildTake(plan.take), read, bidder.script)).toEqual([]);
    });

    it('the assertion fires: another price, fee, service, seller or coin is named', () => {
      const read = readingOf(plan);
      const agreed = agreedOn(plan);
      const [one] = agreed.lots;
      if (one === undefined) throw new Error('a lot');
      const codes = (more: Partial<LiveExpectation>): string[] =>
        checkLive(read, { ...agreed, ...more }).map(({ code }) => code);
      expect(codes({ price: sats(PRICE - 546n) })).toEqual(['over-budget']);
      expect(codes({ price: sats(PRICE + 1n) })).toEqual(['seller-unpaid']);
      expect(codes({ feeRateSatVb: 2 })).toEqual(['fee-too-high']);
      expect(codes({ maxServiceFee: 1999n })).toEqual(['service-fee-too-high']);
      expect(codes({ lots: [{ ...one, price: sats(one.price - 1n) }] })).toContain('seller-unpaid');
      expect(codes({ lots: [{ ...one, units: one.units + 1n }] })).toContain('lot-differs');
      expect(codes({ buyerScript: operator.script })).toContain('lot-astray');
      const heavy = {
        ...plan.take,
        lots: plan.take.lots.map((of) => ({ ...of, price: sats(of.price - 5000n) })),
      };
      const moved = takeDraft(heavy).outputs.map((output, at) =>
        at === 0 ? { ...output, value: (output.value + 5000n) as Sats } : output,
      );
      const tx = transactionOf({ ...bodyOf(takeDraft(heavy)), outputs: moved });
      const robbed = { ...agreed, lots: [{ ...one, price: sats(one.price - 5000n) }] };
      expect(checkLive(readSpend(tx, read.coins), robbed).map(({ code }) => code)).toContain('seller-unpaid');
      const half = { buyer: [], sellers: [[new Uint8Array(64)]] };
      expect(() => finishTake(plan.take, half)).toThrow('invariant');
    });

    it('neither half is worth anything without the other: it verifies in no other transaction', () => {
      const { raw } = settled(plan, people);
      const { inputs } = transaction(raw);
      const [other] = [planLive(requested(people, lotOfBook(seller), { feeRateSatVb: 4 }))];
      const sellers = [inputs[1]?.witness ?? []];
      expect(() => finishTake(other.take, { buyer: inputs.map(({ witness }) => witness), sellers })).toThrow(
        'invariant',
      );
    });
  },
);

describe('a live bid: planning refuses', () => {
  const people = { seller: user('seller', 'p2tr'), bidder: user('bidder', 'p2tr') };
  const { seller, bidder } = people;
  const sold = transferLot(seller);
  const plannedWith = (more: Partial<LiveRequest>, from = sold): string =>
    refusalOf(() => planLive(requested(people, from, more)));
  const withCoins = (...values: bigint[]) => ({
    bidder: { ...bidder, coins: values.map((value, at) => coin(`money ${at}`, bidder, value)) },
  });

  it('another token, another amount, what is no lot, the own bid', () => {
    expect(plannedWith({})).toBe('accepted');
    expect(plannedWith({ lot: tokenLot(seller) })).toBe('lots-differ');
    expect(plannedWith({ lot: lot('smaller', seller, 546n, 999n) })).toBe('amount-differs');
    expect(plannedWith({ lot: coin('plain', seller, 546n) })).toBe('not-a-lot');
    expect(plannedWith({ lot: { ...sold, assets: [...sold.assets, plainAsset('p')] } })).toBe('lot-mixed');
    expect(plannedWith({ lot: transferLot(bidder) })).toBe('not-yours');
    expect(plannedWith({ bidder: { ...seller, coins: [] } })).toBe('own-order');
    expect(plannedWith({ seller: { ...seller, key: bidder.key } })).toBe('not-yours');
    const { height: _, ...fresh } = sold;
    expect(plannedWith({ lot: fresh })).toBe('coin-unconfirmed');
  });

  it('a bidder without the price, and with it in too many coins', () => {
    expect(plannedWith(withCoins(49_999n))).toBe('insufficient-funds');
    expect(plannedWith(withCoins(...Array<bigint>(6).fill(9000n)))).toBe('too-many-coins');
    expect(
      plannedWith({ bidder: { ...bidder, coins: [coin('carries', bidder, 90_000n, [mrc20On('X', 1n)])] } }),
    ).toBe('insufficient-funds');
  });

  it('a price that leaves the seller nothing', () => {
    expect(plannedWith({ price: sats(3600n) })).toBe('too-small');
    expect(plannedWith({ price: sats(2000n) })).toBe('too-small');
    expect(plannedWith({ serviceFee: { script: service.script, value: sats(545n) } })).toBe('too-small');
    expect(plannedWith({ pads: {} })).toBe('no-pad');
  });

  it('pays exactly where it can; what is too small for change is the seller’s', () => {
    const paid = (...values: bigint[]) => planLive(requested(people, sold, withCoins(...values))).take;
    expect(paid(50_000n, 90_000n)).toMatchObject({ change: undefined, payments: [{ value: 50_000n }] });
    expect(paid(50_100n, 90_000n)).toMatchObject({ change: 40_000n, payments: [{ value: 90_000n }] });
    const left = paid(50_545n);
    expect([left.change, totalOfTake(left)]).toEqual([undefined, 50_545n]);
    expect(left.lots[0]?.price).toBe((paid(50_000n).lots[0]?.price ?? 0n) + 545n);
  });

  it('an own small coin is the pad, and a part of the price', () => {
    const padded = { ...bidder, coins: [coin('pad', bidder, 700n), coin('money', bidder, 90_000n)] };
    const request = requested(people, sold, { bidder: padded });
    expect(liveNeedsPad(request)).toBe(false);
    expect(liveNeedsPad(requested(people, sold))).toBe(true);
    expect(liveNeedsPad(requested(people, tokenLot(seller)))).toBe(false);
    const { take } = planLive(request);
    expect([take.pad.platform, totalOfTake(take), take.change]).toEqual([false, PRICE, 40_700n]);
  });
});
