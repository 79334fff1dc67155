/** JSON of a stranger, read exactly and in one pass: a number that is not a short integer keeps its digits, so that no amount is a float. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** What must follow a number, so that none is taken for a name. */
const AFTER = /[\t\n\r ]*(?:[,\]}]|$)/y;
/** `JSON.parse` reads these without loss. */
const SHORT = /^-?\d{1,15}$/;

/** The value, or undefined when the text is not JSON. Long numbers and those with a point become strings of their own text. */
export function readExact(body: string): Json | undefined {
  const quoted = quoteNumbers(body);
  if (quoted === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(quoted);
    return isJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function quoteNumbers(body: string): string | undefined {
  const parts: string[] = [];
  let copied = 0;
  let at = 0;
  while (at < body.length) {
    const code = body.charCodeAt(at);
    if (code === QUOTE) at = endOfString(body, at);
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const number = matchAt(NUMBER, body, at);
      if (number === undefined || matchAt(AFTER, body, at + number.length) === undefined) return undefined;
      if (!SHORT.test(number)) {
        parts.push(body.slice(copied, at), `"${number}"`);
        copied = at + number.length;
      }
      at += number.length;
    } else at += 1;
  }
  return parts.join('') + body.slice(copied);
}

function matchAt(pattern: RegExp, body: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(body)?.[0];
}

/** The place after a string that begins at `from`; the end of the text when it never closes. */
function endOfString(body: string, from: number): number {
  for (let at = from + 1; at < body.length; at += 1) {
    const code = body.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at + 1;
  }
  return body.length;
}

/** What `JSON.parse` gives, by the definition of JSON. */
function isJson(value: unknown): value is Json {
  return value !== undefined;
}

function isRecord(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** A field of an object; undefined when it is no object or lacks it. */
export function field(value: Json | undefined, name: string): Json | undefined {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function names(value: Json | undefined): string[] {
  return isRecord(value) ? Object.keys(value) : [];
}

/** Undefined for what is no list; an empty list is another answer. */
export function list(value: Json | undefined): readonly Json[] | undefined {
  return isList(value) ? value : undefined;
}

/** A whole number that is not negative, written bare or as a text. */
export function wholeIn(value: Json | undefined): bigint | undefined {
  return decimalIn(value, 0);
}

const DECIMAL = /^(\d{1,60})(?:\.(\d{1,60}))?$/;

/** A decimal number in smallest units; undefined when it is none or has more digits after the point than `decimals`. */
export function decimalIn(value: Json | undefined, decimals: number): bigint | undefined {
  const text = typeof value === 'number' ? value.toString() : value;
  const match = typeof text === 'string' ? DECIMAL.exec(text) : null;
  if (match === null) return undefined;
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > decimals) return undefined;
  return BigInt(`${match[1] ?? ''}${fraction.padEnd(decimals, '0')}`);
}
