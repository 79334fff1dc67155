/** Real messages in odd dress: keys respelt, members added and doubled, bytes that are no UTF-8, and all of that mutated. */
import { concatBytes } from '../../../src/index.ts';
import type { Dice } from '../../dice.ts';
import { mutated } from '../../mutations.ts';
import { utf8 } from '../../mrc20/mrc20-build.ts';
import { oddBody, oddValue } from '../json-bodies.ts';

const ID = `${'ab'.repeat(32)}i0`;

const MESSAGES: readonly string[] = [
  '{"p":"brc-20","op":"transfer","tick":"ordi","amt":"1.5"}',
  '{"p":"brc-20","op":"mint","tick":"sats","amt":"1000"}',
  '{"p":"brc-20","op":"deploy","tick":"rialt","max":"0","lim":"1","dec":"18","self_mint":"true"}',
  `[{"id":"${ID}","amount":"1.5","vout":1},{"id":"${ID}","amount":"2","vout":2}]`,
  `[{"amount":"1","vout":0,"id":"${ID}","coord":"${ID}","chain":"mvc","type":"teleport"}]`,
  `{"amount":"1","vout":0,"id":"${ID}","coord":"${ID}","chain":"mvc","type":"teleport"}`,
  `{"id":"${ID}","vout":"1"}`,
  '{"tick":"FERN","tokenName":"Fern","decimals":"8","amtPerMint":"10","mintCount":"21","premineCount":"1","beginHeight":"1"' +
    ',"endHeight":"900000","metadata":"","type":"","pinCheck":{"creator":"","lvl":"1","path":"/a","count":"1"}' +
    ',"payCheck":{"payTo":"bc1q","payAmount":"1000"}}',
  '{"isLike":"1","k":["a",1,null,true,{"b":2.5}],"n":0.00001}',
];

const RAW_VALUE = '$serde_json::private::RawValue';
const NUMBER = '$serde_json::private::Number';

const MEMBERS: readonly ((dice: Dice) => string)[] = [
  (dice) => `"x":${oddValue(dice)}`,
  (dice) => `"${dice.pick(KEYS) ?? ''}":${oddValue(dice)}`,
  (dice) => `"${dice.pick(KEYS) ?? ''}":"${dice.below(30)}"`,
  (dice) => `"x":${nested(dice)}`,
  (dice) => `"x":{"${RAW_VALUE}":${JSON.stringify(dice.pick(MESSAGES) ?? '')}}`,
  (dice) => `"${dice.pick([RAW_VALUE, NUMBER]) ?? ''}":${JSON.stringify(oddValue(dice))}`,
  (dice) => `"x":{"${NUMBER}":"${dice.below(9)}"}`,
];

const KEYS = [
  'p',
  'op',
  'tick',
  'amt',
  'max',
  'lim',
  'dec',
  'id',
  'vout',
  'amount',
  'type',
  'pinCheck',
  'payCheck',
];

const LEVELS = [120, 124, 125, 126, 127, 128, 129];
const MANY_LEVELS = [9_990, 9_999, 10_000, 10_001];

function nested(dice: Dice): string {
  const levels = dice.pick(dice.below(60) === 0 ? MANY_LEVELS : LEVELS) ?? 1;
  const inner = dice.pick(['', '1', 'null', '"a"']) ?? '';
  return dice.below(2) === 0
    ? '['.repeat(levels) + inner + ']'.repeat(levels)
    : `${'{"x":'.repeat(levels)}${inner || '1'}${'}'.repeat(levels)}`;
}

const SPACES = [' ', '\n', '\t', '\r', '\f', '\v', '\u00a0', '\ufeff', '\u2028', '\u0085', '\0'];

const TWISTS: readonly ((dice: Dice, text: string) => string)[] = [
  // A member in front, or at the end.
  (dice, text) => text.replace('{', () => `{${member(dice)},`),
  (dice, text) => text.replace(/\}(?=[^}]*$)/, () => `,${member(dice)}}`),
  // Keys (and values) with letters as escapes.
  (dice, text) =>
    text.replaceAll(/[A-Za-z]/g, (letter) => (dice.below(12) === 0 ? escaped(dice, letter) : letter)),
  // Keys in letters of another case, some of which only Go takes for the same.
  (dice, text) => text.replaceAll(/"[A-Za-z_]+":/g, (key) => (dice.below(3) === 0 ? folded(dice, key) : key)),
  // A value of another kind.
  (dice, text) =>
    text.replaceAll(/:"[^"]*"|:[0-9]/g, (old) => (dice.below(6) === 0 ? `:${oddValue(dice)}` : old)),
  // Space, of which only four kinds are allowed.
  (dice, text) => text.replaceAll(/[:,{}]/g, (sign) => (dice.below(8) === 0 ? sign + space(dice) : sign)),
  (dice, text) => (dice.below(2) === 0 ? text + space(dice) : space(dice) + text),
  // Whole values in one another.
  (dice, text) => (dice.below(2) === 0 ? `[${text}]` : `{"${RAW_VALUE}":${JSON.stringify(text)}}`),
];

function member(dice: Dice): string {
  return dice.pick(MEMBERS)?.(dice) ?? '';
}

function space(dice: Dice): string {
  // Mostly an allowed one.
  return (dice.below(4) === 0 ? dice.pick(SPACES) : dice.pick(SPACES.slice(0, 4))) ?? ' ';
}

function escaped(dice: Dice, letter: string): string {
  const code = letter.charCodeAt(0).toString(16).padStart(4, '0');
  return `\\u${dice.below(2) === 0 ? code : code.toUpperCase()}`;
}

const OTHER_CASE: ReadonlyMap<string, readonly string[]> = new Map([
  ['k', ['K', '\u212a', '\\u212a']],
  ['s', ['S', '\u017f', '\\u017F']],
  ['i', ['I', '\u0130', '\u0131']],
]);

function folded(dice: Dice, key: string): string {
  return key.replaceAll(/[a-z]/g, (letter) =>
    dice.below(3) === 0 ? (dice.pick(OTHER_CASE.get(letter) ?? [letter.toUpperCase()]) ?? letter) : letter,
  );
}

/** Overlong forms, surrogates, what is beyond Unicode, pieces, and characters at the edges. */
const BYTES = [
  ...[
    '80',
    'bf',
    'c0af',
    'c180',
    'c2',
    'e0809f',
    'e08080',
    'eda080',
    'edb080',
    'eda0bdedb880',
    'ed9fbf',
    'ee8080',
  ],
  ...[
    'efbfbd',
    'efbfbf',
    'f0808080',
    'f08fbfbf',
    'f0908080',
    'f48fbfbf',
    'f4908080',
    'f888808080',
    'fe',
    'ff',
    'e282',
  ],
  ...['f09f98', '00', '1f', '7f', 'efbbbf', '0d', '5c', '22'],
].map((hex) => Uint8Array.from(Buffer.from(hex, 'hex')));

function withBytes(dice: Dice, body: Uint8Array): Uint8Array {
  const at = dice.below(body.length + 1);
  return concatBytes(body.subarray(0, at), dice.pick(BYTES) ?? new Uint8Array(0), body.subarray(at));
}

function dressed(dice: Dice): Uint8Array {
  let text = dice.pick(MESSAGES) ?? '';
  for (let left = dice.below(6) === 0 ? 0 : 1 + dice.below(3); left > 0; left -= 1)
    text = dice.pick(TWISTS)?.(dice, text) ?? text;
  return utf8(text);
}

/** Any body; about half of them are JSON. */
export function peerBody(dice: Dice): Uint8Array {
  switch (dice.below(8)) {
    case 0:
    case 1:
    case 2:
      return oddBody(dice);
    case 3:
      return mutated(dice, dressed(dice));
    case 4:
      return withBytes(dice, dressed(dice));
    default:
      return dressed(dice);
  }
}
