/** Watches the node's mempool: who came, who went, and which of their outputs go to followed scripts. */
import type { Chain } from '@rialto/ground';
import { bytesToHex, isFlaw, outpoint, readTransaction, spentPoint } from '@rialto/protocols';
import type { Outpoint, ScriptHex, Transaction, Txid } from '@rialto/protocols';
import type { Queries } from '../store/database.ts';
import { addWaiting, clearWaiting, dropWaiting } from '../store/ledger/ledger-coins.ts';
import type { WaitingOutput } from '../store/ledger/ledger-coins.ts';
import { notifyCoins } from '../store/notices.ts';
import type { Sink } from './sink.ts';

export interface MempoolWatch {
  /** Compares the mempool with the last known state and reports the difference; returns the cost of one comparison, in ms. */
  poll(): Promise<number>;
  /** Looks through what is already known for scripts that are followed only now. */
  look(scripts: readonly string[]): Promise<void>;
}

/** The least of so many looks is what one costs; the others waited for somebody else. */
const REMEMBERED = 8;

export async function watchMempool(
  db: Queries,
  chain: Chain,
  sink: Pick<Sink, 'mempool'>,
): Promise<MempoolWatch> {
  /** Outputs only; the rest of a transaction is reported once and not kept. */
  const costs: number[] = [];
  const known = new Map<Txid, readonly WaitingOutput[]>();
  await clearWaiting(db);
  return {
    poll: async () => {
      const started = performance.now();
      const now = await chain.mempool();
      costs.push(performance.now() - started);
      if (costs.length > REMEMBERED) costs.shift();
      const cost = Math.min(...costs);
      const present = new Set(now);
      const removed = [...known.keys()].filter((txid) => !present.has(txid));
      const added = await fetchNew(
        chain,
        now.filter((txid) => !known.has(txid)),
      );
      if (added.length === 0 && removed.length === 0) return cost;
      const outputs = new Map(added.map((tx) => [tx.txid, outputsOf(tx)] as const));
      const gone = await dropWaiting(db, removed);
      const come = await addWaiting(db, [...outputs.values()].flat());
      await sink.mempool({ added, removed, spends: spendsOf(added) });
      await notifyCoins(db, new Set([...gone, ...come]));
      // Only now: what the sink could not process is reported again.
      for (const txid of removed) known.delete(txid);
      for (const [txid, made] of outputs) known.set(txid, made);
      return cost;
    },
    look: async (scripts) => {
      const requested = new Set(scripts);
      const found = [...known.values()].flat().filter(({ script }) => requested.has(script));
      await addWaiting(db, found);
    },
  };
}

/** Those that are gone again before we could read them come with a later poll, if at all. */
async function fetchNew(chain: Chain, txids: readonly Txid[]): Promise<Transaction[]> {
  if (txids.length === 0) return [];
  const raws = await chain.rawTransactions(txids);
  return [...raws.values()].flatMap((raw) => {
    const tx = readTransaction(raw);
    return isFlaw(tx) ? [] : [tx];
  });
}

function outputsOf(tx: Transaction): WaitingOutput[] {
  return tx.outputs.map(({ script, value }, vout) => ({
    outpoint: outpoint(tx.txid, vout),
    txid: tx.txid,
    script: bytesToHex(script) as ScriptHex,
    value,
  }));
}

export function spendsOf(transactions: readonly Transaction[]): Map<Outpoint, Txid> {
  const spends = new Map<Outpoint, Txid>();
  for (const tx of transactions) {
    for (const input of tx.inputs) spends.set(spentPoint(input), tx.txid);
  }
  return spends;
}
