/** A rune ledger in memory: blocks in, rows out, and every block can be taken back. */
import { applyRunes, gatherRunes, genesisRune, invariant, invert, outpoint } from '../../src/index.ts';
import type {
  Block,
  ChainName,
  Outpoint,
  RuneBalance,
  RuneChange,
  RuneDelta,
  RuneEvent,
  RuneKeys,
  RuneRow,
  RuneView,
  TxOutput,
} from '../../src/index.ts';

interface Made {
  readonly output: TxOutput;
  readonly height: number;
}

interface Undo {
  readonly changes: RuneDelta;
  readonly count: number;
  readonly made: Map<Outpoint, Made>;
}

function asText(row: unknown): string {
  return JSON.stringify(row ?? null, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

/** Blocks in, rows out; every block can be taken back. A change must find exactly what it expects. */
export class RuneIndex {
  readonly runes = new Map<string, RuneRow>();
  readonly balances = new Map<string, RuneBalance>();
  readonly events: RuneEvent[] = [];
  private readonly chain: ChainName;
  private made = new Map<Outpoint, Made>();
  private count = 0;
  private readonly undo: Undo[] = [];

  constructor(chain: ChainName) {
    this.chain = chain;
    const genesis = genesisRune(chain);
    if (genesis === undefined) return;
    this.runes.set(genesis.id, genesis);
    this.count = 1;
  }

  add(block: Block, height: number): void {
    const before = { count: this.count, made: new Map(this.made) };
    const gathered = gatherRunes({ block, spent: this.spend(block, height) });
    const view = this.view(gathered.keys, before.made);
    const applied = applyRunes({ gathered, height, chain: this.chain, view, count: this.count });
    for (const change of applied.changes) this.put(change);
    this.events.push(...applied.events);
    this.count = applied.count;
    this.undo.push({ ...before, changes: applied.changes });
  }

  removeTip(): void {
    const last = this.undo.pop();
    if (last === undefined) return;
    for (const change of invert(last.changes)) this.put(change);
    this.count = last.count;
    this.made = last.made;
  }

  snapshot(): string {
    const sorted = (rows: Map<string, unknown>) => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
    return asText([sorted(this.runes), sorted(this.balances), this.count]);
  }

  /** Exactly what the keys ask for, as a database would give it. */
  private view(keys: RuneKeys, made: ReadonlyMap<Outpoint, Made>): RuneView {
    const balances = [...this.balances.values()].filter((one) => keys.outpoints.has(one.outpoint));
    const ids = new Set([...keys.runes, ...balances.map((one) => one.rune)]);
    const runes = [...this.runes.values()].filter((one) => ids.has(one.id) || keys.names.has(one.name));
    const commitments = new Map<Outpoint, number>();
    for (const point of keys.commitments) {
      const found = made.get(point);
      if (found !== undefined) commitments.set(point, found.height);
    }
    return { balances, runes, commitments };
  }

  private spend(block: Block, height: number): TxOutput[][] {
    return block.transactions.map((tx, index) => {
      const spent = index === 0 ? [] : tx.inputs.map((input) => this.take(outpoint(input.txid, input.vout)));
      tx.outputs.forEach((output, vout) => this.made.set(outpoint(tx.txid, vout), { output, height }));
      return spent;
    });
  }

  private take(point: Outpoint): TxOutput {
    const found = this.made.get(point);
    invariant(found !== undefined, `${point} exists`);
    this.made.delete(point);
    return found.output;
  }

  private put(change: RuneChange): void {
    switch (change.entity) {
      case 'rune':
        place(this.runes, change);
        break;
      case 'runeBalance':
        place(this.balances, change);
    }
  }
}

function place<R>(
  rows: Map<string, R>,
  { key, before, after }: { key: string; before: R | undefined; after: R | undefined },
): void {
  invariant(asText(rows.get(key)) === asText(before), `row ${key} is as the delta expects`);
  if (after === undefined) rows.delete(key);
  else rows.set(key, after);
}
