/** Orders that are being bought, with the transaction that buys them: since when it waits, and what it pays. */
import { LIVE_TRADE_STATUSES } from '@rialto/market';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries } from '../database.ts';
import { asks, orders, outbox, trades } from '../schema/index.ts';

export interface SaleUnderWay {
  readonly orderId: string;
  readonly tradeId: string;
  /** The one that stands for the trade. */
  readonly txid: string;
  /** The ledger's height when the first transaction of the trade was written: paying more later wins no time. Null before. */
  readonly since: number | null;
  /** Blocks that the same buyer, or caller, kept the order waiting in purchases that came to nothing: taking it anew wins no time either. */
  readonly waitedBefore: number;
  readonly fee: bigint;
  readonly vsize: number;
}

/** In vB. Old versions kept no sizes: then the fee alone counts, and no rate. */
export const WHOLE_BLOCK = 1_000_000;

/** Of the orders, those that a live trade holds and no block has sold. */
export async function salesUnderWay(db: Queries, orderIds: readonly string[]): Promise<SaleUnderWay[]> {
  if (orderIds.length === 0) return [];
  // By the coin: that is what the outbox is searched by. Rows of versions that did not keep the height are old enough.
  const since = sql<number | null>`(select min(coalesce(b.since_height, 0)) from ${outbox} b
    where b.inputs @> array[${asks.outpoint}] and b.kind = 'trade' and b.reference = ${trades.id}::text)`;
  const waitedBefore = sql<number>`(select coalesce(sum(w.waited_blocks), 0)::int from ${trades} w
    where w.waited_blocks > 0 and w.order_ids @> jsonb_build_array(${orders.id})
      and (w.buyer_address = ${trades.buyerAddress} or w.caller = ${trades.caller}))`;
  const rows = await db
    .select({
      orderId: orders.id,
      tradeId: trades.id,
      txid: trades.txid,
      since,
      waitedBefore,
      told: trades.networkFee,
      fee: outbox.fee,
      vsize: outbox.vsize,
    })
    .from(orders)
    .innerJoin(asks, eq(asks.orderId, orders.id))
    .innerJoin(trades, eq(trades.id, orders.liveTrade))
    .leftJoin(outbox, eq(outbox.txid, trades.txid))
    .where(
      and(
        among(orders.id, orderIds),
        ne(orders.status, 'done'),
        inArray(trades.status, [...LIVE_TRADE_STATUSES]),
      ),
    );
  return rows.map(({ told, fee, vsize, ...sale }) => ({
    ...sale,
    fee: fee ?? told,
    vsize: vsize ?? WHOLE_BLOCK,
  }));
}
