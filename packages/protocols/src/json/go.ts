/**
 * JSON as MAN reads it: Go's encoding/json `Unmarshal` into typed fields (rules §24). Total.
 * Source: Go 1.25 (`scanner.go`, `decode.go`, `fold.go`). Only whether there is an error and what is stored counts.
 */
import { isFlaw } from '../flaw.ts';
import type { Flaw } from '../flaw.ts';
import { decodeUtf8Loosely } from '../utf8.ts';
import { readJson } from './read.ts';
import type { Json, JsonRules } from './read.ts';

const RULES: JsonRules = {
  depth: 10_000,
  broken: (text) => text.replaceAll(/\p{Surrogate}/gu, '\ufffd'),
  number: () => true,
};

/** The text Go reads from bytes: what is not UTF-8 becomes replacement characters. */
export function goText(body: Uint8Array): string {
  return decodeUtf8Loosely(body);
}

/** Any JSON value, or a Flaw. */
export function readGo(text: string): { readonly value: Json } | Flaw {
  const value = readJson(text, RULES);
  return value === undefined ? { flaw: 'not-json' } : { value };
}

/** The same where Go stores a value without a type: there it asks of every number that a double can hold it. */
export function readUntyped(text: string): { readonly value: Json } | Flaw {
  const value = readJson(text, { ...RULES, number: isDouble });
  return value === undefined ? { flaw: 'not-json' } : { value };
}

/** The values written for each field of a struct, under its lower-case name and in their order. A null changes nothing: it is left out. */
type Fields = ReadonlyMap<string, readonly Json[]>;

/** What one or more objects store in one struct. */
export function fieldsOf(values: readonly Json[]): Fields | Flaw {
  const fields = new Map<string, Json[]>();
  for (const value of values) {
    if (value === null) continue;
    if (typeof value !== 'object' || value.kind !== 'object') return { flaw: 'not-an-object' };
    for (const [key, field] of value.members) {
      if (field === null) continue;
      const name = folded(key);
      const before = fields.get(name);
      if (before === undefined) fields.set(name, [field]);
      else before.push(field);
    }
  }
  return fields;
}

/** Keys are equal without regard to ASCII case; the long s and the sign for kelvin fold to ASCII letters as well. */
function folded(key: string): string {
  const ascii = key.replaceAll('\u017f', 's').replaceAll('\u212a', 'k');
  return ascii.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The texts stored under the names, '' where none is; a Flaw when any value written for them is no text. */
export function textsOf<K extends string>(fields: Fields, names: readonly K[]): Record<K, string> | Flaw {
  const texts = Object.fromEntries(names.map((name) => [name, lastText(fields, name)]));
  return areTexts(texts, names) ? texts : { flaw: 'not-a-text' };
}

function lastText(fields: Fields, name: string): string | undefined {
  const values = fields.get(name.toLowerCase()) ?? [];
  if (!values.every((value) => typeof value === 'string')) return undefined;
  return values.at(-1) ?? '';
}

function areTexts<K extends string>(
  values: Readonly<Record<string, unknown>>,
  names: readonly K[],
): values is Record<K, string> {
  return names.every((name) => typeof values[name] === 'string');
}

/** The integer stored under a name, 0 where none is; a Flaw when any value written for it is no integer literal of 64 bits. */
export function integerOf(fields: Fields, name: string): bigint | Flaw {
  let last = 0n;
  for (const value of fields.get(name.toLowerCase()) ?? []) {
    const read = typeof value === 'object' && value?.kind === 'number' ? parseInteger(value.text) : undefined;
    if (read === undefined) return { flaw: 'not-an-integer' };
    last = read;
  }
  return last;
}

/** The texts of a struct under a name. */
export function nestedTexts<K extends string>(
  fields: Fields,
  name: string,
  names: readonly K[],
): Record<K, string> | Flaw {
  const nested = fieldsOf(fields.get(name.toLowerCase()) ?? []);
  return isFlaw(nested) ? nested : textsOf(nested, names);
}

const INTEGER = /^([+-]?)0*([0-9]{1,19})$/;
const LIMIT = 2n ** 63n;

/** A whole number of 64 bits with its sign, as Go's `strconv.ParseInt` reads a decimal text; undefined when it is none. */
export function parseInteger(text: string): bigint | undefined {
  const [, sign, digits] = INTEGER.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const value = sign === '-' ? -BigInt(digits) : BigInt(digits);
  return value >= -LIMIT && value < LIMIT ? value : undefined;
}

const DECIMAL = /^-?([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?)0*([0-9]+))?$/;
/** The least number that rounds to infinity. */
const INFINITE = (2n ** 1024n - 2n ** 970n).toString();

function isDouble(literal: string): boolean {
  const [, whole = '', fraction = '', sign, power = '0'] = DECIMAL.exec(literal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const shift = BigInt(power.slice(0, 12)) * (sign === '-' ? -1n : 1n);
  const size = BigInt(digits.length - fraction.length) + shift;
  if (digits === '' || size !== BigInt(INFINITE.length))
    return digits === '' || size < BigInt(INFINITE.length);
  return digits.slice(0, INFINITE.length).padEnd(INFINITE.length, '0') < INFINITE;
}
