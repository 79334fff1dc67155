/** Texts as Go's `strings` changes them, letter by letter and independent of any locale; MAN compares paths and ticks so. */

/** Letters that got their other case after Unicode 15, which is what Go knows: they have none here, whatever the engine knows. */
const YOUNG =
  /^[\u019b\u0264\u1c89\u1c8a\ua7cb-\ua7cf\ua7d2-\ua7d5\ua7da-\ua7dd\u{10d50}-\u{10d85}\u{16ea0}-\u{16ed3}]$/u;

const CAPITAL_DOTTED_I = '\u0130';

const ASCII = /^[\0-\x7f]*$/;

/** `strings.ToLower`. */
export function goLower(text: string): string {
  return ASCII.test(text) ? text.toLowerCase() : Array.from(text, lower).join('');
}

function lower(letter: string): string {
  if (YOUNG.test(letter)) return letter;
  // The one letter whose small form is two letters elsewhere.
  return letter === CAPITAL_DOTTED_I ? 'i' : letter.toLowerCase();
}

/** `strings.ToUpper`. */
export function goUpper(text: string): string {
  return ASCII.test(text) ? text.toUpperCase() : Array.from(text, upper).join('');
}

/** Greek letters with an iota below: the capital is one letter, of which other tables know only the form of two. */
const WITH_IOTA = /^[\u1f80-\u1f87\u1f90-\u1f97\u1fa0-\u1fa7]$/;
const WITH_LONE_IOTA = /^[\u1fb3\u1fc3\u1ff3]$/;

function upper(letter: string): string {
  if (YOUNG.test(letter)) return letter;
  if (WITH_IOTA.test(letter)) return String.fromCharCode(letter.charCodeAt(0) + 8);
  if (WITH_LONE_IOTA.test(letter)) return String.fromCharCode(letter.charCodeAt(0) + 9);
  const capital = letter.toUpperCase();
  // Every other letter whose capital would be two letters stays as it is.
  return Array.from(capital).length === 1 ? capital : letter;
}

/** What Go takes for space: unlike other tables the next-line control, and not the byte order mark. */
const SPACE = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const OUTER_SPACE = new RegExp(`^${SPACE}+|${SPACE}+$`, 'g');

/** `strings.TrimSpace`. */
export function goTrim(text: string): string {
  return text.replaceAll(OUTER_SPACE, '');
}
