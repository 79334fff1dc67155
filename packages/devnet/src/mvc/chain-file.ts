/** The private MVC chain on disk: a line for each thing that happened, in order. What was cut off in the middle of a line did not happen. */
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { bytesToHex, hexToBytes } from '@rialto/protocols';

/** A block was connected, a transaction taken in, the newest block taken back. */
type ChainEvent =
  { readonly kind: 'block' | 'transaction'; readonly raw: Uint8Array } | { readonly kind: 'back' };

const LETTERS = { block: 'b', transaction: 't', back: 'x' } as const;

export interface ChainFile {
  readonly read: () => ChainEvent[];
  readonly append: (event: ChainEvent) => void;
}

/** @param path undefined for a chain that is gone with its process */
export function chainFile(path: string | undefined): ChainFile {
  if (path === undefined) return { read: () => [], append: () => undefined };
  return {
    read: () => {
      if (!existsSync(path)) return [];
      const text = readFileSync(path, 'latin1');
      const whole = text.lastIndexOf('\n') + 1;
      truncateSync(path, whole);
      return text.slice(0, whole).split('\n').slice(0, -1).map(readEvent);
    },
    append: (event) =>
      appendFileSync(path, `${LETTERS[event.kind]}${event.kind === 'back' ? '' : bytesToHex(event.raw)}\n`),
  };
}

function readEvent(line: string): ChainEvent {
  const letter = line[0];
  if (letter === LETTERS.back && line.length === 1) return { kind: 'back' };
  if (letter !== LETTERS.block && letter !== LETTERS.transaction)
    throw new Error('the file is no private MVC chain');
  return { kind: letter === LETTERS.block ? 'block' : 'transaction', raw: hexToBytes(line.slice(1)) };
}
