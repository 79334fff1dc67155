/** Runestones, their integers and the names of runes, byte for byte. Cases: the unit tests of ord's `ordinals` (CC0). */
import { describe, expect, test } from 'vitest';
import {
  amount,
  bytesToHex,
  commitmentOf,
  compareRuneIds,
  decipher,
  encipher,
  hexToBytes,
  isRuneId,
  knownRuneId,
  minimumName,
  nextRuneId,
  readRuneName,
  readSpacedName,
  readVarint,
  runeName,
  runestoneIntegers,
  writeRuneName,
  writeSpacedName,
} from '../../src/index.ts';
import type { Etching } from '../../src/index.ts';
import { payloadOf, payloadScript, pushesInTapscript } from '../../src/runes/payload.ts';

const MOST = 2n ** 128n - 1n;

describe('a runestone with everything', () => {
  const etching = (): Etching => ({
    divisibility: 7,
    premine: amount(8n),
    name: runeName(9n),
    spacers: 10,
    symbol: '@',
    terms: {
      amount: amount(14n),
      cap: 11n,
      heightStart: 12n,
      heightEnd: 13n,
      offsetStart: 15n,
      offsetEnd: 16n,
    },
    turbo: true,
  });
  const stone = () => ({
    edicts: [
      { id: knownRuneId('2:3'), amount: amount(1n), output: 0 },
      { id: knownRuneId('5:6'), amount: amount(4n), output: 1 },
    ],
    etching: etching(),
    mint: knownRuneId('17:18'),
    pointer: 0,
  });
  const INTEGERS = [
    ...[2, 7, 4, 9, 1, 7, 3, 10, 5, 64, 6, 8, 10, 14, 8, 11, 12, 12, 14, 13, 16, 15, 18, 16],
    ...[20, 17, 20, 18, 22, 0, 0, 2, 3, 1, 0, 3, 6, 4, 1],
  ];

  test('is written in the order of ord, whatever the order of its edicts', () => {
    expect(runestoneIntegers(stone())).toEqual(INTEGERS.map(BigInt));
    const { edicts } = stone();
    expect(runestoneIntegers({ ...stone(), edicts: edicts.toReversed() })).toEqual(INTEGERS.map(BigInt));
  });

  test('is read as it was written', () => {
    const outputs = [{ script: Uint8Array.of(0x51) }, { script: encipher(stone()) }];
    expect(decipher(outputs)).toEqual({ kind: 'runestone', ...stone() });
  });

  test.each([
    ['nothing', {}, '6a5d'],
    ['a rune without a name', { etching: bare({}) }, '6a5d020201'],
    ['a name', { etching: bare({ name: runeName(3n) }) }, '6a5d0402010403'],
    ['the first name', { etching: bare({ divisibility: 38, name: runeName(0n) }) }, '6a5d06020104000126'],
    [
      'the largest id',
      { edicts: [{ id: knownRuneId('1000000:4294967295'), amount: amount(0n), output: 0 }] },
      '6a5d0b00c0843dffffffff0f0000',
    ],
  ])('of %s', (_, part, script) => {
    const whole = { edicts: [], etching: undefined, mint: undefined, pointer: undefined, ...part };
    expect(bytesToHex(encipher(whole))).toBe(script);
  });
});

function bare(more: Partial<Etching>): Etching {
  const nothing = { divisibility: undefined, premine: undefined, name: undefined, spacers: undefined };
  return { ...nothing, symbol: undefined, terms: undefined, turbo: false, ...more };
}

describe('a cenotaph', () => {
  test.each([
    ['6a5d020600', 'UnrecognizedEvenTag'],
    ['6a5d0180', 'Varint'],
    ['6a5d1902808080808080808080808080808080808080020001010200', 'UnrecognizedFlag'],
    ['6a5d050000010200', 'EdictRuneId'],
    ['6a5d050001010202', 'EdictOutput'],
    ['6a5d03020102', 'TruncatedField'],
    ['6a5d06000101020000', 'TrailingIntegers'],
    ['6a5d020001', 'TrailingIntegers'],
    ['6a5d03000101', 'TrailingIntegers'],
    ['6a5d0400010102', 'TrailingIntegers'],
    ['6a5d18020308020affffffffffffffffffffffffffffffffffff03', 'SupplyOverflow'],
    ['6a5d4f', 'Opcode'],
    ['6a5d02', 'InvalidScript'],
    ['6a5d4c', 'InvalidScript'],
    ['6a5d4d01', 'InvalidScript'],
  ])('%s: %s', (script, why) => {
    expect(decipher([{ script: hexToBytes(script) }])).toEqual({
      kind: 'cenotaph',
      why,
      mint: undefined,
      name: undefined,
    });
  });

  test('keeps the name it takes and the mint it wastes', () => {
    const integers = '0201' + '0409' + '1411' + '1412' + '7e00';
    const script = hexToBytes(`6a5d0a${integers}`);
    expect(decipher([{ script }])).toMatchObject({
      why: 'UnrecognizedEvenTag',
      name: 9n,
      mint: '17:18',
    });
  });

  test('is none without a mark: another output, another number behind OP_RETURN', () => {
    for (const script of ['', '6a', '6a5c020201', '5d', '516a5d'])
      expect(decipher([{ script: hexToBytes(script) }])).toBeUndefined();
  });
});

describe('edicts', () => {
  test('of one block are written by their distance, and read back; the last output is all outputs', () => {
    const edicts = ['2:3', '2:7', '4:1'].map((id) => ({
      id: knownRuneId(id),
      amount: amount(1n),
      output: 1,
    }));
    const stone = { edicts, etching: undefined, mint: undefined, pointer: undefined };
    const integers = [0, 2, 3, 1, 1, 0, 4, 1, 1, 2, 1, 1, 1];
    expect(runestoneIntegers(stone)).toEqual(integers.map(BigInt));
    expect(decipher([{ script: encipher(stone) }])).toEqual({ kind: 'runestone', ...stone });
  });
});

describe('an id', () => {
  test.each([
    ['0:0', true],
    ['1:0', true],
    ['18446744073709551615:4294967295', true],
    ['18446744073709551616:0', false],
    ['1:4294967296', false],
    ['0:1', false],
    ['01:0', false],
    ['x1:0', false],
    ['1:0x', false],
    ['', false],
  ])('%s: %s', (text, holds) => {
    expect(isRuneId(text)).toBe(holds);
    if (holds) expect(knownRuneId(text)).toBe(text);
    else expect(() => knownRuneId(text)).toThrow('invariant');
  });

  test('follows another in its block by distance, in a later one by place', () => {
    expect(nextRuneId(knownRuneId('2:3'), 0n, 4n)).toBe('2:7');
    expect(nextRuneId(knownRuneId('2:3'), 1n, 4n)).toBe('3:4');
    expect(nextRuneId(knownRuneId('2:3'), 0n, 2n ** 32n)).toBeUndefined();
  });

  test('is ordered as numbers are, block before place', () => {
    const ids = ['1:2', '1:5', '1:10', '2:1', '10:0'].map(knownRuneId);
    expect(ids.toReversed().toSorted(compareRuneIds)).toEqual(ids);
    for (const [at, id] of ids.entries())
      expect(ids.map((other) => compareRuneIds(id, other))).toEqual(ids.map((_, n) => Math.sign(at - n)));
  });
});

describe('a payload', () => {
  test.each([
    [0, ''],
    [1, '01'],
    [75, '4b'],
    [76, '4c4c'],
    [255, '4cff'],
    [256, '4d0001'],
    [65_535, '4dffff'],
    [65_536, '4e00000100'],
  ])('of %i bytes is one push behind %s', (size, head) => {
    const payload = new Uint8Array(size).fill(7);
    const script = payloadScript(payload);
    expect(bytesToHex(script.subarray(0, 2 + head.length / 2))).toBe(`6a5d${head}`);
    expect(script.length).toBe(2 + head.length / 2 + size);
    expect(payloadOf([{ script }])).toEqual(payload);
  });

  test('may be cut into pushes, and is that of the first marked output', () => {
    const [first, second] = ['6a5d0102020304', '6a5d0109'].map((script) => ({ script: hexToBytes(script) }));
    if (first === undefined || second === undefined) throw new Error('two outputs');
    expect(payloadOf([first, second])).toEqual(Uint8Array.of(2, 3, 4));
  });

  test('a tapscript commits by a push of exactly the bytes, wherever it is', () => {
    const bytes = Uint8Array.of(1, 2);
    const pushes = (script: string) => pushesInTapscript({ witness: [hexToBytes(script), bytes] }, bytes);
    expect(pushes('020102')).toBe(true);
    expect(pushes('ac01ff020102')).toBe(true);
    expect(pushes('03010203')).toBe(false);
    expect(pushes('0201')).toBe(false);
    expect(pushesInTapscript({ witness: [bytes] }, bytes)).toBe(false);
  });
});

describe('an integer', () => {
  const read = (hex: string, from = 0) => readVarint(hexToBytes(hex), from);
  test.each([
    ['00', 0n, 1],
    ['7f', 127n, 1],
    ['8001', 128n, 2],
    ['80808080808001', 2n ** 42n, 7],
    ['8080808080808001', 2n ** 49n, 8],
    [`${'80'.repeat(18)}00`, 0n, 19],
    [`${'80'.repeat(18)}02`, 2n ** 127n, 19],
    [`${'ff'.repeat(18)}03`, MOST, 19],
  ])('%s', (hex, value, length) => {
    expect(read(hex)).toEqual({ value, length });
    expect(read(`ff${hex}`, 1)).toEqual({ value, length });
  });
  test.each([
    [`${'80'.repeat(19)}00`, 'overlong'],
    [`${'80'.repeat(18)}04`, 'overflow'],
    [`${'80'.repeat(18)}08`, 'overflow'],
    ['80', 'unterminated'],
    ['', 'unterminated'],
  ])('%s is %s', (hex, flaw) => {
    expect(read(hex)).toEqual({ flaw, at: 0 });
  });
});

describe('a name', () => {
  test.each([
    [0n, 'A'],
    [25n, 'Z'],
    [26n, 'AA'],
    [27n, 'AB'],
    [52n, 'BA'],
    [MOST, 'BCGDENLQRQWDSLRUGSNLBTMFIJAV'],
  ])('%s is %s', (number, letters) => {
    expect(writeRuneName(runeName(number))).toBe(letters);
    expect(readRuneName(letters)).toBe(number);
  });

  test.each([
    ['x', 'not-a-letter'],
    ['A1', 'not-a-letter'],
    ['', 'out-of-range'],
    ['BCGDENLQRQWDSLRUGSNLBTMFIJAW', 'out-of-range'],
    ['BCGDENLQRQWDSLRUGSNLBTMFIJAVX', 'out-of-range'],
  ])('"%s" is none: %s', (letters, flaw) => {
    expect(readRuneName(letters)).toEqual({ flaw });
  });

  test('has bullets between letters, as dots too', () => {
    expect(readSpacedName('A.B')).toEqual({ name: 27n, spacers: 1 });
    const name = readRuneName('ABC');
    expect(readSpacedName('A•B•C')).toEqual({ name, spacers: 3 });
    expect(readSpacedName('AB•C')).toEqual({ name, spacers: 2 });
    if (typeof name !== 'bigint') throw new Error('a name');
    expect(writeSpacedName({ name, spacers: 3 })).toBe('A•B•C');
    expect(writeSpacedName({ name, spacers: 6 })).toBe('AB•C');
    expect(writeSpacedName({ name, spacers: 0 })).toBe('ABC');
  });

  test.each([
    ['.A', 'leading-spacer'],
    ['A..B', 'double-spacer'],
    ['A.', 'trailing-spacer'],
    ['Ax', 'not-a-letter'],
    ['A'.repeat(29), 'out-of-range'],
  ])('%s is none: %s', (text, flaw) => {
    expect(readSpacedName(text)).toEqual({ flaw });
  });

  test.each([
    [1n, '01'],
    [255n, 'ff'],
    [256n, '0001'],
    [65_535n, 'ffff'],
    [MOST, 'ff'.repeat(16)],
  ])('%s is committed to by %s', (number, bytes) => {
    expect(bytesToHex(commitmentOf(runeName(number)))).toBe(bytes);
  });

  test.each([
    ['main', 839_999, 'AAAAAAAAAAAAA'],
    ['main', 840_000, 'ZZYZXBRKWXVA'],
    ['main', 840_001, 'ZZXZUDIVTVQA'],
    ['main', 857_499, 'AAAAAAAAAAAA'],
    ['main', 857_500, 'ZZYZXBRKWXV'],
    ['main', 962_501, 'ZZXZV'],
    ['main', 1_023_750, 'NA'],
    ['main', 1_032_499, 'AA'],
    ['main', 1_049_999, 'A'],
    ['main', 1_050_000, 'A'],
    ['testnet3', 2_519_998, 'AAAAAAAAAAAAA'],
    ['testnet3', 2_520_001, 'ZZXZUDIVTVQA'],
    ['testnet4', 1, 'ZZXZUDIVTVQA'],
    ['signet', 1, 'ZZXZUDIVTVQA'],
    ['regtest', 0, 'ZZYZXBRKWXVA'],
  ] as const)('may be etched on %s at %i from %s on', (chain, height, letters) => {
    expect(writeRuneName(minimumName(height, chain))).toBe(letters);
  });
});
