/** The id of a rune: the block and the place in it of the transaction that etched it, as `block:tx` (runes §3). */
import { invariant } from '../invariant.ts';

declare const kind: unique symbol;

/** `block:tx`, both decimal without leading zeros. */
export type RuneId = string & { readonly [kind]: 'RuneId' };

const U32_MAX = 2n ** 32n - 1n;
export const U64_MAX = 2n ** 64n - 1n;
export const U128_MAX = 2n ** 128n - 1n;

const SHAPE = /^(0|[1-9][0-9]{0,19}):(0|[1-9][0-9]{0,9})$/;

/** The id, unless a part is out of its range (u64, u32) or it names a later transaction of block 0. Source: ord `rune_id.rs`. */
export function runeId(block: bigint, tx: bigint): RuneId | undefined {
  const text = `${block}:${tx}`;
  return isRuneId(text) ? text : undefined;
}

export function isRuneId(text: string): text is RuneId {
  const match = SHAPE.exec(text);
  if (match === null) return false;
  const [block, tx] = [BigInt(match[1] ?? '0'), BigInt(match[2] ?? '0')];
  return block <= U64_MAX && tx <= U32_MAX && (block > 0n || tx === 0n);
}

/**
 * Names an id that is known to be one.
 * @throws invariant when it is none
 */
export function knownRuneId(text: string): RuneId {
  invariant(isRuneId(text), `${text} is the id of a rune`);
  return text;
}

/** In an edict: the rune etched by the transaction itself. */
export const OWN_RUNE = knownRuneId('0:0');

export function splitRuneId(id: RuneId): { block: bigint; tx: bigint } {
  const colon = id.indexOf(':');
  return { block: BigInt(id.slice(0, colon)), tx: BigInt(id.slice(colon + 1)) };
}

/** The id that is `block` and `tx` after this one; `tx` is absolute when the block changes. */
export function nextRuneId(id: RuneId, block: bigint, tx: bigint): RuneId | undefined {
  const from = splitRuneId(id);
  return runeId(from.block + block, block === 0n ? from.tx + tx : tx);
}

/** Order on the chain, for sorting. */
export function compareRuneIds(a: RuneId, b: RuneId): number {
  const [left, right] = [splitRuneId(a), splitRuneId(b)];
  if (left.block !== right.block) return left.block < right.block ? -1 : 1;
  if (left.tx === right.tx) return 0;
  return left.tx < right.tx ? -1 : 1;
}
