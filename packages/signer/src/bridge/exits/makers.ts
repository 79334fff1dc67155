/** What the transactions spent that made the coins of an exit: a block that gives that to another ends the exit, and nobody could say so later without it. */
import { outpoint, spentPoint, splitOutpoint } from '@rialto/protocols';
import type { Outpoint, Transaction } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { SpentCoin } from '../books/lines.ts';
import { transactionIn } from '../deposits/read-btc.ts';
import type { BridgeParts } from '../parts.ts';

type Node = Pick<BridgeParts, 'source'>;
type Made = Pick<Transaction, 'inputs'>;

export const spentBy = ({ inputs }: Made): Outpoint[] => inputs.map(({ txid, vout }) => outpoint(txid, vout));

/** In their order; of a lot with the one before it, for its coin and what that was locked in can both be made otherwise. @throws Refusal syncing */
export async function makersOf(parts: Node, spent: readonly SpentCoin[]): Promise<readonly Made[]> {
  const made = await transactionsAt(
    parts,
    spent.map(({ point }) => point),
  );
  return Promise.all(
    made.map(async (tx, at) => {
      if (spent[at]?.is !== 'lot') return tx;
      const before = await transactionsAt(parts, tx.inputs.map(spentPoint));
      return { inputs: [tx, ...before].flatMap(({ inputs }) => inputs) };
    }),
  );
}

/** Those that made these coins, in their order. @throws Refusal syncing where the node lacks one */
export async function transactionsAt(
  { source: { btc } }: Node,
  points: readonly Outpoint[],
): Promise<readonly Transaction[]> {
  const txids = points.map((point) => splitOutpoint(point).txid);
  const raws = await btc.chain.rawTransactions([...new Set(txids)]);
  return txids.map((txid) => {
    const tx = transactionIn(raws, txid);
    if (tx === undefined) throw new Refusal('syncing', `${txid} is not at the node`);
    return tx;
  });
}
