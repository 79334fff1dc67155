/** What a runestone says (runes §2, §3). A cenotaph is a malformed one: it burns what its transaction spends. */
import type { Amount } from '../units.ts';
import type { RuneId } from './rune-id.ts';
import type { RuneName } from './rune-name.ts';

/** When and how much everybody may mint. Heights are u64, so bigint. */
export interface RuneTerms {
  /** Of one mint. */
  readonly amount: Amount | undefined;
  /** How many mints. */
  readonly cap: bigint | undefined;
  readonly heightStart: bigint | undefined;
  readonly heightEnd: bigint | undefined;
  /** Counted from the block of the etching. */
  readonly offsetStart: bigint | undefined;
  readonly offsetEnd: bigint | undefined;
}

export interface Etching {
  readonly divisibility: number | undefined;
  readonly premine: Amount | undefined;
  readonly name: RuneName | undefined;
  readonly spacers: number | undefined;
  /** One Unicode scalar value. */
  readonly symbol: string | undefined;
  readonly terms: RuneTerms | undefined;
  readonly turbo: boolean;
}

export interface Edict {
  readonly id: RuneId;
  readonly amount: Amount;
  /** The number of outputs means: all that are not OP_RETURN. */
  readonly output: number;
}

export interface Runestone {
  readonly kind: 'runestone';
  readonly edicts: readonly Edict[];
  readonly etching: Etching | undefined;
  readonly mint: RuneId | undefined;
  /** The output that takes what no edict moves. */
  readonly pointer: number | undefined;
  /** The one value under tag 127, which moves nothing: a bridge's payment has the id of its order there (bridge §2). */
  readonly nop?: bigint;
}

/** Why a message is a cenotaph, in the words of ord. */
export type RuneFlaw =
  | 'EdictOutput'
  | 'EdictRuneId'
  | 'InvalidScript'
  | 'Opcode'
  | 'SupplyOverflow'
  | 'TrailingIntegers'
  | 'TruncatedField'
  | 'UnrecognizedEvenTag'
  | 'UnrecognizedFlag'
  | 'Varint';

export interface Cenotaph {
  readonly kind: 'cenotaph';
  /** The first that was found. */
  readonly why: RuneFlaw;
  readonly mint: RuneId | undefined;
  /** The name it etches, taken for good. */
  readonly name: RuneName | undefined;
}

export type RuneMessage = Runestone | Cenotaph;
