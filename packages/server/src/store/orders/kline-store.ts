/** Candles of a token's sales, made where the sales are: however many there were, only the candles leave the database. */
import { CANDLE_INTERVALS } from '@rialto/market';
import type { Candle, CandleInterval } from '@rialto/market';
import { amount, sats } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queries } from '../database.ts';
import { fills, poolMoves } from '../schema/index.ts';

const Digits = z.string().regex(/^[0-9]+$/);
const Rows = z.array(
  z.object({
    start: z.string(),
    open: Digits,
    high: Digits,
    low: Digits,
    close: Digits,
    average: Digits,
    volume: Digits,
    turnover: Digits,
    trades: z.int(),
  }),
);

export interface CandleQuery {
  /** Of a book's orders, or of a pool's swaps. */
  readonly of: 'order' | 'pool';
  readonly asset: AssetId;
  readonly decimals: number;
  readonly interval: CandleInterval;
  /** No more than this many stretches of time back from the last sale. */
  readonly limit: number;
}

/**
 * What `candlesOf` makes of the token's sales, oldest first. A lot is a sale, as in the list of sales and in the figures of the market.
 * The window ends with the last sale, not with the clock: the answer is true until the next sale.
 */
export async function candlesOfSales(db: Queries, query: CandleQuery): Promise<readonly Candle[]> {
  const { length, offset } = CANDLE_INTERVALS[query.interval];
  const scale = (10n ** BigInt(18 + query.decimals)).toString();
  const sold = sql`${fills.kind} = ${query.of} and ${fills.assetId} = ${query.asset} and ${fills.excluded} is null`;
  // A sale of a book is as old as its block; swaps of one block stand one on the other.
  const place =
    query.of === 'order'
      ? sql`0`
      : sql`(select ${poolMoves.place} from ${poolMoves} where ${poolMoves.txid} = ${fills.txid})`;
  const startOf = (moment: ReturnType<typeof sql>) =>
    sql`(floor((extract(epoch from ${moment}) * 1000 - ${offset}::numeric) / ${length}) * ${length} + ${offset}::numeric)`;
  const first = sql`to_timestamp((${startOf(sql`max(${fills.at})`)} - ${length * (query.limit - 1)}::numeric) / 1000)`;
  const answer = await db.execute(sql`
    with deal as (
      select ${fills.reference} as id, ${fills.txid} as txid, ${fills.height} as height, ${place} as place, ${fills.at} as at,
        ${fills.sats} as total, ${fills.amount} as amount
      from ${fills}
      where ${sold} and ${fills.at} >= (select ${first} from ${fills} where ${sold})
    ),
    rated as (
      select *, div(total * ${scale}::numeric, amount) as rate, ${startOf(sql`at`)} as start
      from deal where amount > 0
    )
    select trunc(start)::text as start, max(rate)::text as high, min(rate)::text as low,
      (array_agg(rate order by height, place, txid, id))[1]::text as open,
      (array_agg(rate order by height desc, place desc, txid desc, id desc))[1]::text as close,
      div(sum(total) * ${scale}::numeric, sum(amount))::text as average,
      sum(amount)::text as volume, sum(total)::text as turnover, count(*)::int as trades
    from rated group by rated.start order by rated.start`);
  return Rows.parse(answer.rows).map((row) => ({
    start: Number.parseInt(row.start, 10),
    open: BigInt(row.open),
    high: BigInt(row.high),
    low: BigInt(row.low),
    close: BigInt(row.close),
    average: BigInt(row.average),
    volume: amount(BigInt(row.volume)),
    turnover: sats(BigInt(row.turnover)),
    trades: row.trades,
  }));
}
