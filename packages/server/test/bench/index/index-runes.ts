/** bench index, (c), our half: runes alone, from raw bytes, the index in memory. */
import { createHash } from 'node:crypto';
import { applyRunes, gatherRunes, LedgerMemory } from '@rialto/protocols';
import type { Outpoint, RuneKeys, RuneView } from '@rialto/protocols';
import { readChain } from '../dense-chain/chain-file.ts';
import { parseRaw, readNotes, thirds } from './index-scratch.ts';

/** The same of both halves, to be compared. */
export interface RunesResult {
  readonly transactions: number;
  /** Milliseconds after a third, two thirds and all of the blocks. */
  readonly marks: readonly number[];
  /** Of what every output holds, sorted. */
  readonly digest: string;
  readonly balances: number;
}

/** The hash of what is held, one line for each output and rune. */
export function digestOf(lines: readonly string[]): string {
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex');
}

export function indexRunes(file: string): RunesResult {
  const { blocks, commitments } = readNotes(file);
  const memory = new LedgerMemory();
  const marks: number[] = [];
  const markAt = thirds(blocks);
  let [height, transactions, count, spentMs] = [0, 0, 0, 0];
  for (const raw of readChain(file)) {
    const started = performance.now();
    height += 1;
    const data = parseRaw(raw);
    const gathered = gatherRunes(data);
    const view = viewOf(memory, gathered.keys, commitments);
    const applied = applyRunes({ gathered, height, chain: 'regtest', view, count });
    for (const change of applied.changes) memory.put(change);
    count = applied.count;
    transactions += data.block.transactions.length;
    spentMs += performance.now() - started;
    if (markAt.includes(height)) marks.push(spentMs);
  }
  const held = [...memory.rows.runeBalance.all()].map(
    ([, { outpoint, rune, amount }]) => `${outpoint} ${rune} ${amount}`,
  );
  return { transactions, marks, digest: digestOf(held), balances: held.length };
}

function viewOf({ rows }: LedgerMemory, keys: RuneKeys, heights: Readonly<Record<string, number>>): RuneView {
  const balances = [...keys.outpoints].flatMap((point) =>
    [...rows.runeBalance.under(point)].map(([, balance]) => balance),
  );
  const named = [...keys.names].flatMap((name) => [...rows.rune.under(name.toString())].map(([id]) => id));
  const ids = new Set<string>([...keys.runes, ...balances.map(({ rune }) => rune), ...named]);
  const commitments = new Map<Outpoint, number>();
  for (const point of keys.commitments) {
    const height = heights[point.slice(0, 64)];
    if (height !== undefined) commitments.set(point, height);
  }
  return { balances, runes: [...ids].flatMap((id) => rows.rune.get(id) ?? []), commitments };
}
