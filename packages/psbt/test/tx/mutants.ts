/** Mutants of a signed PSBT: bytes changed anywhere, or one field bent so that it stays a PSBT. */
import fc from 'fast-check';
import { bytesToHex, concatBytes } from '@rialto/protocols';
import { pureVerifier } from '../../src/index.ts';
import type { Verifier } from '../../src/index.ts';
import { BENDS, bent } from './bent-psbts.ts';
import type { Bend } from './bent-psbts.ts';

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
export const mutants = fc.oneof(
  { weight: 2, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: bend },
);

export function mutantOf(signed: Uint8Array, changes: readonly Mutation[] | Bend): Uint8Array {
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
/** For many mutants of one PSBT. */
export const mindfulVerifier: Verifier = {
  ecdsa: mindful(pureVerifier.ecdsa),
  schnorr: mindful(pureVerifier.schnorr),
};
