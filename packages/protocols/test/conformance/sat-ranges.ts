/** Which sats an outpoint holds, kept from the first block on: only here, to see that an inscription stays on its sat. */
import { LOST_OUTPOINT, outpoint, subsidyAt } from '../../src/index.ts';
import type { Block, ChainName, Outpoint, Transaction } from '../../src/index.ts';

type Range = readonly [first: bigint, end: bigint];

export class SatRanges {
  private readonly chain: ChainName;
  private held = new Map<Outpoint, readonly Range[]>();
  private mined = 0n;
  private readonly undo: { held: Map<Outpoint, readonly Range[]>; mined: bigint }[] = [];

  constructor(chain: ChainName) {
    this.chain = chain;
  }

  add({ transactions: [coinbase, ...others] }: Block, height: number): void {
    this.undo.push({ held: new Map(this.held), mined: this.mined });
    const fresh = this.mined + subsidyAt(height, this.chain);
    const reward: Range[] = [[this.mined, fresh]];
    this.mined = fresh;
    for (const tx of others) {
      reward.push(
        ...this.pour(
          tx,
          tx.inputs.flatMap(({ txid, vout }) => this.take(outpoint(txid, vout))),
        ),
      );
    }
    const lost = coinbase === undefined ? reward : this.pour(coinbase, reward);
    this.held.set(LOST_OUTPOINT, [...(this.held.get(LOST_OUTPOINT) ?? []), ...lost]);
  }

  removeTip(): void {
    const last = this.undo.pop();
    if (last !== undefined) ({ held: this.held, mined: this.mined } = last);
  }

  /** The number of the sat at a place; undefined when the outpoint holds none there. */
  satAt(point: Outpoint, offset: bigint): bigint | undefined {
    let left = offset;
    for (const [first, end] of this.held.get(point) ?? []) {
      if (left < end - first) return first + left;
      left -= end - first;
    }
    return undefined;
  }

  isHeld(point: Outpoint): boolean {
    return this.held.has(point);
  }

  private take(point: Outpoint): readonly Range[] {
    const ranges = this.held.get(point) ?? [];
    this.held.delete(point);
    return ranges;
  }

  /** Fills the outputs in their order; answers what is left for the fee. */
  private pour(tx: Transaction, from: readonly Range[]): Range[] {
    const queue = [...from];
    tx.outputs.forEach((output, vout) => {
      const ranges: Range[] = [];
      for (let missing: bigint = output.value; missing > 0n;) {
        const next = queue.shift();
        if (next === undefined) break;
        const [first, end] = next;
        const cut = end - first > missing ? first + missing : end;
        ranges.push([first, cut]);
        if (cut < end) queue.unshift([cut, end]);
        missing -= cut - first;
      }
      this.held.set(outpoint(tx.txid, vout), ranges);
    });
    return queue;
  }
}
