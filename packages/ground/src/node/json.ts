/** JSON as the node writes it: numbers with a point keep their text, so that no amount passes through a float. */
import { sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Sats } from '@rialto/protocols';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const SAFE_INTEGER = /^-?\d{1,15}$/;

/** Parses JSON; every number that is not a short integer becomes a string of its exact text. */
export function parseExact(body: string): Json {
  const exact = body.replace(TOKENS, (token) =>
    token.startsWith('"') || SAFE_INTEGER.test(token) ? token : `"${token}"`,
  );
  try {
    return asJson(JSON.parse(exact));
  } catch {
    return asJson(undefined);
  }
}

/** What `JSON.parse` gives, by the definition of JSON. */
function asJson(value: unknown): Json {
  if (isJson(value)) return value;
  throw new Refusal('node-down', 'the node’s answer is not JSON');
}

function isJson(value: unknown): value is Json {
  return value !== undefined;
}

export function field(value: Json | undefined, name: string): Json | undefined {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isRecord(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function names(value: Json | undefined): string[] {
  return isRecord(value) ? Object.keys(value) : [];
}

export function list(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}

export function text(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  throw new Refusal('node-down', 'the node’s answer lacks a text');
}

export function integer(value: Json | undefined): number {
  if (typeof value === 'number') return value;
  throw new Refusal('node-down', 'the node’s answer lacks a number');
}

const BTC = /^(\d{1,8})(?:\.(\d{1,8}))?(?:[eE]([+-]\d{1,2}))?$/;

/** A bitcoin amount as the node writes it, exactly in satoshis. */
export function satsOf(value: Json | undefined): Sats {
  const match = BTC.exec(typeof value === 'number' ? value.toString() : text(value));
  if (match === null) throw new Refusal('node-down', 'the node’s answer lacks an amount');
  const fraction = match[2] ?? '';
  const shift = 8 - fraction.length + Number.parseInt(match[3] ?? '0', 10);
  const digits = BigInt(`${match[1] ?? ''}${fraction}`);
  return sats(shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift));
}

/** A fee rate in BTC/kvB, as sat/vB. A rate is never money. */
export function rateOf(value: Json | undefined): number | undefined {
  const rate = typeof value === 'number' ? value : Number.parseFloat(typeof value === 'string' ? value : '');
  // 1 sat/vB is 0.00001 BTC/kvB; rounded so that 0.00001 is exactly 1.
  return Number.isFinite(rate) ? Math.round(rate * 1e8) / 1e3 : undefined;
}
