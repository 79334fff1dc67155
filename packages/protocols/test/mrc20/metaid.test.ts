import { describe, expect, test } from 'vitest';
import {
  addressOf,
  encodeUtf8,
  hexToBytes,
  isPinId,
  isStandardOutput,
  merkleRootOf,
  pinId,
  pinOutput,
  pinsOf,
} from '../../src/index.ts';
import type { TxInput, Txid } from '../../src/index.ts';

const KEY_HASH = '751e76e8199196d454941c45d1b3a323f1433bd6';

describe('addresses', () => {
  test.each([
    // BIP-173 and BIP-350 test vectors, and the addresses of the generator's key hash.
    [`0014${KEY_HASH}`, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    [`76a914${KEY_HASH}88ac`, '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH'],
    [
      '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ],
  ])('%s', (script, address) => {
    expect(addressOf(hexToBytes(script), 'livenet')).toBe(address);
  });

  test('other networks', () => {
    expect(addressOf(hexToBytes(`0014${KEY_HASH}`), 'testnet')).toBe(
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    );
    expect(addressOf(hexToBytes(`0014${KEY_HASH}`), 'regtest')).toMatch(/^bcrt1q/);
  });

  test('a bare key and the first of several stand for themselves', () => {
    // The generator's key, and an x that no point of the curve has.
    const key = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
    const none = `02${'79'.repeat(32)}`;
    expect(addressOf(hexToBytes(`21${key}ac`), 'livenet')).toBe(key);
    expect(addressOf(hexToBytes(`5121${key}21${none}52ae`), 'livenet')).toBe(key);
    expect(addressOf(hexToBytes(`5121${none}21${key}52ae`), 'livenet')).toBe(key);
    expect(addressOf(hexToBytes(`21${none}ac`), 'livenet')).toBe(undefined);
  });

  test('data and unknown scripts are no standard outputs', () => {
    for (const script of [
      '',
      '6a',
      '6a0401020304',
      '51',
      '5220' + '11'.repeat(32),
      `5121${'02'.repeat(33)}52ae`,
    ]) {
      expect(isStandardOutput(hexToBytes(script))).toBe(false);
    }
  });
});

test('PIN ids name their output', () => {
  const id = pinId('ab'.repeat(32) as Txid, 3);
  expect(isPinId(id)).toBe(true);
  expect(pinOutput(id)).toEqual({ txid: 'ab'.repeat(32), vout: 3 });
  expect(isPinId('ab')).toBe(false);
});

test('the merkle root of block 170', () => {
  // The first block with a payment in it.
  const txids = [
    'b1fea52486ce0c62bb442b530a3f0132b826c74e473d1f2c220bfa78111c5082',
    'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
  ];
  expect(merkleRootOf(txids)).toBe('7dac2c5666815c17a3b36427de37bb9d2e2c5ccec3f8633eb91a4205cb4c10ff');
});

describe('PINs of a transaction', () => {
  const script = hexToBytes(
    ['0063', '06', text('metaid'), '06', text('create'), '05', text('/info'), '000000', '0161', '68'].join(
      '',
    ),
  );
  const control = new Uint8Array(33).fill(0xc0);

  function text(value: string): string {
    return [...(encodeUtf8(value) ?? [])].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  function input(...witness: Uint8Array[]): TxInput {
    return { txid: '00'.repeat(32) as Txid, vout: 0, scriptSig: new Uint8Array(0), sequence: 0, witness };
  }

  test('one per input, with its number', () => {
    const pins = pinsOf({ outputs: [], inputs: [input(), input(script, control), input(script, control)] });
    expect(pins.map((one) => [one.input, one.pin.path])).toEqual([
      [1, '/info'],
      [2, '/info'],
    ]);
  });

  test('none before an annex that is none itself, none without a control block', () => {
    expect(pinsOf({ outputs: [], inputs: [input(script, control, Uint8Array.of(0x50, 1))] })).toEqual([]);
    expect(pinsOf({ outputs: [], inputs: [input(script), input(script, Uint8Array.of(1))] })).toEqual([]);
  });
});
