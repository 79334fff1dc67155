/** Bodies of messages as somebody writes them who wants two readers of JSON to disagree. */
import { concatBytes } from '../../src/index.ts';
import type { Dice } from '../dice.ts';
import { utf8 } from '../mrc20/mrc20-build.ts';
import { mutated } from '../mutations.ts';

const NUMBERS = [
  '0',
  '-0',
  '1',
  '1.0',
  '1e0',
  '1E+0',
  '-1',
  '01',
  '1.',
  '.5',
  '1e',
  '+1',
  '-',
  '0x1',
  'NaN',
  'Infinity',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551615',
  '18446744073709551616',
  '0.0',
  '1e308',
  '1e309',
  '-1e999',
  '0e999999999999',
  '1e-999999999999',
  '1e99999999999',
  '0.0e400',
  '1.7976931348623157e308',
  '1.7976931348623158e308',
  '1.7976931348623159e308',
  '17976931348623157e292',
  `1${'0'.repeat(308)}`,
  `1${'0'.repeat(309)}`,
  `0.${'0'.repeat(400)}1e700`,
  `0.${'0'.repeat(400)}1e710`,
  `1${'0'.repeat(400)}e-100`,
  `1${'0'.repeat(400)}e-90`,
  '18446744073709551616.e3',
  '184467440737095516150.5',
];

const TEXTS = [
  '',
  'a',
  'ordi',
  'brc-20',
  'mint',
  'transfer',
  'teleport',
  '1',
  '1.5',
  'İ',
  'ſ',
  '\u212aelvin',
  '😀',
  '\u007f',
  '\\ud800',
  '\\udc00\\ud800',
  '\\ud83d\\ude00',
  '\\ud800\\ud83d\\ude00',
  '\\uD800x',
  '\\u0000',
  '\\u00e9',
  '\\/',
  '\\b\\f\\n\\r\\t',
  '\\"',
  '\\\\',
  "\\'",
  '\\x41',
  '\\u12',
  '\\u12G4',
  '\\',
  '\u0001',
  '\t',
  '\ufeff',
  '\u2028',
];

const KEYS = [
  'p',
  'op',
  'tick',
  'amt',
  'dec',
  'id',
  'amount',
  'vout',
  'type',
  'coord',
  'chain',
  'tokenName',
  'x',
  'P',
  'TICK',
  'VOUT',
  'Vout',
  'tic\u212a',
  'tokenname',
  'TO\\u212aenName',
  'pinCheck',
  'PINCHECK',
  'payCheck',
  'lvl',
  'path',
  'count',
  'creator',
  'payTo',
  'payAmount',
  'PAYTO',
  '__proto__',
  'constructor',
  'type\u0000',
  'ſ',
  't\u0130ck',
  'coun\u0165',
  'cha\u0131n',
  'toString',
];

const GAPS = ['', '', '', ' ', '\n', '\t\r', '\u000b', '\u00a0', '\ufeff'];
const DEPTHS = [1, 2, 5, 120, 125, 126, 127, 128, 129];
const VERY_DEEP = [9_998, 9_999, 10_000, 10_001];

/** Any body; nearly half of them are well-formed JSON. */
export function oddBody(dice: Dice): Uint8Array {
  const bytes = utf8(oddText(dice));
  switch (dice.below(8)) {
    case 0:
      return mutated(dice, bytes);
    case 1: {
      const at = dice.below(bytes.length + 1);
      const broken = Uint8Array.of(0x80 + dice.below(128));
      return concatBytes(bytes.subarray(0, at), broken, bytes.subarray(at));
    }
    default:
      return bytes;
  }
}

function oddText(dice: Dice): string {
  const value = dice.below(3) === 0 ? list(dice, 3, object) : object(dice, 3);
  const before = dice.below(20) === 0 ? gap(dice) : '';
  return (
    before + value + (dice.below(20) === 0 ? (dice.pick([' ', 'x', ',', '\0', '{}', '\n\n']) ?? '') : '')
  );
}

function gap(dice: Dice): string {
  return dice.below(12) === 0 ? (dice.pick(GAPS) ?? '') : '';
}

/** Any value, most of them well-formed. */
export function oddValue(dice: Dice): string {
  return value(dice, 3);
}

type Maker = (dice: Dice, depth: number) => string;

function list(dice: Dice, depth: number, item: Maker = value): string {
  const items = Array.from({ length: dice.below(4) }, () => gap(dice) + item(dice, depth - 1) + gap(dice));
  return `[${items.join(',')}${dice.below(60) === 0 ? ',' : ''}]`;
}

function object(dice: Dice, depth: number): string {
  const members = Array.from({ length: dice.below(6) }, () => {
    const key = dice.pick(dice.below(30) === 0 ? TEXTS : KEYS) ?? '';
    return `${gap(dice)}"${key}"${gap(dice)}:${gap(dice)}${fitting(dice, key, depth)}${gap(dice)}`;
  });
  return `{${members.join(',')}}`;
}

/** Often a value of the type that the key asks for. */
function fitting(dice: Dice, key: string, depth: number): string {
  if (dice.below(8) === 0) return value(dice, depth - 1);
  if (key.toLowerCase() === 'vout') return dice.pick(NUMBERS) ?? '0';
  if (key.toLowerCase().endsWith('check')) return object(dice, 1);
  return dice.below(10) === 0 ? 'null' : `"${dice.pick(TEXTS) ?? ''}"`;
}

function value(dice: Dice, depth: number): string {
  switch (dice.below(depth <= 0 ? 4 : 7)) {
    case 0:
      return dice.pick(NUMBERS) ?? '0';
    case 1:
      return `"${dice.pick(TEXTS) ?? ''}"`;
    case 2:
      return number(dice);
    case 3:
      return dice.pick(['null', 'true', 'false', 'nul', 'True', '']) ?? 'null';
    case 4:
      return list(dice, depth);
    case 5:
      return object(dice, depth);
    default:
      return nested(dice);
  }
}

/** Near the end of what a double holds. */
function number(dice: Dice): string {
  const digits = dice.bits(10 + dice.below(90)).toString();
  const power = 308 - digits.length + dice.below(4) + (dice.below(4) === 0 ? dice.below(30) - 15 : 0);
  const point = dice.below(digits.length);
  const written = point === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return `${written.startsWith('0') ? '1' : ''}${written}e${power + (point === 0 ? 0 : digits.length - point)}`;
}

function nested(dice: Dice): string {
  const depth = dice.pick(dice.below(30) === 0 ? VERY_DEEP : DEPTHS) ?? 1;
  return dice.below(2) === 0
    ? '['.repeat(depth) + ']'.repeat(depth)
    : `${'{"x":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
}
