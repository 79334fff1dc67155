/** What the transactions of a block pay to some scripts, and whose coins they spend. */
import { bytesToHex } from '@rialto/protocols';
import type { Transaction, TxOutput } from '@rialto/protocols';
import type { BlockWithSpent } from './chain.ts';

export interface Paying {
  /** In the block. */
  readonly place: number;
  /** In sat. */
  readonly paid: bigint;
  /** Scripts of what it spends. */
  readonly spent: ReadonlySet<string>;
}

/** @returns every transaction of the block by its id, also those that pay nothing */
export function paymentsIn(
  { block, spent }: BlockWithSpent,
  scripts: ReadonlySet<string>,
): ReadonlyMap<string, Paying> {
  const paidBy = ({ outputs }: Transaction): bigint =>
    outputs.reduce((sum, { value, script }) => (scripts.has(bytesToHex(script)) ? sum + value : sum), 0n);
  const owners = (coins: readonly TxOutput[] = []) => new Set(coins.map(({ script }) => bytesToHex(script)));
  return new Map(
    block.transactions.map((tx, place) => [
      tx.txid,
      { place, paid: paidBy(tx), spent: owners(spent[place]) },
    ]),
  );
}
