/**
 * JSON as OPI reads it: serde_json's `from_slice::<Value>`, which must accept the whole body, whatever of it is used (rules §24). Total.
 * Source: serde_json 1.0.145 (`de.rs`, `read.rs`, `value/de.rs`), with the feature `raw_value` that OPI's build turns on.
 */
import { decodeUtf8 } from '../utf8.ts';
import { readJson } from './read.ts';
import type { Json, JsonObject, JsonRules } from './read.ts';

const RULES: JsonRules = { depth: 127, broken: () => undefined, number: isInRange };

/** The fields of an object, the last of equal keys; undefined for a body that is no such JSON or no object. */
export function readSerdeObject(body: Uint8Array): ReadonlyMap<string, Json> | undefined {
  const text = decodeUtf8(body);
  const value = text === undefined ? undefined : readSerde(text);
  return value !== undefined && isObject(value) ? new Map(value.members) : undefined;
}

function readSerde(text: string): Json | undefined {
  const value = readJson(text, RULES);
  return value === undefined ? undefined : unwrapped(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && value.kind === 'object';
}

/** An object whose first key is this one stands for the JSON inside its text. */
const RAW_VALUE = '$serde_json::private::RawValue';

function unwrapped(value: Json): Json | undefined {
  if (typeof value !== 'object' || value === null || value.kind === 'number') return value;
  if (value.kind === 'list') {
    const items = value.items.map(unwrapped);
    return items.every((item) => item !== undefined) ? { kind: 'list', items } : undefined;
  }
  const [first] = value.members;
  if (first?.[0] === RAW_VALUE) {
    const inner = first[1];
    return value.members.length === 1 && typeof inner === 'string' ? readSerde(inner) : undefined;
  }
  const members = value.members.flatMap(([key, field]) => {
    const plain = unwrapped(field);
    return plain === undefined ? [] : [[key, plain] as const];
  });
  return members.length === value.members.length ? { kind: 'object', members } : undefined;
}

const PARTS = /^-?([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?)0*([0-9]+))?$/;
/** A number written without an exponent in fewer digits is in range. */
const SHORT = 300;
const MAX_U64 = 2n ** 64n - 1n;
/** The powers of ten that a double holds. */
const MAX_POWER = 308n;
/** From here on a product rounds to infinity. */
const INFINITE = 2n ** 1024n - 2n ** 970n;

/**
 * Whether serde_json takes a number. Beyond a double it is an error; what is beyond is decided by serde_json's own
 * arithmetic (digits up to 64 bits, times a power of ten, each rounded), followed here in integers.
 */
function isInRange(text: string): boolean {
  const [, whole = '', fraction = '', sign, power] = PARTS.exec(text) ?? [];
  if (power === undefined && whole.length < SHORT) return true;
  const before = grown(0n, whole);
  const { digits, taken } = grown(before.digits, fraction);
  const exponent = BigInt(whole.length - before.taken - taken);
  // No body is long enough to make up for more digits than these.
  const shift = BigInt((power ?? '0').slice(0, 12));
  return isFinite(digits, sign === '-' ? exponent - shift : exponent + shift);
}

/** As many of the digits as 64 bits hold, behind those before them. */
function grown(from: bigint, text: string): { digits: bigint; taken: number } {
  let digits = from;
  let taken = 0;
  for (const digit of text) {
    const next = digits * 10n + BigInt(digit);
    if (next > MAX_U64) break;
    digits = next;
    taken += 1;
  }
  return { digits, taken };
}

function isFinite(digits: bigint, exponent: bigint): boolean {
  if (digits === 0n || exponent <= 0n) return true;
  return exponent <= MAX_POWER && asDouble(digits) * asDouble(10n ** exponent) < INFINITE;
}

/** Rounded to the 53 bits of a double, half to even. */
function asDouble(value: bigint): bigint {
  const spare = value.toString(2).length - 53;
  if (spare <= 0) return value;
  const unit = 1n << BigInt(spare);
  const rest = value % unit;
  const down = value - rest;
  const up = rest * 2n > unit || (rest * 2n === unit && (down / unit) % 2n === 1n);
  return up ? down + unit : down;
}
