/** Whose own coin voided a sale opens no bid for a while: the address, and every lot that descends from the transaction that did it. */
import { SALES_PAUSE_BLOCKS } from '@rialto/market';
import { isFlaw, readTransaction, splitOutpoint } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { salesTakenBack } from '../../store/bids/taken-back-sales.ts';
import type { OrderContext } from '../context.ts';

/**
 * Transactions that are looked at for the descent of the lots of one sale, the nearest first. What is not found among them is taken for no
 * descent: to hide behind so many costs more than another lot, and a large seller has as many in a day without any guilt.
 */
const MOST_ANCESTORS = 200;

interface Sale {
  readonly sellerAddress: string;
  readonly lots: readonly Outpoint[];
}

/** @throws Refusal sales-paused, which names the block */
export async function requireMayOpen(context: OrderContext, { sellerAddress, lots }: Sale): Promise<void> {
  const { height } = await context.ledger.tip();
  const before = await salesTakenBack(context.store.db, height - SALES_PAUSE_BLOCKS);
  if (before.length === 0) return;
  const own = before.filter((sale) => sale.sellerAddress === sellerAddress);
  const since = Math.min(...before.map((sale) => sale.height));
  const until = await descentOf(context.chain, {
    lots,
    since,
    from: new Map(before.map((one) => [one.by, one.height])),
  });
  const last = [...own.map((sale) => sale.height), ...(until === undefined ? [] : [until])];
  if (last.length === 0) return;
  const from = Math.max(...last) + SALES_PAUSE_BLOCKS;
  if (from > height) throw new Refusal('sales-paused', `from block ${from} on`);
}

type Ancestry = Pick<OrderContext['chain'], 'rawTransactions' | 'heightsOf'>;

interface Descent {
  readonly lots: readonly Outpoint[];
  /** Older transactions descend from none of them. */
  readonly since: number;
  /** When each was seen. */
  readonly from: ReadonlyMap<string, number>;
}

/** The latest of the transactions that one of the lots descends from, by when it was seen. */
export async function descentOf(
  chain: Ancestry,
  { lots, since, from }: Descent,
): Promise<number | undefined> {
  let next = [...new Set(lots.map((point) => splitOutpoint(point).txid))];
  const known = new Set<Txid>(next);
  const found: number[] = [];
  while (next.length > 0) {
    found.push(...next.flatMap((txid) => from.get(txid) ?? []));
    if (known.size > MOST_ANCESTORS) break;
    next = await youngParents(chain, next, { since, known });
  }
  return found.length === 0 ? undefined : Math.max(...found);
}

async function youngParents(
  chain: Ancestry,
  txids: readonly Txid[],
  { since, known }: { since: number; known: Set<Txid> },
): Promise<Txid[]> {
  const [raws, heights] = await Promise.all([chain.rawTransactions(txids), chain.heightsOf(txids)]);
  const parents = new Set<Txid>();
  for (const txid of txids) {
    if ((heights.get(txid) ?? since) < since) continue;
    const read = readTransaction(raws.get(txid) ?? new Uint8Array());
    if (isFlaw(read)) continue;
    for (const input of read.inputs) if (!known.has(input.txid)) parents.add(input.txid);
  }
  for (const parent of parents) known.add(parent);
  return [...parents];
}
