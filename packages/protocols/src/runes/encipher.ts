/** Writes a runestone as the script of an output (runes §9; ord `runestone.rs`, `encipher`). */
import { payloadScript } from './payload.ts';
import { compareRuneIds, OWN_RUNE, splitRuneId } from './rune-id.ts';
import type { Edict, Etching, Runestone } from './runestone.ts';
import { FLAG, TAG } from './tags.ts';
import { writeVarints } from './varint.ts';

/** The scriptPubKey. Edicts are sorted by id; those of one id keep their order. */
export function encipher(stone: Omit<Runestone, 'kind'>): Uint8Array {
  return payloadScript(writeVarints(runestoneIntegers(stone)));
}

/** The integers of a runestone in the order in which ord writes them. */
export function runestoneIntegers(stone: Omit<Runestone, 'kind'>): bigint[] {
  const mint = stone.mint && splitRuneId(stone.mint);
  return [
    ...(stone.etching ? etchingIntegers(stone.etching) : []),
    ...field(TAG.mint, mint?.block),
    ...field(TAG.mint, mint?.tx),
    ...field(TAG.pointer, stone.pointer),
    ...field(TAG.nop, stone.nop),
    ...edictIntegers(stone.edicts),
  ];
}

function field(tag: bigint, value: bigint | number | undefined): bigint[] {
  return value === undefined ? [] : [tag, BigInt(value)];
}

function etchingIntegers(etching: Etching): bigint[] {
  const { terms, turbo } = etching;
  const flags = FLAG.etching | (terms ? FLAG.terms : 0n) | (turbo ? FLAG.turbo : 0n);
  return [
    ...field(TAG.flags, flags),
    ...field(TAG.rune, etching.name),
    ...field(TAG.divisibility, etching.divisibility),
    ...field(TAG.spacers, etching.spacers),
    ...field(TAG.symbol, etching.symbol?.codePointAt(0)),
    ...field(TAG.premine, etching.premine),
    ...field(TAG.amount, terms?.amount),
    ...field(TAG.cap, terms?.cap),
    ...field(TAG.heightStart, terms?.heightStart),
    ...field(TAG.heightEnd, terms?.heightEnd),
    ...field(TAG.offsetStart, terms?.offsetStart),
    ...field(TAG.offsetEnd, terms?.offsetEnd),
  ];
}

function edictIntegers(edicts: readonly Edict[]): bigint[] {
  if (edicts.length === 0) return [];
  const integers: bigint[] = [TAG.body];
  let before = splitRuneId(OWN_RUNE);
  for (const { id, amount, output } of edicts.toSorted((a, b) => compareRuneIds(a.id, b.id))) {
    const here = splitRuneId(id);
    const block = here.block - before.block;
    integers.push(block, block === 0n ? here.tx - before.tx : here.tx, amount, BigInt(output));
    before = here;
  }
  return integers;
}
