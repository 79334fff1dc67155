import { describe, expect, it } from 'vitest';
import { pureVerifier, rememberingVerifier } from '../../src/index.ts';
import type { Verifier } from '../../src/index.ts';

const bytes = (fill: number, length: number): Uint8Array => new Uint8Array(length).fill(fill);

describe('a remembering verifier', () => {
  it('asks once for the same, and again for anything else', () => {
    let asked = 0;
    const inner: Verifier = {
      ecdsa: () => {
        asked += 1;
        return true;
      },
      schnorr: () => {
        asked += 1;
        return false;
      },
    };
    const verifier = rememberingVerifier(inner);
    expect(verifier.ecdsa(bytes(1, 64), bytes(2, 32), bytes(3, 33))).toBe(true);
    expect(verifier.ecdsa(bytes(1, 64), bytes(2, 32), bytes(3, 33))).toBe(true);
    expect(asked).toBe(1);
    verifier.ecdsa(bytes(1, 64), bytes(9, 32), bytes(3, 33));
    verifier.ecdsa(bytes(9, 64), bytes(2, 32), bytes(3, 33));
    verifier.ecdsa(bytes(1, 64), bytes(2, 32), bytes(9, 33));
    expect(asked).toBe(4);
    expect(verifier.schnorr(bytes(1, 64), bytes(2, 32), bytes(3, 32))).toBe(false);
    expect(asked).toBe(5);
  });

  it('never mistakes one kind of signature for the other', () => {
    const verifier = rememberingVerifier({ ...pureVerifier, ecdsa: () => true });
    expect(verifier.ecdsa(bytes(1, 64), bytes(2, 32), bytes(3, 33))).toBe(true);
    expect(verifier.schnorr(bytes(1, 64), bytes(2, 32), bytes(3, 32))).toBe(false);
  });
});
