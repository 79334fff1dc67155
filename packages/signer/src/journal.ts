/** The signer's memory: one line per signature, on the disk before the signature leaves. Lines are added, never changed. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { z } from 'zod';

const Line = z.object({
  at: z.string(),
  kind: z.enum(['cosign', 'stock']),
  txid: z.string(),
  unsigned: z.string(),
  /** What it was judged by: each coin with its value, script and assets, and the block the index stood at. */
  coins: z.array(z.unknown()),
  height: z.number(),
  hash: z.string(),
  tradeId: z.string().optional(),
  /** Pads it spends. */
  spends: z.array(z.string()),
  /** Pads it makes. */
  makes: z.array(z.string()),
});

export type JournalLine = z.infer<typeof Line>;

export interface Journal {
  readonly lines: readonly JournalLine[];
  /** Writes and waits for the disk. Only then may the signature leave. */
  append(line: JournalLine): void;
  close(): void;
}

/** Cuts a line that a power cut left half written; its signature never left. */
function readWhole(path: string): JournalLine[] {
  if (!existsSync(path)) return [];
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end < bytes.length) truncateSync(path, end);
  const text = bytes.subarray(0, end).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Line.parse(JSON.parse(line)));
}

export function openJournal(path: string): Journal {
  const lines = readWhole(path);
  const file = openSync(path, 'a', 0o600);
  return {
    lines,
    append: (line) => {
      writeSync(file, `${JSON.stringify(line)}\n`);
      fsyncSync(file);
      lines.push(line);
    },
    close: () => {
      closeSync(file);
    },
  };
}
