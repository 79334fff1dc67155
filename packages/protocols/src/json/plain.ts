/**
 * JSON that every reader reads alike (decision 0021). An event of a token follows its main indexer to the letter; what is offered for money
 * has to read alike everywhere else too. Total.
 */
import { decodeUtf8 } from '../utf8.ts';
import { readJson } from './read.ts';
import type { Json, JsonObject, JsonRules } from './read.ts';

/** The shallowest limits of readers in use are at 64 levels; messages of tokens need three. */
const RULES: JsonRules = { depth: 32, broken: () => undefined, number: isSmallInteger };

/** Doubles, 32 bits and texts of numbers all hold it. */
function isSmallInteger(text: string): boolean {
  return /^(?:0|-?[1-9][0-9]{0,8})$/.test(text);
}

/**
 * True for UTF-8 with JSON in it about which readers cannot differ: no key twice in an object (in letters of any case), none that means
 * something to a reader, no half surrogate pair, no zero character, no null, and of numbers small integers alone.
 */
export function isPlainJson(body: Uint8Array): boolean {
  const text = decodeUtf8(body);
  const value = text === undefined ? undefined : readJson(text, RULES);
  return value !== undefined && isPlain(value);
}

function isPlain(value: Json): boolean {
  if (value === null) return false;
  if (typeof value === 'string') return !value.includes('\0');
  if (typeof value === 'boolean' || value.kind === 'number') return true;
  return value.kind === 'list' ? value.items.every(isPlain) : isPlainObject(value);
}

/** Readers fold the case of keys in ways of their own, and take keys with signs for orders to themselves. */
const PLAIN_KEY = /^[A-Za-z0-9_ .-]*$/;

function isPlainObject({ members }: JsonObject): boolean {
  const keys = new Set(members.map(([key]) => key.toLowerCase()));
  return (
    keys.size === members.length && members.every(([key, value]) => PLAIN_KEY.test(key) && isPlain(value))
  );
}
