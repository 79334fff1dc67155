/** Threats §C5: of 10,000 mutated signed PSBTs the library finalises more than half. Here none may be accepted with another meaning. */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { bytesToHex, concatBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { acceptAsk, acceptTake, buildTake, pureVerifier, verifyAskWitness } from '../../src/index.ts';
import type { KeyKind, Verifier } from '../../src/index.ts';
import { BENDS, bent } from './bent-psbts.ts';
import type { Bend } from './bent-psbts.ts';
import { offer, planFor, tokenOffer } from '../trade/market.ts';
import type { Offer } from '../trade/market.ts';
import { user, pinOn, walletSigns } from '../people.ts';

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

const bend: fc.Arbitrary<Bend> = fc.record({
  how: fc.nat(BENDS - 1),
  at: fc.nat(100),
  byte: fc.integer({ min: 1, max: 255 }),
});

/** One in three is bent in a field and stays a PSBT; the others are bytes changed anywhere. */
const change = fc.oneof(
  { weight: 2, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: bend },
);

function mutantOf(signed: Uint8Array, changes: readonly Mutation[] | Bend): Uint8Array {
  if ('how' in changes) return bent(signed, changes) ?? signed.subarray(1);
  return changes.reduce((bytes, one) => (bytes.length === 0 ? bytes : apply(bytes, one)), signed);
}

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

/** A lot of each protocol; the ID-Coin has the receipt of its mint beside it, so its take needs a pad. */
const PROTOCOLS = {
  brc20: (name: string, kind: KeyKind) => offer(name, kind),
  mrc20: (name: string, kind: KeyKind) => tokenOffer(name, kind),
  idcoin: (name: string, kind: KeyKind) => {
    return tokenOffer(name, kind, { tick: 'JACK', beside: [pinOn(`receipt ${name}`, 0n, '/ft/mrc20/mint')] });
  },
} satisfies Record<string, (name: string, kind: KeyKind) => Offer>;

const cases = (['brc20', 'mrc20', 'idcoin'] as const).flatMap((protocol) =>
  (['p2wpkh', 'p2tr'] as const).map((kind) => [protocol, kind] as const),
);
const checkedOf = new Map<string, number>();

/** Most mutants leave a signature and what it signs alone: one that was found valid is not computed again. */
function mindful(check: Verifier['ecdsa']): Verifier['ecdsa'] {
  const valid = new Set<string>();
  return (signature, digest, key) => {
    const name = bytesToHex(concatBytes(key, digest, signature));
    const answer = valid.has(name) || check(signature, digest, key);
    if (answer) valid.add(name);
    return answer;
  };
}
const verifier: Verifier = { ecdsa: mindful(pureVerifier.ecdsa), schnorr: mindful(pureVerifier.schnorr) };

interface Tally {
  accepted: number;
  refused: Map<string, number>;
}

/** Runs a check over its share of the mutants; a Refusal is an answer, anything else thrown is a bug and fails. */
function checker(name: string, signed: Uint8Array, accept: (psbt: Uint8Array) => void): void {
  const tally: Tally = { accepted: 0, refused: new Map() };
  fc.assert(
    fc.property(change, (changes) => {
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
      const ask = acceptAsk(mutant, { lot: one.lot, owner: one.seller.script, verifier });
      expect(verifyAskWitness(ask, one.lot, verifier)).toBe(true);
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
      expect(acceptTake(plan, mutant, verifier).map(text)).toEqual(expected);
    });
  }, 3_600_000);
});

afterAll(() => {
  const total = [...checkedOf.values()].reduce((sum, n) => sum + n, 0);
  console.log(`${total} mutated PSBTs of ${checkedOf.size} kinds, none accepted with another meaning`);
  expect(checkedOf.size).toBe(2 * cases.length);
  expect(total).toBeGreaterThanOrEqual(MUTATIONS);
});
