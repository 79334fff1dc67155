/** Texts as somebody writes them who wants two readers of them to disagree. */
import type { Dice } from '../../dice.ts';

const AMOUNT = [...Array.from('0195..'), '00000000'];
const NUMBER = [...AMOUNT, ...Array.from('+-e _,x\0')];
/** Letters that change case in ways of their own, and what some take for space or digits. */
const LETTERS = [
  ...NUMBER,
  ...Array.from('\n\ufeff\u0085\u3000AzKs\u212a\u017f\u0130\u0131\u00df\u1e9eςΣσǅᾳᾼ٣１'),
];

/** A text that could be an amount, decimals, an integer, a tick or a path. */
export function peerText(dice: Dice): string {
  const letters = dice.pick([AMOUNT, NUMBER, LETTERS, undefined]);
  const length = dice.below(dice.below(8) === 0 ? 60 : 24);
  return Array.from({ length }, () => (letters ? (dice.pick(letters) ?? '') : anyLetter(dice))).join('');
}

function anyLetter(dice: Dice): string {
  const point = 0x20 + dice.below(dice.below(2) === 0 ? 0x2000 : 0x1_f000);
  return String.fromCodePoint(point).replace(/\p{Surrogate}/u, '');
}

const BRACKETS = ["['", "']", "['", "']", "'='", "'#='", "'='", "' = '"];
const PIECES = [
  ...BRACKETS,
  ...BRACKETS,
  ...Array.from("'[]=#kvkv"),
  '/a',
  '/follow',
  '/*',
  ...Array.from('\n\r\u2028\u00a0\v\f \ufeff😀'),
];
const WHOLE = ["/a['k'='v']", "/a['k'#='v']", "/follow['m']", '/a/*', '/a'];

/** A text that could be a path condition. */
export function peerQuery(dice: Dice): string {
  let text = dice.below(4) === 0 ? '' : (dice.pick(WHOLE) ?? '');
  for (let left = dice.below(10); left > 0; left -= 1) {
    const at = dice.below(text.length + 1);
    const piece = dice.pick(PIECES) ?? '';
    text = text.slice(0, at) + piece + text.slice(at + (dice.below(3) === 0 ? 1 : 0));
  }
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}
