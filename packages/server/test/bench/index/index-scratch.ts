/** The scratch files of a bench: the chain, and what is known of it. Written by one process, read by the ones that are measured. */
import { readFileSync, writeFileSync } from 'node:fs';
import { isFlaw, readBlock, readSpentOutputs } from '@rialto/protocols';
import type { BlockWithSpent } from '@rialto/ground';
import { z } from 'zod';
import type { RawBlock } from '../dense-chain/block-writer.ts';
import { writeChain } from '../dense-chain/chain-file.ts';
import { denseChain } from '../dense-chain/dense-chain.ts';
import type { ChainSize } from '../dense-chain/dense-chain.ts';

const Notes = z.object({
  /** How many blocks there are, the one that makes the first coins counted. */
  blocks: z.number(),
  counts: z.record(z.string(), z.number()),
  /** The block of each rune commitment, by transaction. */
  commitments: z.record(z.string(), z.number()),
});
export type ChainNotes = z.infer<typeof Notes>;

const notesFile = (file: string): string => `${file}.json`;

/** Makes the chain and writes it down. */
export function writeScratch(file: string, size: ChainSize): ChainNotes {
  const chain = denseChain(size);
  writeChain(file, chain.blocks);
  const notes = {
    blocks: size.blocks + 1,
    counts: Object.fromEntries(chain.counts),
    commitments: Object.fromEntries(chain.commitments),
  };
  writeFileSync(notesFile(file), JSON.stringify(notes));
  return notes;
}

export function readNotes(file: string): ChainNotes {
  return Notes.parse(JSON.parse(readFileSync(notesFile(file), 'utf8')));
}

/** Reads both answers of a node. */
export function parseRaw(raw: RawBlock): BlockWithSpent {
  const block = readBlock(raw.block);
  const spent = readSpentOutputs(raw.spent);
  if (isFlaw(block) || isFlaw(spent)) throw new Error('a dense chain has no flaws');
  return { block, spent };
}

/** After so many of the blocks: a third, two thirds, all. */
export function thirds(blocks: number): number[] {
  return [1, 2, 3].map((part) => Math.round((blocks * part) / 3));
}
