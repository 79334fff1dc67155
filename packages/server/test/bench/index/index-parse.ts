/** bench index, (a): reading and parsing alone. */
import { readChain } from '../dense-chain/chain-file.ts';
import { parseRaw } from './index-scratch.ts';

export interface ParseResult {
  readonly transactions: number;
  readonly bytes: number;
  readonly readMs: number;
  readonly parseMs: number;
}

export function parseAll(file: string): ParseResult {
  let transactions = 0;
  let bytes = 0;
  let parseMs = 0;
  const started = performance.now();
  for (const raw of readChain(file)) {
    const parsing = performance.now();
    const { block } = parseRaw(raw);
    parseMs += performance.now() - parsing;
    transactions += block.transactions.length;
    bytes += raw.block.length + raw.spent.length;
  }
  return { transactions, bytes, parseMs, readMs: performance.now() - started - parseMs };
}
