/** A dense chain in a scratch file: block after block, each with its spent outputs, read again one at a time. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { RawBlock } from './block-writer.ts';

const HEAD = 8;

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

/** Reads the blocks in their order; the file is closed at the end or when the reader stops. */
export function* readChain(file: string): Generator<RawBlock> {
  const handle = openSync(file, 'r');
  try {
    const head = Buffer.alloc(HEAD);
    while (readSync(handle, head, 0, HEAD, null) === HEAD) {
      yield { block: take(handle, head.readUInt32LE(0)), spent: take(handle, head.readUInt32LE(4)) };
    }
  } finally {
    closeSync(handle);
  }
}

function take(handle: number, size: number): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(size);
  for (let at = 0; at < size;) {
    const got = readSync(handle, bytes, at, size - at, null);
    if (got === 0) throw new Error('the scratch file ends early');
    at += got;
  }
  return bytes;
}
