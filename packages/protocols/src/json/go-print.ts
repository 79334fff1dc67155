/** Values read without a type as Go prints them with `%s`, which is how MAN asks whether one is or holds a text (metaid §4). Total. */
import type { Json, JsonObject } from './read.ts';

/** What is still to be written: a value, or a text as it stands. */
type Piece = string | { readonly value: Json };

/** `fmt.Sprintf("%s", value)`. Keeps what is open in a list of its own: a stranger may nest deeper than calls may. */
export function goPrinted(value: Json): string {
  if (value === null) return '%!s(<nil>)';
  const written: string[] = [];
  const left: Piece[] = [{ value }];
  for (let piece = left.pop(); piece !== undefined; piece = left.pop()) {
    if (typeof piece === 'string') written.push(piece);
    else for (const next of piecesOf(piece.value).reverse()) left.push(next);
  }
  return written.join('');
}

function piecesOf(value: Json): Piece[] {
  if (value === null) return ['<nil>'];
  if (typeof value === 'string') return [value];
  if (typeof value === 'boolean') return [`%!s(bool=${String(value)})`];
  switch (value.kind) {
    case 'number':
      return [`%!s(float64=${float(value.text)})`];
    case 'list':
      return [
        '[',
        ...value.items.flatMap((item, at): Piece[] => [at === 0 ? '' : ' ', { value: item }]),
        ']',
      ];
    default:
      return ['map[', ...fieldsOf(value).flatMap(fieldPieces), ']'];
  }
}

function fieldPieces([key, value]: readonly [string, Json], at: number): Piece[] {
  return [`${at === 0 ? '' : ' '}${key}:`, { value }];
}

/** By code points, which is the order of their bytes; of equal keys the last. */
function fieldsOf({ members }: JsonObject): (readonly [string, Json])[] {
  return [...new Map(members)].sort(([one], [other]) => byCodePoint(one, other));
}

function byCodePoint(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  const at = a.findIndex((letter, index) => letter !== b[index]);
  if (at < 0) return a.length - b.length;
  return (a[at]?.codePointAt(0) ?? 0) - (b[at]?.codePointAt(0) ?? -1);
}

const WRITTEN = /^(-?)([0-9])(?:\.([0-9]+))?e([+-])([0-9]+)$/;
/** Powers of ten from here on are written with an exponent. */
const LONG = 6;

/** A double in its fewest digits (`%v`). */
function float(text: string): string {
  // As the number it is, not as money: the fewest digits that name the same double are the same in every language.
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'number') return text;
  const [, minus = '', first = '', rest = '', direction = '+', power = '0'] =
    WRITTEN.exec(value.toExponential()) ?? [];
  const sign = Object.is(value, -0) ? '-' : minus;
  const exponent = Number.parseInt(direction + power, 10);
  if (exponent >= -4 && exponent < LONG) return sign + positional(first + rest, exponent);
  return `${sign}${first}${behindPoint(rest)}e${direction}${power.padStart(2, '0')}`;
}

function positional(digits: string, exponent: number): string {
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`;
  const size = exponent + 1;
  return digits.slice(0, size).padEnd(size, '0') + behindPoint(digits.slice(size));
}

function behindPoint(digits: string): string {
  return digits === '' ? '' : `.${digits}`;
}
