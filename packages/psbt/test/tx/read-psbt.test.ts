import { concatBytes, outpoint, sats, writeBase } from '@rialto/protocols';
import type { TransactionBody } from '@rialto/protocols';
import { Transaction as LibraryTx } from '@scure/btc-signer';
import { RawTx } from '@scure/btc-signer/script.js';
import { describe, expect, it } from 'vitest';
import { SIGHASH, readPsbt, sighashOf, statesValues, stripPsbt } from '../../src/index.ts';
import { writePsbt } from '../../src/tx/write-psbt.ts';
import { body, edit } from './forge.ts';
import { coin, user, refusalOf, txid } from '../people.ts';

const ann = user('ann', 'p2tr');
const coins = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...coin('c', ann, 1000n), outpoint: outpoint(txid('c'), at) }));
const psbtOf = (tx: TransactionBody): Uint8Array =>
  writePsbt(
    writeBase(tx),
    tx.inputs.map(() => ({ prevout: coin('c', ann, 1000n) })),
    tx.outputs.length,
  );
const outputs = (count: number) =>
  Array.from({ length: count }, () => ({ value: sats(546n), script: ann.script }));
const code = (bytes: Uint8Array): string => refusalOf(() => readPsbt(bytes));

describe('readPsbt', () => {
  it('reads what we write, as the library does', () => {
    const tx = body(coins(3), outputs(2));
    const psbt = psbtOf(tx);
    const read = readPsbt(psbt);
    expect(read.unsigned).toEqual(writeBase(tx));
    expect(read.tx).toEqual(tx);
    expect(read.signatures).toEqual([1, 2, 3].map(() => ({ partial: [], taproot: undefined, leaves: [] })));
    expect(LibraryTx.fromPSBT(psbt).inputsLength).toBe(3);
  });

  it('C6: 200 inputs and outputs, not one more', () => {
    expect(code(psbtOf(body(coins(200), outputs(200))))).toBe('accepted');
    expect(code(psbtOf(body(coins(201), outputs(1))))).toBe('psbt-too-large');
    expect(code(psbtOf(body(coins(1), outputs(201))))).toBe('psbt-too-large');
    expect(code(psbtOf(body(coins(2000), outputs(1))))).toBe('psbt-too-large');
  });

  it('C4: duplicate inputs', () => {
    const [one] = coins(1);
    if (one === undefined) throw new Error('a coin');
    expect(code(psbtOf(body([one, ...coins(3)], outputs(1))))).toBe('duplicate-input');
  });

  it('PSBT v2, network transactions and trailing bytes are refused', () => {
    const tx = new LibraryTx({ PSBTVersion: 2 });
    tx.addInput({ txid: txid('c'), index: 0, witnessUtxo: { amount: 1000n, script: ann.script } });
    tx.addOutput({ amount: 546n, script: ann.script });
    expect(code(tx.toPSBT(2))).toBe('psbt-malformed');
    expect(code(tx.toPSBT(0))).toBe('accepted');
    expect(code(writeBase(body(coins(1), outputs(1))))).toBe('psbt-malformed');
    expect(code(concatBytes(psbtOf(body(coins(1), outputs(1))), Uint8Array.of(1, 2)))).toBe('psbt-malformed');
  });

  it('amounts above all money are refused', () => {
    const psbt = edit(psbtOf(body(coins(1), outputs(1))), (raw) => {
      for (const output of raw.global.unsignedTx?.outputs ?? []) Object.assign(output, { amount: 2n ** 63n });
    });
    expect(code(psbt)).toBe('psbt-malformed');
  });
});

describe('stripPsbt', () => {
  it('takes out previous transactions and nothing else', () => {
    const previous = writeBase(body(coins(1), outputs(1)));
    const bare = psbtOf(body(coins(1), outputs(1)));
    const fat = edit(bare, (raw) => {
      for (const input of raw.inputs) Object.assign(input, { nonWitnessUtxo: RawTx.decode(previous) });
    });
    expect(fat.length).toBeGreaterThan(bare.length);
    expect(readPsbt(fat)).toEqual(readPsbt(bare));
    expect(stripPsbt(fat)).toEqual(bare);
    expect(refusalOf(() => stripPsbt(previous))).toBe('psbt-malformed');
  });
});

describe('the values a PSBT states', () => {
  it('are those of its coins: none another, none missing, and no previous transaction to state one', () => {
    const spent = coins(2);
    const psbt = psbtOf(body(spent, outputs(1)));
    expect(statesValues(psbt, spent)).toBe(true);
    for (const at of [0, 1]) {
      const lied = spent.map((one, n) => (n === at ? { ...one, value: sats(999n) } : one));
      expect(statesValues(psbt, lied)).toBe(false);
    }
    expect(statesValues(psbt, spent.slice(1))).toBe(false);
    const silent = edit(psbt, (raw) => {
      for (const input of raw.inputs) delete input.witnessUtxo;
    });
    expect(statesValues(silent, spent)).toBe(false);
    const previous = RawTx.decode(writeBase(body(coins(1), outputs(1))));
    const fat = edit(psbt, (raw) => {
      for (const input of raw.inputs) Object.assign(input, { nonWitnessUtxo: previous });
    });
    expect(statesValues(fat, spent)).toBe(false);
  });
});

describe('the sighash a signature carries', () => {
  it('is its last byte, but of a taproot signature without one, whatever that ends in (BIP-341)', () => {
    expect(sighashOf(new Uint8Array(71).fill(0x83))).toBe(SIGHASH.SINGLE_ANYONECANPAY);
    expect(sighashOf(new Uint8Array(65).fill(0x83))).toBe(SIGHASH.SINGLE_ANYONECANPAY);
    expect(sighashOf(new Uint8Array(64).fill(0x83))).toBe(SIGHASH.DEFAULT);
    expect(sighashOf(new Uint8Array())).toBeUndefined();
  });
});
