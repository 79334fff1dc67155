/** What the sales and the open orders of a token say of its market: prices, the day's volume, how many asks are open. */
import type { AssetId } from '@rialto/protocols';
import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { among } from '../database.ts';
import type { Queries } from '../database.ts';
import { bids, fills, orders, rungs } from '../schema/index.ts';

export interface MarketFigures {
  readonly lastRate: bigint | undefined;
  /** The last one as it stood 24 hours ago. */
  readonly dayAgoRate: bigint | undefined;
  /** Of the first one there was. */
  readonly firstRate: bigint | undefined;
  readonly floorRate: bigint | undefined;
  /** Of the best standing bid that can be sold into. */
  readonly bidRate: bigint | undefined;
  readonly volume24h: bigint;
  readonly trades24h: number;
  readonly openOrders: number;
}

const Figures = z.array(
  z.object({
    asset: z.string(),
    last: z.string().nullable(),
    ago: z.string().nullable(),
    first: z.string().nullable(),
    floor: z.string().nullable(),
    bid: z.string().nullable(),
    volume: z.string(),
    sales: z.int(),
    open: z.int(),
  }),
);

/** Last and lowest price, the day's volume and the number of offers, per asset. However many sales there were, an index answers. */
export async function marketFigures(
  db: Queries,
  assets: readonly string[],
): Promise<Map<string, MarketFigures>> {
  if (assets.length === 0) return new Map();
  const { rateE18, at, height, txid, reference } = fills;
  // Sales of one block close at one moment; candles and the list of sales take the same one for the last.
  const latest = sql`${height} desc, ${txid} desc, ${reference} desc`;
  const sold = sql`${fills.kind} = 'order' and ${fills.assetId} = asset and ${fills.excluded} is null`;
  const offered = sql`${orders.assetId} = asset and ${orders.side} = 'ask' and ${orders.status} = 'open'`;
  // A live bid makes no price: whoever placed it has locked nothing.
  const wanted = sql`${orders.assetId} = asset and ${orders.side} = 'bid' and ${orders.status} = 'open' and not ${bids.greyed}`;
  const earliest = sql`${height}, ${txid}, ${reference}`;
  const dayAgo = sql`now() - interval '24 hours'`;
  const answer = await db.execute(sql`
    select asset, (select ${rateE18}::text from ${fills} where ${sold} order by ${latest} limit 1) as last,
      (select ${rateE18}::text from ${fills} where ${sold} and ${at} <= ${dayAgo}
        order by ${at} desc, ${latest} limit 1) as ago,
      (select ${rateE18}::text from ${fills} where ${sold} order by ${earliest} limit 1) as first,
      (select min(${orders.rateE18})::text from ${orders} where ${offered}) as floor,
      (select ${orders.rateE18}::text from ${orders} join ${rungs} on ${rungs.orderId} = ${orders.id}
        join ${bids} on ${bids.id} = ${rungs.bidId} where ${wanted} order by ${orders.rateE18} desc limit 1) as bid,
      (select count(*)::int from ${orders} where ${offered}) as open, day.volume, day.sales
    from unnest(${sql.param([...assets])}::text[]) as asset,
      lateral (select coalesce(sum(${fills.sats}), 0)::text as volume, count(*)::int as sales
        from ${fills} where ${sold} and ${at} > ${dayAgo}) as day`);
  return new Map(
    Figures.parse(answer.rows).map((row) => [
      row.asset,
      {
        lastRate: rateOf(row.last),
        dayAgoRate: rateOf(row.ago),
        firstRate: rateOf(row.first),
        floorRate: rateOf(row.floor),
        bidRate: rateOf(row.bid),
        volume24h: BigInt(row.volume),
        trades24h: row.sales,
        openOrders: row.open,
      },
    ]),
  );
}

const rateOf = (text: string | null): bigint | undefined => (text === null ? undefined : BigInt(text));

/** Tokens that were sold in a day, the most sats first, then those that are offered, the most offered first: an offer costs nothing. */
export async function activeAssets(db: Queries, limit: number): Promise<AssetId[]> {
  const volume = sql`coalesce(sum(${fills.sats}) filter (where ${fills.excluded} is null), 0)`;
  const sold = await db
    .select({ assetId: fills.assetId })
    .from(fills)
    .where(sql`${fills.at} > now() - interval '24 hours' and ${fills.kind} = 'order'`)
    .groupBy(fills.assetId)
    .orderBy(desc(volume), fills.assetId)
    .limit(limit);
  const offered = await db
    .select({ assetId: orders.assetId })
    .from(orders)
    .where(and(eq(orders.side, 'ask'), eq(orders.status, 'open')))
    .groupBy(orders.assetId)
    .orderBy(desc(sql`count(*)`), orders.assetId)
    .limit(limit);
  return [...new Set([...sold, ...offered].map(({ assetId }) => assetId as AssetId))].slice(0, limit);
}

/** Of these tokens, or of all. */
export async function countOpenAsks(db: Queries, assets?: readonly string[]): Promise<Map<string, number>> {
  const asked = assets === undefined ? undefined : among(orders.assetId, assets);
  const rows = await db
    .select({ assetId: orders.assetId, open: sql<number>`count(*)::int` })
    .from(orders)
    .where(and(eq(orders.side, 'ask'), eq(orders.status, 'open'), asked))
    .groupBy(orders.assetId);
  return new Map(rows.map((row) => [row.assetId, row.open]));
}
