/** The compiled verifier and the JavaScript one: the same verdict about everything, and never an exception. */
import { existsSync, readFileSync } from 'node:fs';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes } from '@rialto/protocols';
import { pureVerifier } from '@rialto/psbt';
import type { Verifier } from '@rialto/psbt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openVerifier } from '../src/index.ts';

const compiled = await openVerifier();

type Kind = keyof Verifier;
interface Signed {
  readonly signature: Uint8Array;
  readonly digest: Uint8Array;
  readonly key: Uint8Array;
}

const verdict = (verifier: Verifier, kind: Kind, { signature, digest, key }: Signed): boolean =>
  verifier[kind](signature, digest, key);

/** The verdict of both; an exception of either fails the test. */
function agreed(kind: Kind, signed: Signed): boolean {
  const said = verdict(compiled, kind, signed);
  expect(said).toBe(verdict(pureVerifier, kind, signed));
  return said;
}

const { ORDER: N } = secp256k1.Point.Fn;
const { ORDER: P } = secp256k1.Point.Fp;
const bytes32 = (number: bigint): Uint8Array => hexToBytes(number.toString(16).padStart(64, '0'));

const signing: Record<Kind, (digest: Uint8Array, secret: Uint8Array) => Signed> = {
  ecdsa: (digest, secret) => ({
    signature: secp256k1.sign(digest, secret, { prehash: false }),
    digest,
    key: secp256k1.getPublicKey(secret),
  }),
  schnorr: (digest, secret) => ({
    signature: schnorr.sign(digest, secret),
    digest,
    key: schnorr.getPublicKey(secret),
  }),
};

/** Numbers at which a range begins or ends, in 32 bytes. */
const EDGES = [0n, 1n, N / 2n, N / 2n + 1n, N - 1n, N, N + 1n, P - 1n, P, P + 1n, 2n ** 256n - 1n].map(
  bytes32,
);
/** x of no point of the curve. */
const OFF_CURVE = bytes32(5n);

const secret = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((key) => secp256k1.utils.isValidSecretKey(key));
const anyDigest = fc.uint8Array({ minLength: 32, maxLength: 32 });
const digest = fc.oneof(anyDigest, fc.constantFrom(...EDGES));
const kind = fc.constantFrom<Kind>('ecdsa', 'schnorr');
const validOf = (digests: fc.Arbitrary<Uint8Array>) =>
  fc.tuple(kind, digests, secret).map(([of, hash, key]) => ({ of, signed: signing[of](hash, key) }));
const valid = validOf(digest);
/** Under the digest 0 an ECDSA signature is good for a key and for its negative. */
const ordinary = validOf(anyDigest);

const PARTS = ['signature', 'digest', 'key'] as const;
const part = fc.constantFrom(...PARTS);

const flipped = (bytes: Uint8Array, bit: number): Uint8Array =>
  bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
const withHalf = (signature: Uint8Array, half: number, number: Uint8Array): Uint8Array => {
  const changed = signature.slice();
  changed.set(number, half * 32);
  return changed;
};

describe('the compiled verifier says what the JavaScript one says', () => {
  it('about good signatures', () => {
    fc.assert(
      fc.property(valid, ({ of, signed }) => agreed(of, signed)),
      { numRuns: 200 },
    );
  });

  it('about one bit changed in signature, digest or key', () => {
    fc.assert(
      fc.property(ordinary, part, fc.nat(), ({ of, signed }, name, at) => {
        const bit = at % (signed[name].length * 8);
        expect(agreed(of, { ...signed, [name]: flipped(signed[name], bit) })).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('about halves of a signature, digests and keys at the edges of their ranges', () => {
    fc.assert(
      fc.property(valid, fc.nat(3), fc.constantFrom(...EDGES, OFF_CURVE), ({ of, signed }, where, edge) => {
        const { signature, key } = signed;
        if (where < 2) agreed(of, { ...signed, signature: withHalf(signature, where, edge) });
        else if (where === 2) agreed(of, { ...signed, digest: edge });
        else
          agreed(of, { ...signed, key: key.length === 32 ? edge : Uint8Array.from([key[0] ?? 0, ...edge]) });
      }),
      { numRuns: 400 },
    );
    for (const of of ['ecdsa', 'schnorr'] as const)
      for (const r of EDGES)
        for (const s of EDGES) {
          const signed = signing[of](bytes32(9n), bytes32(7n));
          agreed(of, { ...signed, signature: Uint8Array.from([...r, ...s]) });
        }
  });

  it('about a high S: false, though the curve allows it', () => {
    fc.assert(
      fc.property(digest, secret, (hash, key) => {
        const signed = signing.ecdsa(hash, key);
        const s = N - BigInt(`0x${Buffer.from(signed.signature.subarray(32)).toString('hex')}`);
        const high = withHalf(signed.signature, 1, bytes32(s));
        const lax = { prehash: false, lowS: false } as const;
        expect(secp256k1.verify(high, hash, signed.key, lax)).toBe(true);
        expect(agreed('ecdsa', { ...signed, signature: high })).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  it('about other lengths', () => {
    fc.assert(
      fc.property(valid, part, fc.nat(100), ({ of, signed }, name, length) => {
        const other = new Uint8Array(length);
        other.set(signed[name].subarray(0, length));
        agreed(of, { ...signed, [name]: other });
      }),
      { numRuns: 300 },
    );
  });

  it('about every first byte of a key, and keys of 65 bytes, plain and hybrid', () => {
    const signed = signing.ecdsa(bytes32(9n), bytes32(7n));
    const whole = secp256k1.getPublicKey(bytes32(7n), false);
    const first = (key: Uint8Array, byte: number): Uint8Array => Uint8Array.from([byte, ...key.subarray(1)]);
    const good: number[] = [];
    for (let byte = 0; byte < 256; byte += 1) {
      if (agreed('ecdsa', { ...signed, key: first(signed.key, byte) })) good.push(byte);
      expect(agreed('ecdsa', { ...signed, key: first(whole, byte) })).toBe(false);
    }
    expect(good).toEqual([signed.key[0]]);
  });

  it('about rubbish', () => {
    const any = fc.uint8Array({ maxLength: 70 });
    fc.assert(
      fc.property(kind, any, any, any, (of, signature, hash, key) => {
        expect(agreed(of, { signature, digest: hash, key })).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

const HOSTILE = 20_000;

it('outlives any number of keys that are no points: out of compiled code each exception would leak stack', () => {
  const [ecdsa, taproot] = [signing.ecdsa, signing.schnorr].map((sign) => sign(bytes32(9n), bytes32(7n)));
  if (ecdsa === undefined || taproot === undefined) throw new Error('two kinds');
  const offCurve = Uint8Array.from([2, ...OFF_CURVE]);
  for (let at = 0; at < HOSTILE; at += 1) {
    if (verdict(compiled, 'schnorr', { ...taproot, key: OFF_CURVE })) expect.fail('no point');
    if (verdict(compiled, 'ecdsa', { ...ecdsa, key: offCurve })) expect.fail('no point');
  }
  expect(agreed('ecdsa', ecdsa)).toBe(true);
  expect(agreed('schnorr', taproot)).toBe(true);
});

const table = new URL('../../../../shared/vectors/bips/bip340-test-vectors.csv', import.meta.url);

describe.skipIf(!existsSync(table))('BIP-340', () => {
  const rows = existsSync(table) ? readFileSync(table, 'utf8').trim().split(/\r?\n/).slice(1) : [];
  it.each(rows.map((row) => row.split(',')))(
    'vector %s',
    (_index, _secret, key, _aux, message, signature, result) => {
      const signed = { signature: hexToBytes(signature), digest: hexToBytes(message), key: hexToBytes(key) };
      expect(agreed('schnorr', signed)).toBe(result === 'TRUE');
    },
  );
});
