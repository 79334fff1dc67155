/** The last blocks of an index that was cleared. The exchange has acted on them, so those that the node's chain has left meanwhile are undone when their heights come again. */
import type { Tip } from '@rialto/ground';
import type { WorkedRun } from '../store/ledger/ledger-run.ts';

export class Cleared {
  private readonly blocks: Map<number, string>;

  constructor(blocks: ReadonlyMap<number, string> = new Map()) {
    this.blocks = new Map(blocks);
  }

  /** From the first that is another in this run up, highest first. */
  leftFor({ rows }: Pick<WorkedRun, 'rows'>): readonly Tip[] {
    const other = rows.find(({ height, hash }) => (this.blocks.get(height) ?? hash) !== hash);
    if (other === undefined) return [];
    return [...this.blocks]
      .map(([height, hash]) => ({ height, hash }))
      .filter(({ height }) => height >= other.height)
      .toSorted((a, b) => b.height - a.height);
  }

  forget(undone: readonly Tip[]): void {
    for (const { height } of undone) this.blocks.delete(height);
  }
}
