/** A dense chain in a scratch file: block after block, each with its spent outputs, read again one at a time. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { RawBlock } from './block-writer.ts';

const HEAD = 8;
const HEADER = 80;

/** Where a block is in the file. */
export interface Place {
  readonly header: Uint8Array;
  readonly at: number;
  readonly block: number;
  readonly spent: number;
}

/** Writes blocks as they come. */
export function writeChain(file: string, blocks: Iterable<RawBlock>): void {
  const handle = openSync(file, 'w');
  try {
    for (const { block, spent } of blocks) {
      const head = Buffer.alloc(HEAD);
      head.writeUInt32LE(block.length, 0);
      head.writeUInt32LE(spent.length, 4);
      for (const part of [head, block, spent]) writeAll(handle, part);
    }
  } finally {
    closeSync(handle);
  }
}

function writeAll(handle: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
}

/** Every block of an open file, in order. */
export function placesIn(handle: number): Place[] {
  const places: Place[] = [];
  const head = Buffer.alloc(HEAD);
  for (let at = 0; readSync(handle, head, 0, HEAD, at) === HEAD;) {
    const [block, spent] = [head.readUInt32LE(0), head.readUInt32LE(4)];
    places.push({ header: readAt(handle, at + HEAD, HEADER), at: at + HEAD, block, spent });
    at += HEAD + block + spent;
  }
  return places;
}

export function readBlockAt(handle: number, { at, block, spent }: Place): RawBlock {
  return { block: readAt(handle, at, block), spent: readAt(handle, at + block, spent) };
}

/** Reads the blocks in their order; the file is closed at the end or when the reader stops. */
export function* readChain(file: string): Generator<RawBlock> {
  const handle = openSync(file, 'r');
  try {
    for (const place of placesIn(handle)) yield readBlockAt(handle, place);
  } finally {
    closeSync(handle);
  }
}

function readAt(handle: number, from: number, size: number): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(size);
  for (let at = 0; at < size;) {
    const got = readSync(handle, bytes, at, size - at, from + at);
    if (got === 0) throw new Error('the scratch file ends early');
    at += got;
  }
  return bytes;
}
