/** The whole ledger in memory: blocks in, rows out, and every block can be taken back. */
import { invert } from './delta.ts';
import type { Delta } from './delta.ts';
import type { ChainName } from '../network.ts';
import { genesisRune } from '../runes/rows.ts';
import { firstTotals, locateBlock, finishBlock } from './block.ts';
import type { GatheredBlock, NodeFacts, Totals } from './block.ts';
import { LedgerMemory } from './memory.ts';

export class WholeLedger {
  readonly memory = new LedgerMemory();
  private now: Totals;
  private readonly undo: { readonly changes: Delta; readonly totals: Totals }[] = [];

  constructor(chain: ChainName) {
    this.now = firstTotals(chain);
    const rune = genesisRune(chain);
    if (rune !== undefined) this.memory.put({ entity: 'rune', key: rune.id, after: rune });
  }

  get totals(): Totals {
    return this.now;
  }

  /** Applies the next block; returns what it changed. */
  add(gathered: GatheredBlock, facts: NodeFacts): Delta {
    const located = locateBlock(this.memory, gathered, { totals: this.now, facts });
    const { changes, totals } = finishBlock(this.memory, located);
    this.undo.push({ changes, totals: this.now });
    this.put(changes);
    this.now = totals;
    return changes;
  }

  /** Takes the last block back; nothing when there is none. */
  removeTip(): void {
    const last = this.undo.pop();
    if (last === undefined) return;
    this.put(invert(last.changes));
    this.now = last.totals;
  }

  private put(changes: Delta): void {
    for (const change of changes) this.memory.put(change);
  }
}
