/** The unspent outputs that the blocks of the private MVC chain have made, and the way back. */
import type { MvcCoin, MvcTransaction } from '@rialto/mvc';
import { invariant, outpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';

export interface ConfirmedCoin extends MvcCoin {
  readonly height: number;
}

/** What each transaction of a block spent, in the block's order; nothing for its first. */
export type SpentByBlock = readonly (readonly ConfirmedCoin[])[];

export const pointOf = ({ txid, vout }: { txid: MvcTransaction['txid']; vout: number }): Outpoint =>
  outpoint(txid, vout);

export class ConfirmedCoins {
  readonly #coins = new Map<Outpoint, ConfirmedCoin>();

  get(point: Outpoint): ConfirmedCoin | undefined {
    return this.#coins.get(point);
  }

  values(): Iterable<ConfirmedCoin> {
    return this.#coins.values();
  }

  /** @returns what it spent, for the way back. The block is one whose inputs are known to be there */
  connect(height: number, [coinbase, ...others]: readonly MvcTransaction[]): SpentByBlock {
    if (coinbase !== undefined) this.#make(height, coinbase);
    const spent = others.map((tx) => {
      const coins = tx.inputs.map((input) => this.#take(pointOf(input)));
      this.#make(height, tx);
      return coins;
    });
    return [[], ...spent];
  }

  disconnect(transactions: readonly MvcTransaction[], spent: SpentByBlock): void {
    for (const [at, tx] of [...transactions.entries()].toReversed()) {
      tx.outputs.forEach((_, vout) => this.#coins.delete(outpoint(tx.txid, vout)));
      for (const coin of spent[at] ?? []) this.#coins.set(coin.outpoint, coin);
    }
  }

  #take(point: Outpoint): ConfirmedCoin {
    const coin = this.#coins.get(point);
    invariant(coin !== undefined, 'a block spends what is there');
    this.#coins.delete(point);
    return coin;
  }

  #make(height: number, { txid, outputs }: MvcTransaction): void {
    outputs.forEach((output, vout) => {
      const point = outpoint(txid, vout);
      this.#coins.set(point, { outpoint: point, ...output, height });
    });
  }
}
