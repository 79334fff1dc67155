/** What waits for a block on the private MVC chain: parents before children, each coin spent once. */
import type { MvcCoin, MvcTransaction } from '@rialto/mvc';
import { splitOutpoint } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { pointOf } from './confirmed-coins.ts';
import type { ConfirmedCoin } from './confirmed-coins.ts';

/** A coin of the chain; without a height it waits. */
export interface ChainCoin extends MvcCoin {
  readonly height?: number;
}

interface Confirmed {
  readonly get: (point: Outpoint) => ConfirmedCoin | undefined;
}

export class Mempool {
  readonly #confirmed: Confirmed;
  readonly #waiting = new Map<Txid, MvcTransaction>();
  readonly #spenders = new Map<Outpoint, Txid>();

  constructor(confirmed: Confirmed) {
    this.#confirmed = confirmed;
  }

  get(txid: Txid): MvcTransaction | undefined {
    return this.#waiting.get(txid);
  }

  /** Parents before their children. */
  list(): MvcTransaction[] {
    return [...this.#waiting.values()];
  }

  spenderOf(point: Outpoint): Txid | undefined {
    return this.#spenders.get(point);
  }

  /** What waits makes or leaves. */
  coin(point: Outpoint): ChainCoin | undefined {
    if (this.#spenders.has(point)) return undefined;
    const { txid, vout } = splitOutpoint(point);
    const output = this.#waiting.get(txid)?.outputs[vout];
    return output === undefined ? this.#confirmed.get(point) : { outpoint: point, ...output };
  }

  add(tx: MvcTransaction): void {
    this.#waiting.set(tx.txid, tx);
    for (const input of tx.inputs) this.#spenders.set(pointOf(input), tx.txid);
  }

  /** Takes in anew what may still wait of these, in their order; everything else is forgotten. */
  keep(transactions: readonly MvcTransaction[]): void {
    this.#waiting.clear();
    this.#spenders.clear();
    for (const tx of transactions)
      if (tx.inputs.every((input) => this.coin(pointOf(input)) !== undefined)) this.add(tx);
  }
}
