/** Names written in one script: only among them can one be the first of its look. */

/** Japanese and Korean write Chinese signs among their own. Scripts that few ticks will ever have are found by the name of none. */
const SCRIPTS: readonly RegExp[] = [
  /^\p{Script=Latin}*$/u,
  /^\p{Script=Cyrillic}*$/u,
  /^\p{Script=Greek}*$/u,
  /^(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\u30fc)*$/u,
  /^(?:\p{Script=Han}|\p{Script=Hangul})*$/u,
  /^(?:\p{Script=Han}|\p{Script=Bopomofo})*$/u,
  /^\p{Script=Arabic}*$/u,
  /^\p{Script=Hebrew}*$/u,
  /^\p{Script=Armenian}*$/u,
  /^\p{Script=Georgian}*$/u,
  /^\p{Script=Devanagari}*$/u,
  /^\p{Script=Bengali}*$/u,
  /^\p{Script=Gurmukhi}*$/u,
  /^\p{Script=Gujarati}*$/u,
  /^\p{Script=Tamil}*$/u,
  /^\p{Script=Telugu}*$/u,
  /^\p{Script=Kannada}*$/u,
  /^\p{Script=Malayalam}*$/u,
  /^\p{Script=Sinhala}*$/u,
  /^\p{Script=Thai}*$/u,
  /^\p{Script=Lao}*$/u,
  /^\p{Script=Khmer}*$/u,
  /^\p{Script=Myanmar}*$/u,
  /^\p{Script=Ethiopic}*$/u,
];

const SHOWN_ASCII = /[!-~]/g;
const LETTERS_AND_DIGITS = /^[\p{L}\p{Nd}]*$/u;
/** Fillers are letters that nobody sees. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;

/** True when a name has letters and digits of one script; digits and punctuation of ASCII may be among those of any. */
export function isOneScript(name: string): boolean {
  const letters = name.replace(SHOWN_ASCII, (sign) => (/[A-Za-z]/.test(sign) ? sign : ''));
  if (!LETTERS_AND_DIGITS.test(letters) || UNSEEN.test(letters)) return false;
  return SCRIPTS.some((script) => script.test(letters));
}
