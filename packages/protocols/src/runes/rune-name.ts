/** Names of runes: numbers in modified base 26, their spacers, their commitment, and when which may be etched (runes §6, §7). */
import type { Flaw } from '../flaw.ts';
import type { ChainName } from '../network.ts';
import { invariant } from '../invariant.ts';
import { U128_MAX } from './rune-id.ts';

declare const kind: unique symbol;

/** The number behind a name: A is 0, AA is 26. A u128. */
export type RuneName = bigint & { readonly [kind]: 'RuneName' };

interface SpacedName {
  readonly name: RuneName;
  /** Bit i: a bullet after letter i. */
  readonly spacers: number;
}

/**
 * Names a bigint as the number behind a name.
 * @throws invariant when it is not a u128
 */
export function runeName(value: bigint): RuneName {
  invariant(isRuneName(value), `${value} is the number of a name`);
  return value;
}

function isRuneName(value: bigint): value is RuneName {
  return value >= 0n && value <= U128_MAX;
}

/** Names from here on belong to runes etched without one. Source: ord `rune.rs`. */
export const RESERVED_NAME = runeName(6402364363415443603228541259936211926n);

const LONGEST = 28;
const LETTER_A = 65;
const BULLET = '•';

/** The letters of a name, without bullets. */
export function writeRuneName(name: RuneName): string {
  let text = '';
  for (let rest: bigint = name + 1n; rest > 0n; rest = (rest - 1n) / 26n) {
    const letter = Number.parseInt(((rest - 1n) % 26n).toString(), 10);
    text = String.fromCodePoint(LETTER_A + letter) + text;
  }
  return text;
}

/** Reads letters without bullets; a Flaw (not-a-letter, out-of-range) when they are no name. */
export function readRuneName(text: string): RuneName | Flaw {
  if (!/^[A-Z]*$/.test(text)) return { flaw: 'not-a-letter' };
  if (text.length > LONGEST || text === '') return { flaw: 'out-of-range' };
  let next = 0n;
  for (let at = 0; at < text.length; at += 1) next = next * 26n + BigInt(text.charCodeAt(at) - LETTER_A + 1);
  return isRuneName(next - 1n) ? runeName(next - 1n) : { flaw: 'out-of-range' };
}

/** A name as shown, with its bullets. Spacers past the last letter are not shown. */
export function writeSpacedName({ name, spacers }: SpacedName): string {
  const letters = Array.from(writeRuneName(name));
  const last = letters.length - 1;
  return letters.map((l, at) => (at < last && (spacers & (1 << at)) !== 0 ? l + BULLET : l)).join('');
}

/**
 * Reads a name with bullets or dots.
 * @returns the name, or a Flaw: leading-spacer, double-spacer, trailing-spacer, not-a-letter, out-of-range
 */
export function readSpacedName(text: string): SpacedName | Flaw {
  let letters = '';
  let spacers = 0;
  for (const sign of text) {
    if (sign !== '.' && sign !== BULLET) {
      if (!/^[A-Z]$/.test(sign)) return { flaw: 'not-a-letter' };
      if (letters.length === LONGEST) return { flaw: 'out-of-range' };
      letters += sign;
      continue;
    }
    const bit = letters === '' ? 0 : 1 << (letters.length - 1);
    if (bit === 0) return { flaw: 'leading-spacer' };
    if ((spacers & bit) !== 0) return { flaw: 'double-spacer' };
    spacers |= bit;
  }
  if (32 - Math.clz32(spacers) >= letters.length) return { flaw: 'trailing-spacer' };
  const name = readRuneName(letters);
  return typeof name === 'bigint' ? { name, spacers } : name;
}

export function isReservedName(name: RuneName): boolean {
  return name >= RESERVED_NAME;
}

/** Whether a name as shown is one that was given to a rune etched without a name (runes: reserved names). */
export function isNameless(shown: string): boolean {
  const read = readSpacedName(shown);
  return 'name' in read && isReservedName(read.name);
}

/** The name of a rune etched without one. */
export function reservedName(block: number, tx: number): RuneName {
  return runeName(RESERVED_NAME + ((BigInt(block) << 32n) | BigInt(tx)));
}

/** What a tapscript must push to commit to a name: little-endian, without trailing zeros. */
export function commitmentOf(name: RuneName): Uint8Array {
  const bytes: number[] = [];
  for (let rest: bigint = name; rest > 0n; rest >>= 8n)
    bytes.push(Number.parseInt((rest & 0xffn).toString(), 10));
  return Uint8Array.from(bytes);
}

const HALVING = 210_000;
const INTERVAL = HALVING / 12;

/** No rune exists below. */
export const FIRST_RUNE_HEIGHT: Readonly<Record<ChainName, number>> = {
  main: HALVING * 4,
  testnet3: HALVING * 12,
  testnet4: 0,
  signet: 0,
  regtest: 0,
};

/** The first name of `length` + 1 letters. */
function step(length: number): bigint {
  let value = 0n;
  for (let at = 0; at < length; at += 1) value = (value + 1n) * 26n;
  return value;
}

/** The smallest name that may be etched in the block at this height. Source: ord `rune.rs`, `minimum_at_height`. */
export function minimumName(height: number, chain: ChainName): RuneName {
  const start = FIRST_RUNE_HEIGHT[chain];
  const progress = height + 1 - start;
  if (progress < 0) return runeName(step(12));
  if (progress >= HALVING) return runeName(0n);
  const length = 12 - Math.floor(progress / INTERVAL);
  const [from, to] = [step(length), step(length - 1)];
  return runeName(from - ((from - to) * BigInt(progress % INTERVAL)) / BigInt(INTERVAL));
}
