/** Codec, ids and digests beside mvc-lib's, on random transactions; and bytes that are no transaction. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToHex, concatBytes, hexToBytes, isFlaw, uint32 } from '@rialto/protocols';
import type { Sats } from '@rialto/protocols';
import {
  ALL_FORKID,
  coreOf,
  digestOf,
  nameMvcTransaction,
  preimageOf,
  readMvcTransaction,
  txidHeader,
  writeMvcTransaction,
} from '../src/index.ts';
import type { MvcBody } from '../src/index.ts';
import { body } from './arbitrary.ts';
import { bn, buffer, libraryTransaction, mvc, plain } from '@rialto/contracts';
import { bodyOf, partsOf } from './oracle.ts';

/** `MVC_TRANSACTIONS=10000` for the long search. */
const RUNS = Number.parseInt(process.env['MVC_TRANSACTIONS'] ?? '500', 10);

function transactionIn(raw: Uint8Array) {
  const tx = readMvcTransaction(raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

const flawOf = (raw: Uint8Array): string | undefined => {
  const tx = readMvcTransaction(raw);
  return isFlaw(tx) ? tx.flaw : undefined;
};

describe('beside mvc-lib', () => {
  it('reads, writes, names and signs as it does', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(body, fc.nat(4), (made, chosen) => {
        const raw = writeMvcTransaction(made);
        const tx = transactionIn(raw);
        const theirs = libraryTransaction(raw);
        expect(partsOf(tx)).toEqual(bodyOf(theirs));
        expect(bytesToHex(plain(theirs.toBuffer()))).toBe(bytesToHex(raw));
        expect(tx.txid).toBe(theirs.id);
        expect(tx.size).toBe(raw.length);
        seen.add(tx.version >= 10 ? 'new id' : 'old id');
        const index = chosen % tx.inputs.length;
        const [coin = { value: 0n as Sats, script: new Uint8Array(0) }] = tx.outputs;
        const given = [
          theirs,
          ALL_FORKID,
          index,
          new mvc.Script(buffer(coin.script)),
          bn(coin.value),
        ] as const;
        expect(bytesToHex(preimageOf(tx, index, coin))).toBe(
          bytesToHex(plain(mvc.Transaction.Sighash.sighashPreimage(...given))),
        );
        // The library has its digests backwards.
        expect(bytesToHex(digestOf(tx, index, coin))).toBe(
          bytesToHex(plain(mvc.Transaction.Sighash.sighash(...given)).reverse()),
        );
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    expect([...seen].sort()).toEqual(['new id', 'old id']);
  }, 300_000);
});

const SMALL: MvcBody = {
  version: 10,
  locktime: 7,
  inputs: [{ txid: transactionIdOf(1), vout: 2, scriptSig: hexToBytes('51'), sequence: 0xfffffffe }],
  outputs: [{ value: 5n as Sats, script: hexToBytes('52') }],
};

function transactionIdOf(byte: number) {
  const id = bytesToHex(new Uint8Array(32).fill(byte));
  return nameMvcTransaction({
    version: 1,
    locktime: byte,
    inputs: [{ txid: id as never, vout: 0, scriptSig: hexToBytes(''), sequence: 0 }],
    outputs: [],
  }).txid;
}

describe('identity', () => {
  it('of a twin is the same, and its id is another, from version 10 on and before', () => {
    for (const version of [1, 10]) {
      const one = nameMvcTransaction({ ...SMALL, version });
      const twin = nameMvcTransaction({
        ...one,
        inputs: one.inputs.map((input) => ({ ...input, scriptSig: hexToBytes('5151') })),
      });
      expect(twin.core).toBe(one.core);
      expect(twin.txid).not.toBe(one.txid);
    }
  });

  it('covers everything else', () => {
    const [input] = SMALL.inputs;
    const [output] = SMALL.outputs;
    if (input === undefined || output === undefined) throw new Error('one of each');
    const others: MvcBody[] = [
      { ...SMALL, version: 11 },
      { ...SMALL, locktime: 8 },
      { ...SMALL, inputs: [{ ...input, vout: 3 }] },
      { ...SMALL, inputs: [{ ...input, txid: transactionIdOf(2) }] },
      { ...SMALL, inputs: [{ ...input, sequence: 0xffffffff }] },
      { ...SMALL, inputs: [input, { ...input, vout: 3 }] },
      { ...SMALL, outputs: [{ ...output, value: 6n as Sats }] },
      { ...SMALL, outputs: [{ ...output, script: hexToBytes('53') }] },
      { ...SMALL, outputs: [output, output] },
    ];
    const cores = new Set([SMALL, ...others].map(coreOf));
    expect(cores.size).toBe(others.length + 1);
    const ids = new Set([SMALL, ...others].map((one) => nameMvcTransaction(one).txid));
    expect(ids.size).toBe(others.length + 1);
  });

  it('is hashed from 112 bytes in the new way', () => {
    expect(txidHeader(SMALL)).toHaveLength(112);
  });
});

describe('bytes that are no transaction', () => {
  const raw = writeMvcTransaction(SMALL);
  const swapped = (at: number, by: string, cut = 1): Uint8Array =>
    concatBytes(raw.subarray(0, at), hexToBytes(by), raw.subarray(at + cut));
  // version 4, count 1, point 36, script 2, sequence 4, count 1, value 8, script 2, locktime 4
  it.each([
    ['nothing', new Uint8Array(0), 'ends-early'],
    ['half of it', raw.subarray(0, 30), 'ends-early'],
    ['one byte less', raw.subarray(0, -1), 'ends-early'],
    ['one byte more', concatBytes(raw, Uint8Array.of(0)), 'trailing-bytes'],
    ['no inputs', swapped(4, '00', 43), 'no-inputs'],
    ['the mark of a witness', swapped(4, '000101'), 'no-inputs'],
    ['no outputs', swapped(47, '00', 11), 'no-outputs'],
    ['a count not in its shortest form', swapped(4, 'fd0100'), 'size-not-shortest'],
    ['a count that the rest cannot hold', swapped(4, 'feffffffff'), 'ends-early'],
    ['a count of eight bytes', swapped(4, 'ffffffffffffffffff'), 'size-too-large'],
    ['a length not in its shortest form', swapped(41, 'fe01000000'), 'size-not-shortest'],
    ['a length bomb in an input', swapped(41, 'feffffff7f'), 'ends-early'],
    ['a length bomb in an output', swapped(56, 'feffffff7f'), 'ends-early'],
    ['more than all sats there can be', swapped(48, '0140075af0750700', 8), 'value-out-of-range'],
  ])('%s', (_, bytes, flaw) => {
    expect(flawOf(bytes)).toBe(flaw);
  });

  it('takes all sats there can be', () => {
    expect(flawOf(swapped(48, '0040075af0750700', 8))).toBeUndefined();
  });

  it('never throws, and what is read is written back the same', () => {
    fc.assert(
      fc.property(body, fc.nat(), fc.nat(255), fc.boolean(), (made, place, byte, cuts) => {
        const bytes = writeMvcTransaction(made);
        const at = place % bytes.length;
        const bent = cuts ? bytes.slice(0, at) : bytes.map((old, index) => (index === at ? byte : old));
        const tx = readMvcTransaction(bent);
        if (!isFlaw(tx)) expect(bytesToHex(writeMvcTransaction(tx))).toBe(bytesToHex(bent));
      }),
      { numRuns: RUNS },
    );
  });
});

it('a sighash is asked for an input that is there', () => {
  expect(() => digestOf(SMALL, 1, { value: 0n as Sats, script: uint32(0) })).toThrow(
    'invariant: there is an input 1',
  );
});
