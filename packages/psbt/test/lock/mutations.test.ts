/** 10,000 mutated promises: what is still accepted is the very same signature. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToHex } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { acceptPromise, buildPromise, verifyPromise } from '../../src/index.ts';
import { mindfulVerifier, mutantOf, mutants } from '../tx/mutants.ts';
import { walletSigns } from '../people.ts';
import { MANNERS, bidder, lockedBy } from './bidders.ts';

const MUTATIONS = Number.parseInt(process.env['MUTATIONS'] ?? '10000', 10);
const SHARE = Math.ceil(MUTATIONS / (2 * MANNERS.length));

describe.each(MANNERS)('mutated promises of %s', (manner) => {
  const who = bidder(manner);
  const { lock, coin } = lockedBy(who);
  const built = buildPromise(lock, coin);
  const signed = walletSigns(built.psbt, who.signer, built.toSign);
  const promise = acceptPromise(lock, coin, signed);

  it('as PSBTs: accepted is the same promise, for several reasons refused is the rest', () => {
    const refused = new Map<string, number>();
    let accepted = 0;
    fc.assert(
      fc.property(mutants, (changes) => {
        try {
          const found = acceptPromise(lock, coin, mutantOf(signed, changes), mindfulVerifier);
          expect(bytesToHex(found)).toBe(bytesToHex(promise));
          accepted += 1;
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          refused.set(error.code, (refused.get(error.code) ?? 0) + 1);
        }
      }),
      { numRuns: SHARE },
    );
    expect([...refused.values()].reduce((sum, count) => sum + count, accepted)).toBe(SHARE);
    expect(refused.size).toBeGreaterThan(3);
  }, 120_000);

  it('as stored signatures: none but the promise itself verifies', () => {
    let same = 0;
    fc.assert(
      fc.property(mutants, (changes) => {
        const mutant =
          'how' in changes
            ? promise.map((byte, at) => (at === changes.at % promise.length ? byte ^ changes.byte : byte))
            : mutantOf(promise, changes);
        const isSame = bytesToHex(mutant) === bytesToHex(promise);
        expect(verifyPromise(lock, coin, mutant, mindfulVerifier)).toBe(isSame);
        same += isSame ? 1 : 0;
      }),
      { numRuns: SHARE },
    );
    expect(same).toBeLessThan(SHARE / 2);
  }, 120_000);
});
