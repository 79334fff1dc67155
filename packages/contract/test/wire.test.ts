/** The words of the wire: what each takes, what it refuses, and the envelopes around answers. */
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import * as wire from '../src/wire/wire.ts';

const HASH = 'ab'.repeat(32);

/** word -> what it takes, what it refuses. */
const WORDS: Readonly<Record<string, readonly [z.ZodType, readonly unknown[], readonly unknown[]]>> = {
  Whole: [
    wire.Whole,
    ['0', '1', '9'.repeat(39)],
    ['', '00', '01', '-1', '1.0', '1e3', '9'.repeat(40), ' 1', '1\n', 1, 1n],
  ],
  Decimal: [
    wire.Decimal,
    ['0', '1.5', '0.000000000000000001', '9'.repeat(39)],
    ['', '.5', '1.', '1,5', '-1', '+1', '1e3', '0.0000000000000000001', '9'.repeat(40), 'NaN', 1.5],
  ],
  Book: [wire.Book, ['brc20', 'mrc20', 'idcoin', 'runes'], ['BRC20', 'rune', 'Runes', '']],
  Net: [wire.Net, ['livenet', 'testnet', 'regtest'], ['mainnet', 'main', '']],
  Address: [
    wire.Address,
    ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    ['', 'bc1', 'bc1 qxxxxxxxxxxxxxxxxx', 'a'.repeat(91), 'bc1q_xxxxxxxxxxxxxx', 'bc1qxxxxxxxxxxxxxx\0'],
  ],
  Tick: [
    wire.Tick,
    ['a', 'ordi', '🐸🐸', '\u202eSSOM', 'BEYOND•COUNTING•STARS', 'x'.repeat(55)],
    ['', 'x'.repeat(56), 'a\0b', '\0', '\ud800', 'a\udfff', '\udc00\ud800'],
  ],
  AssetIdText: [
    wire.AssetIdText,
    ['brc20:ordi', 'rune:840000:1', '!~'],
    ['', 'a b', 'é', '\0', 'x'.repeat(91)],
  ],
  TxidText: [wire.TxidText, [HASH], [HASH.toUpperCase(), HASH.slice(1), `${HASH}0`, '']],
  OutpointText: [
    wire.OutpointText,
    [`${HASH}:0`, `${HASH}:4294967295`],
    [HASH, `${HASH}:`, `${HASH}:01`, `${HASH}:-1`, `${HASH}i0`],
  ],
  InscriptionIdText: [
    wire.InscriptionIdText,
    [`${HASH}i0`, `${HASH}i12`],
    [`${HASH}:0`, `${HASH}i`, `${HASH}i01`],
  ],
  RuneIdText: [
    wire.RuneIdText,
    ['0:0', '840000:1', `${2n ** 64n - 1n}:${2n ** 32n - 1n}`],
    ['', '840000', '840000:', ':1', '0840000:1', '840000:01', '-1:1', '840000:1 ', '840000i1'],
  ],
  OrderId: [wire.OrderId, [HASH], ['', `${HASH} `, HASH.replace('a', 'g')]],
  TradeId: [wire.TradeId, ['7b0f6f0c-3f7e-4a52-9f0f-0d8b9b6f6a10'], ['7b0f6f0c', '', HASH]],
  Hex: [wire.Hex, ['00', 'aF09'], ['', '0', '0x00', 'zz', '00'.repeat(131_073)]],
  PublicKeyHex: [wire.PublicKeyHex, [`02${HASH}`, `03${HASH}`], [`04${HASH}`, HASH, `02${HASH}00`]],
  FeeRateNumber: [
    wire.FeeRateNumber,
    [0.1, 1, 12.5, 5000, 5001, 0, -1],
    [Number.NaN, Number.POSITIVE_INFINITY, '1'],
  ],
  Flag: [wire.Flag, ['0', '1', undefined], ['2', 'true', 1, true]],
  At: [
    wire.At,
    [{ height: 0, hash: HASH }],
    [{ height: -1, hash: HASH }, { height: 1.5, hash: HASH }, { height: 1 }],
  ],
  Timestamp: [wire.Timestamp, [0, 1_795_358_987_601], [1.5, '0', Number.NaN]],
};

describe.each(Object.entries(WORDS))('%s', (_, [schema, good, bad]) => {
  it('takes what it means', () => {
    for (const value of good) expect(schema.parse(value)).toEqual(value);
  });
  it('refuses everything else', () => {
    for (const value of bad) expect([value, schema.safeParse(value).success]).toEqual([value, false]);
  });
});

describe('an address', () => {
  const segwit = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

  it('in all capitals is the same address in small letters, wherever one is asked for', () => {
    for (const address of [segwit, segwit.toUpperCase()]) expect(wire.Address.parse(address)).toBe(segwit);
    for (const prefix of ['BC', 'TB'])
      expect(wire.canonicalAddress(`${prefix}1PQQQQQQQQQQ`)).toBe(`${prefix}1PQQQQQQQQQQ`.toLowerCase());
  });
  it('is left as it is where capitals mean something, or are mixed, which no address is', () => {
    for (const address of ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT', `B${segwit.slice(1)}`, '1QQQQQQQQQQQQQQQ'])
      expect(wire.Address.parse(address)).toBe(address);
  });
});

describe('the envelope of an answer', () => {
  const ok = { code: 0, message: 'ok', data: { any: 'thing' }, processingTime: 3 };
  const no = { code: 1, message: 'Not found.', data: null, processingTime: 0, refusal: 'not-found' };

  it('carries data, a refusal, and where a bare list is true', () => {
    for (const envelope of [ok, no, { ...ok, data: [], at: { height: 3, hash: HASH } }])
      expect(wire.CodeEnvelope.parse(envelope)).toEqual(envelope);
  });
  it('is nothing else', () => {
    for (const wrong of [
      { ...ok, code: 2 },
      { ...ok, code: '0' },
      { ...ok, message: undefined },
    ])
      expect(wire.CodeEnvelope.safeParse(wrong).success).toBe(false);
    for (const wrong of [
      { ...ok, processingTime: '3' },
      { ...no, refusal: 7 },
      { ...ok, at: { height: 3 } },
    ])
      expect(wire.CodeEnvelope.safeParse(wrong).success).toBe(false);
  });
});
