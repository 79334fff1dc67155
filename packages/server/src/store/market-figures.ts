/** What the orders of a token say of its market: prices, the day's volume, how many are open. */
import { eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from './database.ts';
import { orders } from './schema.ts';

export interface MarketFigures {
  readonly lastRate: bigint | undefined;
  /** The last one as it stood 24 hours ago. */
  readonly dayAgoRate: bigint | undefined;
  readonly floorRate: bigint | undefined;
  readonly volume24h: bigint;
  readonly trades24h: number;
  readonly openOrders: number;
}

/** Last and lowest price, the day's volume and the number of offers, per asset. */
export async function marketFigures(
  db: Queries,
  assets: readonly string[],
): Promise<Map<string, MarketFigures>> {
  if (assets.length === 0) return new Map();
  const day = sql`${orders.status} = 'done' and ${orders.closedAt} > now() - interval '24 hours'`;
  const before = sql`${orders.status} = 'done' and ${orders.closedAt} <= now() - interval '24 hours'`;
  const rows = await db
    .select({
      assetId: orders.assetId,
      last: sql<
        string | null
      >`(array_agg(${orders.rateE18} order by ${orders.closedAt} desc, ${orders.dealTxid} desc) filter (where ${orders.status} = 'done'))[1]::text`,
      dayAgo: sql<
        string | null
      >`(array_agg(${orders.rateE18} order by ${orders.closedAt} desc, ${orders.dealTxid} desc) filter (where ${before}))[1]::text`,
      floor: sql<string | null>`(min(${orders.rateE18}) filter (where ${orders.status} = 'open'))::text`,
      volume: sql<string>`coalesce(sum(${orders.price}) filter (where ${day}), 0)::text`,
      deals: sql<number>`(count(*) filter (where ${day}))::int`,
      open: sql<number>`(count(*) filter (where ${orders.status} = 'open'))::int`,
    })
    .from(orders)
    .where(inArray(orders.assetId, [...assets]))
    .groupBy(orders.assetId);
  return new Map(
    rows.map((row) => [
      row.assetId,
      {
        lastRate: rateOf(row.last),
        dayAgoRate: rateOf(row.dayAgo),
        floorRate: rateOf(row.floor),
        volume24h: BigInt(row.volume),
        trades24h: row.deals,
        openOrders: row.open,
      },
    ]),
  );
}

const rateOf = (text: string | null): bigint | undefined => (text === null ? undefined : BigInt(text));

export async function countOpenOrders(db: Queries): Promise<Map<string, number>> {
  const rows = await db
    .select({ assetId: orders.assetId, open: sql<number>`count(*)::int` })
    .from(orders)
    .where(eq(orders.status, 'open'))
    .groupBy(orders.assetId);
  return new Map(rows.map((row) => [row.assetId, row.open]));
}
