/** Reads the runestone of a transaction (runes §2, §3; ord `runestone.rs`). Total: it never throws. */
import { isFlaw } from '../flaw.ts';
import type { TxOutput } from '../transaction.ts';
import type { Amount } from '../units.ts';
import { sortIntegers } from './fields.ts';
import type { RuneFields } from './fields.ts';
import { payloadOf } from './payload.ts';
import { runeId, U128_MAX, U64_MAX } from './rune-id.ts';
import { runeName } from './rune-name.ts';
import type { Cenotaph, Etching, RuneFlaw, RuneMessage, RuneTerms } from './runestone.ts';
import { FLAG, TAG } from './tags.ts';
import { readVarints } from './varint.ts';

const MAX_DIVISIBILITY = 38;
const MAX_SPACERS = 0x07ffffff;
const MAX_SCALAR = 0x10ffff;

/**
 * Reads the message in the outputs of a transaction.
 * @returns the runestone; a cenotaph with the first flaw found; undefined when no output is marked
 */
export function decipher(outputs: readonly Pick<TxOutput, 'script'>[]): RuneMessage | undefined {
  const payload = payloadOf(outputs);
  if (payload === undefined) return undefined;
  if (typeof payload === 'string') return cenotaph(payload);
  const integers = readVarints(payload);
  return isFlaw(integers) ? cenotaph('Varint') : readMessage(integers, outputs.length);
}

function cenotaph(why: RuneFlaw, kept: Partial<Pick<Cenotaph, 'mint' | 'name'>> = {}): Cenotaph {
  return { kind: 'cenotaph', why, mint: kept.mint, name: kept.name };
}

function readMessage(integers: readonly bigint[], outputs: number): RuneMessage {
  const { fields, edicts, why } = sortIntegers(integers, outputs);
  const flags = { left: fields.take(TAG.flags, whole) ?? 0n };
  const etching = takeFlag(flags, FLAG.etching) ? takeEtching(fields, flags) : undefined;
  const mint = fields.takePair(TAG.mint, runeId);
  const pointer = fields.take(TAG.pointer, (value) => plainBelow(value, outputs));
  const found = why ?? leftOver(etching, { flags: flags.left, fields });
  if (found !== undefined) return cenotaph(found, { mint, name: etching?.name });
  const nop = fields.only(TAG.nop);
  return { kind: 'runestone', edicts, etching, mint, pointer, ...(nop === undefined ? {} : { nop }) };
}

function leftOver(
  etching: Etching | undefined,
  left: { flags: bigint; fields: RuneFields },
): RuneFlaw | undefined {
  if (etching !== undefined && maxSupply(etching) > U128_MAX) return 'SupplyOverflow';
  if (left.flags !== 0n) return 'UnrecognizedFlag';
  return left.fields.hasEvenTag() ? 'UnrecognizedEvenTag' : undefined;
}

/** All units there can ever be. */
function maxSupply({ premine, terms }: Etching): bigint {
  return (premine ?? 0n) + (terms?.cap ?? 0n) * (terms?.amount ?? 0n);
}

function takeFlag(flags: { left: bigint }, flag: bigint): boolean {
  const set = (flags.left & flag) !== 0n;
  if (set) flags.left ^= flag;
  return set;
}

function takeEtching(fields: RuneFields, flags: { left: bigint }): Etching {
  return {
    divisibility: fields.take(TAG.divisibility, (value) => plainBelow(value, MAX_DIVISIBILITY + 1)),
    premine: fields.take(TAG.premine, asAmount),
    name: fields.take(TAG.rune, runeName),
    spacers: fields.take(TAG.spacers, (value) => plainBelow(value, MAX_SPACERS + 1)),
    symbol: fields.take(TAG.symbol, asSymbol),
    terms: takeFlag(flags, FLAG.terms) ? takeTerms(fields) : undefined,
    turbo: takeFlag(flags, FLAG.turbo),
  };
}

function takeTerms(fields: RuneFields): RuneTerms {
  return {
    amount: fields.take(TAG.amount, asAmount),
    cap: fields.take(TAG.cap, whole),
    heightStart: fields.take(TAG.heightStart, asHeight),
    heightEnd: fields.take(TAG.heightEnd, asHeight),
    offsetStart: fields.take(TAG.offsetStart, asHeight),
    offsetEnd: fields.take(TAG.offsetEnd, asHeight),
  };
}

const whole = (value: bigint): bigint => value;
const asAmount = (value: bigint): Amount => value as Amount;
const asHeight = (value: bigint): bigint | undefined => (value > U64_MAX ? undefined : value);

function plainBelow(value: bigint, limit: number): number | undefined {
  return value < BigInt(limit) ? Number.parseInt(value.toString(), 10) : undefined;
}

function asSymbol(value: bigint): string | undefined {
  const point = plainBelow(value, MAX_SCALAR + 1);
  const surrogate = point !== undefined && point >= 0xd800 && point <= 0xdfff;
  return point === undefined || surrogate ? undefined : String.fromCodePoint(point);
}
