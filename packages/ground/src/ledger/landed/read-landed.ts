/**
 * Which lots of BRC-20 came to a coin by their first movement: only that gives the amount away. The index keeps where a lot is and in which
 * block it was used, so of a lot that moved twice in one block it has the last place; the first one is read from transactions of the node.
 */
import {
  isFlaw,
  outpoint,
  readTransaction,
  spentPoint,
  splitInscriptionId,
  splitOutpoint,
} from '@rialto/protocols';
import type { InscriptionId, Outpoint, Transaction, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Chain } from '../../node/chain.ts';
import type { LandedAt } from './landed-on.ts';
import type { Ledger } from '../ledger.ts';

interface LandedSource {
  readonly chain: Pick<Chain, 'rawTransactions'>;
  readonly ledger: Pick<Ledger, 'landedOn'>;
}

/**
 * Where the inscription `<txid>i0` of a transaction lies once it is made, if it is not cursed: on the first sat of the first input, so on
 * the first output that has a sat. Undefined where all goes to the miner.
 * Source: inscriptions §3.
 */
export function firstPlaceOf({ txid, outputs }: Pick<Transaction, 'txid' | 'outputs'>): Outpoint | undefined {
  const vout = outputs.findIndex(({ value }) => value > 0n);
  return vout === -1 ? undefined : outpoint(txid, vout);
}

/**
 * As the ledger's `landedOn`, and only those that the coin's own transaction took from their first place with its first input, and so to its
 * own first place: then transactions alone say on which coin a lot has come to lie, whatever an index says. A lot that came otherwise is left
 * out, and one of another number than 0: it would be cursed, and then it was none.
 * @throws Refusal syncing where the node does not know a transaction that the index read; node-down
 */
export async function readLanded(
  { chain, ledger }: LandedSource,
  points: readonly Outpoint[],
): Promise<LandedAt> {
  const { tip, landed } = await ledger.landedOn(points);
  const lots = [...landed].flatMap(([point, lot]) => {
    const { txid: reveal, index } = splitInscriptionId(lot.inscription);
    return index === 0 ? [{ point, lot, reveal, taker: splitOutpoint(point).txid }] : [];
  });
  const txids = new Set(lots.flatMap(({ reveal, taker }) => [reveal, taker]));
  const transactions = await readAll(chain, [...txids]);
  const isFirst = ({ point, reveal, taker }: (typeof lots)[number]): boolean => {
    const [place, by] = [firstPlaceOf(transactions(reveal)), transactions(taker)];
    const [input] = by.inputs;
    return input !== undefined && spentPoint(input) === place && firstPlaceOf(by) === point;
  };
  return { tip, landed: new Map(lots.filter(isFirst).map(({ point, lot }) => [point, lot])) };
}

/**
 * Those of the coins on which the inscription that an index sees there, and that has not moved, lies indeed: where it was made.
 * @throws Refusal syncing where the node does not know a transaction that the index read; node-down
 */
export async function readMade(
  chain: LandedSource['chain'],
  lots: ReadonlyMap<Outpoint, InscriptionId>,
): Promise<ReadonlySet<Outpoint>> {
  const made = [...lots].flatMap(([point, id]) => {
    const { txid, index } = splitInscriptionId(id);
    return index === 0 && txid === splitOutpoint(point).txid ? [{ point, txid }] : [];
  });
  const transactions = await readAll(chain, [...new Set(made.map(({ txid }) => txid))]);
  return new Set(
    made.flatMap(({ point, txid }) => (firstPlaceOf(transactions(txid)) === point ? [point] : [])),
  );
}

async function readAll(
  chain: LandedSource['chain'],
  txids: readonly Txid[],
): Promise<(txid: Txid) => Transaction> {
  const raws = txids.length === 0 ? new Map<Txid, Uint8Array>() : await chain.rawTransactions(txids);
  return (txid) => {
    const raw = raws.get(txid);
    const tx = raw === undefined ? undefined : readTransaction(raw);
    if (tx === undefined || isFlaw(tx) || tx.txid !== txid)
      throw new Refusal('syncing', `transaction ${txid}`);
    return tx;
  };
}
