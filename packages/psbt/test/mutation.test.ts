/** Threats C5: of 10,000 mutated signed PSBTs the library finalises more than half. Here none may be accepted with another meaning. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal, bytesToHex, concatBytes } from '@rialto/protocols';
import { acceptAsk, acceptTake, buildTake, verifyAskWitness } from '../src/index.ts';
import type { KeyKind } from '../src/index.ts';
import { offer, planFor } from './market.ts';
import { person, walletSigns } from './people.ts';

const MUTATIONS = Number.parseInt(process.env['MUTATIONS'] ?? '10000', 10);

interface Mutation {
  readonly how: 'flip' | 'set' | 'cut' | 'grow' | 'drop' | 'copy' | 'swap' | 'zero';
  readonly at: number;
  readonly to: number;
  readonly length: number;
  readonly byte: number;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  how: fc.constantFrom('flip', 'set', 'cut', 'grow', 'drop', 'copy', 'swap', 'zero'),
  at: fc.nat(4000),
  to: fc.nat(4000),
  length: fc.integer({ min: 1, max: 40 }),
  byte: fc.integer({ min: 1, max: 255 }),
});

function apply(bytes: Uint8Array, change: Mutation): Uint8Array {
  const at = change.at % bytes.length;
  const to = change.to % bytes.length;
  const length = Math.min(change.length, bytes.length - at);
  const out = bytes.slice();
  switch (change.how) {
    case 'flip':
      out[at] = (out[at] ?? 0) ^ change.byte;
      return out;
    case 'set':
      out[at] = change.byte;
      return out;
    case 'zero':
      return out.fill(0, at, at + length);
    case 'cut':
      return out.slice(0, at);
    case 'grow':
      return concatBytes(out.subarray(0, at), new Uint8Array(length).fill(change.byte), out.subarray(at));
    case 'drop':
      return concatBytes(out.subarray(0, at), out.subarray(at + length));
    case 'copy':
      return concatBytes(out.subarray(0, to), bytes.subarray(at, at + length), out.subarray(to));
    case 'swap': {
      const [a, b] = [out[at] ?? 0, out[to] ?? 0];
      out[at] = b;
      out[to] = a;
      return out;
    }
  }
}

interface Tally {
  accepted: number;
  refused: Map<string, number>;
}

/** Runs a judge over mutants; a Refusal is an answer, anything else thrown is a bug and fails. */
function judge(signed: Uint8Array, accept: (psbt: Uint8Array) => void): Tally {
  const tally: Tally = { accepted: 0, refused: new Map() };
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 3 }), (changes) => {
      const mutant = changes.reduce(
        (bytes, change) => (bytes.length === 0 ? bytes : apply(bytes, change)),
        signed,
      );
      try {
        accept(mutant);
        tally.accepted += 1;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        tally.refused.set(error.code, (tally.refused.get(error.code) ?? 0) + 1);
      }
    }),
    { numRuns: Math.ceil(MUTATIONS / 4) },
  );
  return tally;
}

const text = (witness: readonly Uint8Array[] | undefined): string =>
  (witness ?? []).map(bytesToHex).join(' ');

describe.each(['p2wpkh', 'p2tr'] as const)('mutated PSBTs, %s', (kind: KeyKind) => {
  it('asks: what is still accepted is the same ask', () => {
    const one = offer('a', kind);
    const tally = judge(one.psbt, (mutant) => {
      const ask = acceptAsk(mutant, { lot: one.lot, owner: one.seller.script });
      expect(verifyAskWitness(ask, one.lot)).toBe(true);
      expect({ ...ask, witness: text(ask.witness) }).toEqual({ ...one.ask, witness: text(one.ask.witness) });
    });
    expect(tally.accepted + tally.refused.size).toBeGreaterThan(1);
  }, 300_000);

  it('takes: what is still accepted are the same signatures on the same transaction', () => {
    const buyer = person('buyer', kind);
    const plan = planFor([offer('a', 'p2tr'), offer('b', 'p2wpkh')], buyer, { ownPad: true });
    const built = buildTake(plan);
    const signed = walletSigns(built.psbt, buyer, built.toSign);
    const expected = acceptTake(plan, signed).map(text);
    const tally = judge(signed, (mutant) => {
      expect(acceptTake(plan, mutant).map(text)).toEqual(expected);
    });
    expect(tally.accepted + tally.refused.size).toBeGreaterThan(1);
  }, 300_000);
});
