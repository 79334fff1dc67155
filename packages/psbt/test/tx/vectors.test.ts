/** The BIPs' own vectors, read beside the project; without them these tests are skipped. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesToHex } from '@rialto/protocols';
import { publicKeyOf, verifyLogin } from '../../src/index.ts';
import { bip322Checks, keyOf } from '../conformance/bip322.ts';
import type { Bip322File, RefusedCase, SignedCase } from '../conformance/bip322.ts';
import { bip340Checks } from '../conformance/bip340.ts';
import { bip341Checks } from '../conformance/bip341.ts';
import type { Bip341File } from '../conformance/bip341.ts';
import type { Check } from '../conformance/case.ts';
import { psbtChecks } from '../conformance/psbt-sections.ts';
import type { PsbtFile } from '../conformance/psbt-sections.ts';

const folder = new URL('../../../../../shared/vectors/bips/', import.meta.url);
const present = existsSync(folder);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const json = (name: string): unknown => JSON.parse(read(name)) as unknown;

function runs(checks: Iterable<Check>): void {
  const rows = [...checks].flatMap((check) => ('run' in check ? [[check.name, check.run] as const] : []));
  it.each(rows)('%s', (_, run) => {
    const { ours, expected } = run();
    expect(ours).toEqual(expected);
  });
}

describe.skipIf(!present)('PSBTs', () => {
  if (!present) return;
  describe('BIP-174', () => {
    runs(psbtChecks(json('bip174-psbt.json') as PsbtFile));
  });
  describe('BIP-371', () => {
    runs(psbtChecks(json('bip371-psbt.json') as PsbtFile));
  });
});

describe.skipIf(!present)('signatures', () => {
  if (!present) return;
  describe('BIP-340', () => {
    runs(bip340Checks(read('bip340-test-vectors.csv')));
  });
  describe('BIP-341', () => {
    runs(bip341Checks(json('bip341-wallet-test-vectors.json') as Bip341File));
  });
});

describe.skipIf(!present)('BIP-322', () => {
  if (!present) return;
  const basic = json('bip322-basic-test-vectors.json') as Bip322File;
  const generated = json('bip322-generated-test-vectors.json') as Bip322File;
  describe.each([basic, generated])('file %#', (file) => {
    runs(bip322Checks(file));
  });

  it('everything else of the BIP is refused: full, proof of funds, multisig, other keys, and the 21 error cases', () => {
    const all = (...lists: (SignedCase[] | undefined)[]): SignedCase[] => lists.flatMap((list) => list ?? []);
    const others = [
      ...all(basic.simple, generated.simple).filter((one) => one.type.includes('multisig')),
      ...all(generated.full, generated.proof_of_funds),
    ];
    const says = (one: { address: string; message: string }, signature: string, publicKey: string) =>
      verifyLogin({ address: one.address, network: 'livenet', text: one.message, signature, publicKey });
    expect(others.length).toBeGreaterThanOrEqual(10);
    for (const one of others) {
      for (const signature of one.bip322_signatures) expect(says(one, signature, keyOf(one))).toBe(false);
    }
    const stranger = bytesToHex(publicKeyOf(new Uint8Array(32).fill(1)));
    for (const one of all(basic.simple, generated.simple)) {
      for (const signature of one.bip322_signatures) expect(says(one, signature, stranger)).toBe(false);
    }
    const keys = all(basic.simple, generated.simple, generated.full).map(keyOf);
    const errors: RefusedCase[] = [...(basic.error ?? []), ...(generated.error ?? [])];
    expect(errors).toHaveLength(21);
    for (const one of errors) for (const key of keys) expect(says(one, one.signature, key)).toBe(false);
  });
});
