/** What waits in a bitcoind's mempool: what it pays, what it needs and what builds on it. */
import type { Txid } from '@rialto/protocols';
import { NodeError } from './bitcoind-rpc.ts';
import type { BitcoindRpc } from './bitcoind-rpc.ts';
import type { Waiting } from './chain.ts';
import { field, integer, satsOf } from './json.ts';
import type { Json } from './json.ts';

const BATCH = 200;

/** Those of the transactions that are in the mempool. */
export async function waitingByTxid(rpc: BitcoindRpc, txids: readonly Txid[]): Promise<Map<Txid, Waiting>> {
  const found = new Map<Txid, Waiting>();
  for (let from = 0; from < txids.length; from += BATCH) {
    const part = txids.slice(from, from + BATCH);
    const answers = await rpc.batch(part.map((txid) => ({ method: 'getmempoolentry', params: [txid] })));
    part.forEach((txid, index) => {
      const answer = answers[index];
      if (answer !== undefined && !(answer instanceof NodeError)) found.set(txid, waitingOf(answer));
    });
  }
  return found;
}

function waitingOf(entry: Json): Waiting {
  const fees = field(entry, 'fees');
  return {
    fee: satsOf(field(fees, 'base')),
    vsize: integer(field(entry, 'vsize')),
    since: integer(field(entry, 'time')) * 1000,
    sinceHeight: integer(field(entry, 'height')),
    withParents: {
      fee: satsOf(field(fees, 'ancestor')),
      vsize: integer(field(entry, 'ancestorsize')),
    },
    withChildren: {
      fee: satsOf(field(fees, 'descendant')),
      vsize: integer(field(entry, 'descendantsize')),
    },
  };
}
