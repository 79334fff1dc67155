/** Integers of runestones: LEB128 for u128, at most 19 bytes (runes §3; ord `varint.rs`). Total. */
import type { Flaw } from '../flaw.ts';
import { isFlaw } from '../flaw.ts';

interface Varint {
  readonly value: bigint;
  /** Bytes taken. */
  readonly length: number;
}

const MAX_BYTES = 19;
/** The nineteenth byte has room for the two highest bits of u128. */
const OVER_LAST = 0x7c;
/** So many bytes fit into a plain number. */
const PLAIN_BYTES = 7;

/**
 * Reads one integer from `from` on.
 * @returns it, or a Flaw: overlong, overflow, unterminated
 */
export function readVarint(bytes: Uint8Array, from = 0): Varint | Flaw {
  let low = 0;
  let value = 0n;
  for (let index = 0; from + index < bytes.length; index += 1) {
    const byte = bytes[from + index] ?? 0;
    if (index >= MAX_BYTES) return { flaw: 'overlong', at: from };
    if (index === MAX_BYTES - 1 && (byte & OVER_LAST) !== 0) return { flaw: 'overflow', at: from };
    if (index < PLAIN_BYTES) low += (byte & 0x7f) * 2 ** (7 * index);
    else value |= BigInt(byte & 0x7f) << BigInt(7 * index);
    if (byte < 0x80) return { value: value + BigInt(low), length: index + 1 };
  }
  return { flaw: 'unterminated', at: from };
}

/** All integers of a payload, which they must fill exactly. */
export function readVarints(bytes: Uint8Array): bigint[] | Flaw {
  const values: bigint[] = [];
  for (let at = 0; at < bytes.length;) {
    const next = readVarint(bytes, at);
    if (isFlaw(next)) return next;
    values.push(next.value);
    at += next.length;
  }
  return values;
}

/** Writes integers, each below 2^128, one after the other. */
export function writeVarints(values: readonly bigint[]): Uint8Array {
  const bytes: number[] = [];
  for (const value of values) {
    let rest = value;
    for (; rest >= 0x80n; rest >>= 7n) bytes.push(0x80 | byteOf(rest & 0x7fn));
    bytes.push(byteOf(rest));
  }
  return Uint8Array.from(bytes);
}

function byteOf(value: bigint): number {
  return Number.parseInt(value.toString(), 10);
}
