/** A node of MVC whose transactions are asked for once. */
import type { MvcChain } from '@rialto/ground';
import type { MvcTransaction } from '@rialto/mvc';
import type { Txid, TxOutput } from '@rialto/protocols';
import { transactionAt } from '../mvc/find-coins.ts';

export interface RememberingChain extends Pick<MvcChain, 'unspent'> {
  /** @throws Error where the node does not have it */
  transaction(txid: Txid): Promise<MvcTransaction>;
  /** What its inputs spend, in their order. */
  spentBy(tx: MvcTransaction): Promise<(TxOutput | undefined)[]>;
}

export function remembering(chain: MvcChain): RememberingChain {
  const known = new Map<Txid, Promise<MvcTransaction>>();
  const transaction: RememberingChain['transaction'] = (txid) => {
    const asked = known.get(txid) ?? transactionAt(chain, txid);
    known.set(txid, asked);
    return asked;
  };
  return {
    unspent: (point, by) => chain.unspent(point, by),
    transaction,
    spentBy: (tx) =>
      Promise.all(tx.inputs.map(async ({ txid, vout }) => (await transaction(txid)).outputs[vout])),
  };
}
