/** JSON as MAN reads it: keys whatever their case, every value a text, whole numbers in 64 bits (metaid §3). */
import { isFlaw } from '../flaw.ts';
import type { Flaw } from '../flaw.ts';
import { decodeUtf8 } from '../utf8.ts';

/** Values under their lower-case keys; of equal keys the last one holds. */
export type Fields = ReadonlyMap<string, unknown>;

/** Any JSON value of a body, or a Flaw. */
export function readJson(body: Uint8Array): { value: unknown } | Flaw {
  const text = decodeUtf8(body);
  if (text === undefined) return { flaw: 'not-utf8' };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { flaw: 'not-json' };
  }
}

/** The fields of an object; nothing for null, which leaves everything unset. */
export function fieldsOf(value: unknown): Fields | Flaw {
  if (value === undefined || value === null) return new Map();
  if (typeof value !== 'object' || Array.isArray(value)) return { flaw: 'not-an-object' };
  return new Map(Object.entries(value).map(([key, field]: [string, unknown]) => [key.toLowerCase(), field]));
}

/** The texts under the keys, '' where one is absent or null; a Flaw when one is no text. */
export function textsOf<K extends string>(fields: Fields, keys: readonly K[]): Record<K, string> | Flaw {
  const texts = Object.fromEntries(keys.map((key) => [key, fields.get(key.toLowerCase()) ?? '']));
  return areTexts(texts, keys) ? texts : { flaw: 'not-a-text' };
}

function areTexts<K extends string>(
  values: Readonly<Record<string, unknown>>,
  keys: readonly K[],
): values is Record<K, string> {
  return keys.every((key) => typeof values[key] === 'string');
}

/** Object under a key, as texts. */
export function nestedTexts<K extends string>(
  fields: Fields,
  key: string,
  keys: readonly K[],
): Record<K, string> | Flaw {
  const nested = fieldsOf(fields.get(key.toLowerCase()));
  return isFlaw(nested) ? nested : textsOf(nested, keys);
}

const INTEGER = /^[+-]?[0-9]{1,30}$/;
const LIMIT = 2n ** 63n;

/** A whole number of 64 bits with its sign; undefined when the text is none. */
export function wholeNumber(text: string): bigint | undefined {
  if (!INTEGER.test(text)) return undefined;
  const value = BigInt(text.replace('+', ''));
  return value >= -LIMIT && value < LIMIT ? value : undefined;
}
