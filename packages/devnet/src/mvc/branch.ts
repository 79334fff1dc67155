/** The blocks of the private MVC chain from the first to the newest, the coins they leave, and the way back. */
import { readMvcBlock } from '@rialto/mvc';
import type { MvcBlock, MvcTransaction } from '@rialto/mvc';
import { invariant, isFlaw } from '@rialto/protocols';
import type { Flaw, Txid } from '@rialto/protocols';
import { ConfirmedCoins } from './confirmed-coins.ts';
import type { SpentByBlock } from './confirmed-coins.ts';

interface Connected {
  readonly block: MvcBlock;
  readonly raw: Uint8Array;
  readonly spent: SpentByBlock;
}

/** What was read has to be there: it is our own. */
export function whole<T extends object>(read: T | Flaw): T {
  if (isFlaw(read)) throw new Error(read.flaw);
  return read;
}

export class Branch {
  readonly coins = new ConfirmedCoins();
  readonly #blocks: Connected[] = [];
  readonly #placed = new Map<Txid, number>();

  /** -1 before the first block. */
  get height(): number {
    return this.#blocks.length - 1;
  }

  get tip(): MvcBlock | undefined {
    return this.#blocks.at(-1)?.block;
  }

  at(height: number): Connected | undefined {
    return this.#blocks[height];
  }

  heightOfBlock(hash: string): number | undefined {
    const height = this.#blocks.findLastIndex(({ block }) => block.hash === hash);
    return height === -1 ? undefined : height;
  }

  heightOf(txid: Txid): number | undefined {
    return this.#placed.get(txid);
  }

  transaction(txid: Txid): MvcTransaction | undefined {
    const height = this.#placed.get(txid);
    if (height === undefined) return undefined;
    return this.#blocks[height]?.block.transactions.find((one) => one.txid === txid);
  }

  /** The block is one whose inputs are known to be there. */
  connect(raw: Uint8Array): MvcBlock {
    const block = whole(readMvcBlock(raw));
    const height = this.#blocks.length;
    const spent = this.coins.connect(height, block.transactions);
    this.#blocks.push({ block, raw, spent });
    for (const { txid } of block.transactions) this.#placed.set(txid, height);
    return block;
  }

  /** Takes the newest block back. @returns what was in it behind its first transaction, which is gone with it */
  back(): readonly MvcTransaction[] {
    const last = this.#blocks.pop();
    invariant(last !== undefined, 'there is a block');
    const { transactions } = last.block;
    this.coins.disconnect(transactions, last.spent);
    for (const { txid } of transactions) this.#placed.delete(txid);
    return transactions.slice(1);
  }
}
