/** Threats §C5: of 10,000 mutated signed PSBTs the library finalises more than half. Here none may be accepted with another meaning. */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { bytesToHex } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { acceptAsk, acceptTake, buildTake, verifyAskWitness } from '../../src/index.ts';
import type { KeyKind } from '../../src/index.ts';
import { mindfulVerifier, mutantOf, mutants } from './mutants.ts';
import { offer, planFor, runeOffer, tokenOffer } from '../trade/market.ts';
import type { Offer } from '../trade/market.ts';
import { user, pinOn, walletSigns } from '../people.ts';

const MUTATIONS = Number.parseInt(process.env['MUTATIONS'] ?? '10000', 10);

/** A lot of each book; the ID-Coin has the receipt of its mint beside it, so its take needs a pad. */
const PROTOCOLS = {
  brc20: (name: string, kind: KeyKind) => offer(name, kind),
  mrc20: (name: string, kind: KeyKind) => tokenOffer(name, kind),
  idcoin: (name: string, kind: KeyKind) => {
    return tokenOffer(name, kind, { tick: 'JACK', beside: [pinOn(`receipt ${name}`, 0n, '/ft/mrc20/mint')] });
  },
  runes: (name: string, kind: KeyKind) => runeOffer(name, kind),
} satisfies Record<string, (name: string, kind: KeyKind) => Offer>;

const cases = (['brc20', 'mrc20', 'idcoin', 'runes'] as const).flatMap((protocol) =>
  (['p2wpkh', 'p2tr'] as const).map((kind) => [protocol, kind] as const),
);
const checkedOf = new Map<string, number>();

interface Tally {
  accepted: number;
  refused: Map<string, number>;
}

/** Runs a check over its share of the mutants; a Refusal is an answer, anything else thrown is a bug and fails. */
function checker(name: string, signed: Uint8Array, accept: (psbt: Uint8Array) => void): void {
  const tally: Tally = { accepted: 0, refused: new Map() };
  fc.assert(
    fc.property(mutants, (changes) => {
      const mutant = mutantOf(signed, changes);
      try {
        accept(mutant);
        tally.accepted += 1;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        tally.refused.set(error.code, (tally.refused.get(error.code) ?? 0) + 1);
      }
    }),
    { numRuns: Math.ceil(MUTATIONS / (2 * cases.length)) },
  );
  const refused = [...tally.refused.values()].reduce((sum, n) => sum + n, 0);
  checkedOf.set(name, tally.accepted + refused);
  // Most mutants are none any more, and they are refused for several reasons.
  expect(refused).toBeGreaterThan(tally.accepted);
  expect(tally.refused.size).toBeGreaterThan(3);
}

const text = (witness: readonly Uint8Array[] | undefined): string =>
  (witness ?? []).map(bytesToHex).join(' ');

describe.each(cases)('mutated PSBTs, %s, %s', (protocol, kind) => {
  const offered = PROTOCOLS[protocol];

  it('asks: what is still accepted is the same ask', () => {
    const one = offered('a', kind);
    checker(`asks ${protocol} ${kind}`, one.psbt, (mutant) => {
      const ask = acceptAsk(mutant, { lot: one.lot, owner: one.seller.script, verifier: mindfulVerifier });
      expect(verifyAskWitness(ask, one.lot, mindfulVerifier)).toBe(true);
      expect({ ...ask, witness: text(ask.witness) }).toEqual({ ...one.ask, witness: text(one.ask.witness) });
    });
  }, 3_600_000);

  it('takes: what is still accepted are the same signatures on the same transaction', () => {
    const buyer = user('buyer', kind);
    const plan = planFor([offered('a', 'p2tr'), offered('b', 'p2wpkh')], buyer, { ownPad: true });
    const built = buildTake(plan);
    const signed = walletSigns(built.psbt, buyer, built.toSign);
    const expected = acceptTake(plan, signed).map(text);
    checker(`takes ${protocol} ${kind}`, signed, (mutant) => {
      expect(acceptTake(plan, mutant, mindfulVerifier).map(text)).toEqual(expected);
    });
  }, 3_600_000);
});

afterAll(() => {
  const total = [...checkedOf.values()].reduce((sum, n) => sum + n, 0);
  console.log(`${total} mutated PSBTs of ${checkedOf.size} kinds, none accepted with another meaning`);
  expect(checkedOf.size).toBe(2 * cases.length);
  expect(total).toBeGreaterThanOrEqual(MUTATIONS);
});
