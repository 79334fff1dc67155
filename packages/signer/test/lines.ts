/** Journal lines for tests of the journal itself. */
import type { PadLine } from '../src/journal/journal-line.ts';

export const hash = (n: number): string => n.toString(16).padStart(64, '0');
export const point = (n: number, vout = 0): string => `${hash(n)}:${vout}`;

export function line(n: number, more: Partial<Record<keyof PadLine, unknown>> = {}): PadLine {
  return {
    at: new Date(1_700_000_000_000 + n * 1000).toISOString(),
    kind: 'cosign',
    txid: hash(n),
    unsigned: '00',
    coins: [
      { outpoint: point(n + 1000), value: '600' },
      { outpoint: point(n + 2000), value: '546' },
    ],
    height: 1,
    hash: hash(0),
    spends: [point(n + 1000)],
    makes: [point(n, 2)],
    stake: '600',
    ...more,
  } as PadLine;
}
