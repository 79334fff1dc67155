/** Reads what a node or a service answered, without trusting its shape: a wrong shape throws with the path in the message. */

export type Json = unknown;

export function isObject(value: Json): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A property of an object; undefined when the value is no object or has no such property. */
export function field(value: Json, name: string): Json {
  return isObject(value) ? value[name] : undefined;
}

export function text(value: Json, what = 'answer'): string {
  if (typeof value === 'string') return value;
  throw new Error(`${what}: expected text, got ${typeof value}`);
}

export function integer(value: Json, what = 'answer'): number {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  throw new Error(`${what}: expected an integer, got ${typeof value}`);
}

export function list(value: Json, what = 'answer'): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`${what}: expected a list, got ${typeof value}`);
}

export function textList(value: Json, what = 'answer'): string[] {
  return list(value, what).map((item) => text(item, what));
}

/** The node writes bitcoins with eight decimals; `toFixed` brings them back exactly (they are below 2^53 sat). */
export function satsOfBtc(value: Json, what = 'amount'): bigint {
  if (typeof value !== 'number') throw new Error(`${what}: expected a number, got ${typeof value}`);
  return BigInt(value.toFixed(8).replace('.', ''));
}

export function parseJson(source: string): Json {
  const parsed: unknown = JSON.parse(source);
  return parsed;
}
