/**
 * A chain of coins that is as quick as memory: transactions wait, come into blocks, are undone, come back or give way to others. It judges
 * what is spent and not by whose signature; either chain of the bridge is one of these.
 */
import { outpoint, spentPoint } from '@rialto/protocols';
import type { Outpoint, TxOutput, Txid } from '@rialto/protocols';

export interface ChainTx {
  readonly txid: Txid;
  readonly inputs: readonly { readonly txid: Txid; readonly vout: number }[];
  readonly outputs: readonly TxOutput[];
}

export interface ChainCoin extends TxOutput {
  readonly outpoint: Outpoint;
  readonly height: number;
}

export interface ChainBlock<Tx> {
  readonly height: number;
  readonly hash: string;
  readonly previous: string;
  readonly time: number;
  readonly transactions: readonly Tx[];
  readonly spent: readonly ChainCoin[];
}

/** Seconds between blocks. */
const INTERVAL = 600;

export class ModelChain<Tx extends ChainTx> {
  readonly blocks: ChainBlock<Tx>[] = [];
  /** Those that were undone too: a node keeps them. */
  readonly byHash = new Map<string, ChainBlock<Tx>>();
  /** Unspent by blocks. */
  readonly coins = new Map<Outpoint, ChainCoin>();
  /** Where transactions are, and which spends what, by blocks. */
  readonly placed = new Map<Txid, number>();
  readonly spentBy = new Map<Outpoint, Tx>();
  /** In an order in which a block can have them. */
  waiting: Tx[] = [];
  /** Everything that was ever seen; and by what it is, whatever ids it was seen under. */
  readonly seen = new Map<Txid, Tx>();
  private readonly named = new Map<string, readonly Tx[]>();
  private branch = 0;
  private readonly letter: string;
  readonly nameOf: (tx: Tx) => string;

  constructor(letter: string, nameOf: (tx: Tx) => string, from?: ModelChain<Tx>) {
    this.letter = letter;
    this.nameOf = nameOf;
    if (from === undefined) this.mine();
    else this.copy(from);
  }

  private copy(from: ModelChain<Tx>): void {
    this.blocks.push(...from.blocks);
    this.branch = from.branch;
    for (const [own, others] of [
      [this.byHash, from.byHash],
      [this.coins, from.coins],
      [this.placed, from.placed],
      [this.spentBy, from.spentBy],
      [this.seen, from.seen],
      [this.named, from.named],
    ] as [Map<unknown, unknown>, ReadonlyMap<unknown, unknown>][])
      for (const [key, value] of others) own.set(key, value);
  }

  get height(): number {
    return this.blocks.length - 1;
  }

  get tip(): { readonly height: number; readonly hash: string } {
    const { height } = this;
    return { height, hash: this.blocks[height]?.hash ?? '' };
  }

  /** The one that a block has, else one that waits, else one that was seen. */
  one(name: string): Tx | undefined {
    const all = this.named.get(name) ?? [];
    return (
      all.find(({ txid }) => this.placed.has(txid)) ??
      all.find((tx) => this.waiting.includes(tx)) ??
      all.at(-1)
    );
  }

  heightOf(name: string): number | undefined {
    const found = this.one(name);
    return found === undefined ? undefined : this.placed.get(found.txid);
  }

  /** In the newest block 1; 0 where no block has it. */
  depth(name: string): number {
    const height = this.heightOf(name);
    return height === undefined ? 0 : this.height - height + 1;
  }

  private note(tx: Tx): void {
    if (this.seen.has(tx.txid)) return;
    this.seen.set(tx.txid, tx);
    const name = this.nameOf(tx);
    this.named.set(name, [...(this.named.get(name) ?? []), tx]);
  }

  /** A block with what comes out of nothing, or from elsewhere. */
  put(all: readonly Tx[]): void {
    for (const tx of all) this.note(tx);
    this.waiting.push(...all);
    this.mine();
  }

  /** Whether all that it spends is there, with what waits. */
  fits(tx: Tx): boolean {
    const points = tx.inputs.map(spentPoint);
    return (
      !this.placed.has(tx.txid) &&
      points.every((point) => this.coins.has(point) || this.isMade(point)) &&
      !this.waiting.some((one) => one.inputs.some((input) => points.includes(spentPoint(input))))
    );
  }

  private isMade(point: Outpoint): boolean {
    return this.waiting.some(({ txid, outputs }) =>
      outputs.some((_, vout) => outpoint(txid, vout) === point),
    );
  }

  /** Into the mempool. @param rather what spends the same goes out of it, with all that builds on it */
  send(tx: Tx, rather = false): boolean {
    this.note(tx);
    if (this.waiting.some(({ txid }) => txid === tx.txid)) return true;
    if (rather && !this.placed.has(tx.txid)) {
      const points = new Set(tx.inputs.map(spentPoint));
      this.keep(this.waiting.filter((one) => !one.inputs.some((input) => points.has(spentPoint(input)))));
    }
    if (!this.fits(tx)) return false;
    this.waiting.push(tx);
    return true;
  }

  /** Of these whatever still fits waits. */
  keep(all: readonly Tx[]): void {
    this.waiting = [];
    for (const tx of all) if (this.fits(tx)) this.waiting.push(tx);
  }

  /** A block with these of what waits: all but what is left out, and what builds on that. */
  mine(leaveOut: readonly Txid[] = []): void {
    const out = new Set(leaveOut);
    for (const { txid, inputs } of this.waiting)
      if (inputs.some((input) => out.has(input.txid))) out.add(txid);
    const transactions = this.waiting.filter(({ txid }) => !out.has(txid));
    const left = this.waiting.filter(({ txid }) => out.has(txid));
    const { height: below, hash: previous } = this.tip;
    const height = below + 1;
    const spent: ChainCoin[] = [];
    for (const tx of transactions) {
      this.placed.set(tx.txid, height);
      for (const input of tx.inputs) {
        const point = spentPoint(input);
        const coin = this.coins.get(point);
        if (coin !== undefined) spent.push(coin);
        this.coins.delete(point);
        this.spentBy.set(point, tx);
      }
      tx.outputs.forEach((output, vout) => {
        const point = outpoint(tx.txid, vout);
        this.coins.set(point, { ...output, outpoint: point, height });
      });
    }
    const hash = `${this.letter}${this.branch.toString(16).padStart(8, '0')}${height.toString(16).padStart(54, '0')}`;
    const block = { height, hash, previous, time: 1_700_000_000 + height * INTERVAL, transactions, spent };
    this.blocks.push(block);
    this.byHash.set(hash, block);
    this.keep(left);
  }

  /** The newest blocks are gone. @returns what they had, the oldest first; it waits for nothing */
  takeBack(count: number): Tx[] {
    const gone: Tx[] = [];
    const waited = this.waiting;
    this.branch += 1;
    for (let at = 0; at < count; at += 1) {
      const block = this.blocks.pop();
      if (block === undefined || this.blocks.length === 0) throw new Error('the first block stays');
      for (const { txid, inputs, outputs } of block.transactions) {
        this.placed.delete(txid);
        outputs.forEach((_, vout) => this.coins.delete(outpoint(txid, vout)));
        for (const input of inputs) this.spentBy.delete(spentPoint(input));
      }
      const own = new Set(block.transactions.map(({ txid }) => txid));
      for (const coin of block.spent)
        if (!own.has(coin.outpoint.slice(0, 64) as Txid)) this.coins.set(coin.outpoint, coin);
      gone.unshift(...block.transactions);
    }
    this.keep(waited);
    return gone;
  }
}
