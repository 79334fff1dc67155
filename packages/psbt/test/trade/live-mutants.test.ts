/** Mutants of the two halves of a sale into a live bid: bytes changed anywhere, or one field bent. None is accepted with another meaning. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToHex, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import {
  acceptLiveSale,
  acceptTake,
  buildLiveSale,
  buildTake,
  checkLive,
  planLive,
  readSpend,
  takeDraft,
  unsignedOf,
} from '../../src/index.ts';
import type { LiveRequest } from '../../src/index.ts';
import { coinsOf } from '../../src/draft/draft.ts';
import { mindfulVerifier, mutantOf, mutants } from '../tx/mutants.ts';
import { coin, runeOn, user, walletSigns } from '../people.ts';
import { PRICE, agreedOn, planned, requested, tokenLot, transferLot } from './live-market.ts';
import { operator } from './market.ts';

/** Of each half; of each kind of lot and key an eighth of it. */
const MUTANTS = Number.parseInt(process.env['MUTANTS'] ?? '2000', 10);
const kinds = ['p2wpkh', 'p2tr'] as const;
const LOTS = {
  brc20: transferLot,
  mrc20: tokenLot,
  idcoin: tokenLot,
  runes: (of: Parameters<typeof tokenLot>[0]) => coin('rune lot', of, 546n, [runeOn(840_000, 7n)]),
} as const;
const cases = (['brc20', 'mrc20', 'idcoin', 'runes'] as const).flatMap((book) =>
  kinds.map((kind) => [book, kind] as const),
);
const text = (witness: readonly Uint8Array[] | undefined): string =>
  (witness ?? []).map(bytesToHex).join(' ');
let checked = 0;

function tried(signed: Uint8Array, accept: (psbt: Uint8Array) => void): void {
  const codes = new Set<string>();
  let accepted = 0;
  let refused = 0;
  fc.assert(
    fc.property(mutants, (changes) => {
      const mutant = mutantOf(signed, changes);
      checked += 1;
      try {
        accept(mutant);
        accepted += 1;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        codes.add(error.code);
        refused += 1;
      }
    }),
    { numRuns: Math.ceil(MUTANTS / cases.length) },
  );
  expect(refused).toBeGreaterThan(accepted);
  expect(codes.size).toBeGreaterThan(2);
}

describe.each(cases)('mutated halves of a live sale, %s, %s', (book, kind) => {
  const people = { seller: user('seller', kind), bidder: user('bidder', kind) };
  const plan = planned(people, LOTS[book](people.seller));

  it('the seller’s: what is accepted is the same signature', () => {
    const sale = buildLiveSale(plan);
    const signed = walletSigns(sale.psbt, people.seller, sale.toSign);
    const expected = text(acceptLiveSale(plan, signed));
    tried(signed, (mutant) => expect(text(acceptLiveSale(plan, mutant, mindfulVerifier))).toBe(expected));
  });

  it('the bidder’s: what is accepted are the same signatures', () => {
    const built = buildTake(plan.take);
    const signed = walletSigns(built.psbt, people.bidder, built.toSign);
    const expected = acceptTake(plan.take, signed).map(text);
    tried(signed, (mutant) =>
      expect(acceptTake(plan.take, mutant, mindfulVerifier).map(text)).toEqual(expected),
    );
  });

  it('a sale on any other terms is named by both pages, and takes neither half', () => {
    const sale = buildLiveSale(plan);
    const half = walletSigns(sale.psbt, people.seller, sale.toSign);
    const agreed = agreedOn(plan);
    const terms = fc.record({
      price: fc.bigInt({ min: 40_000n, max: 60_000n }),
      rate: fc.integer({ min: 1, max: 9 }),
      money: fc.bigInt({ min: 60_000n, max: 90_000n }),
      service: fc.bigInt({ min: 546n, max: 3000n }),
    });
    fc.assert(
      fc.property(terms, ({ price, rate, money, service }) => {
        const other: Partial<LiveRequest> = {
          price: sats(price),
          feeRateSatVb: rate,
          bidder: { ...people.bidder, coins: [coin('money', people.bidder, money)] },
          serviceFee: { script: operator.script, value: sats(service) },
        };
        const bent = planLive(requested(people, LOTS[book](people.seller), other));
        expect(() => acceptLiveSale(bent, half, mindfulVerifier)).toThrow(Refusal);
        if (price === PRICE) return;
        const { psbt } = buildTake(bent.take);
        const read = readSpend(unsignedOf(psbt), coinsOf(takeDraft(bent.take)));
        const [lot] = bent.take.lots;
        const lots = agreed.lots.map((one) => ({ ...one, price: lot?.price ?? one.price }));
        const serviceFee = { script: operator.script, value: sats(service) };
        const found = checkLive(read, {
          ...agreed,
          lots,
          serviceFee,
          maxServiceFee: service,
          feeRateSatVb: rate,
        });
        if (price < PRICE || price >= PRICE + 546n) expect(found.map(({ code }) => code)).not.toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});

it('so many were tried', () => {
  expect(checked).toBeGreaterThanOrEqual(2 * MUTANTS);
});
