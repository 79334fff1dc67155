/** Sales as rewards count them: who paid which fee in which block, in their order on the chain. */
import type { Price, PublishedTrade } from '@rialto/market';
import type { AssetId } from '@rialto/protocols';
import { and, between, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries } from '../database.ts';
import { fills } from '../schema/index.ts';

interface Stretch {
  readonly pairs: readonly AssetId[];
  readonly first: number;
  readonly last: number;
}

/** A sale as the driver reads it. */
interface TradeRow extends Record<string, unknown>, Omit<PublishedTrade, 'sats' | 'serviceFee' | 'counts'> {
  readonly sats: string;
  readonly serviceFee: string;
  readonly excluded: string | null;
}

/**
 * Reads the driver's own rows: of a full epoch there are a hundred thousand, and a query builder that maps each of their columns takes
 * longer than everything else about them.
 * @param operator addresses whose trades count for no volume
 */
export async function tradesIn(
  db: Queries,
  { pairs, first, last }: Stretch,
  operator: readonly string[],
): Promise<PublishedTrade[]> {
  const isWithin = and(
    inArray(fills.assetId, [...pairs]),
    between(fills.height, first, last),
    sql`coalesce(${fills.excluded}, '') <> 'outside'`,
  );
  const { rows } = await db.execute<TradeRow>(sql`
    select case ${fills.kind} when 'pool' then 'pool' else 'book' end as venue, ${fills.reference}, ${fills.assetId} as pair,
      ${fills.txid}, ${fills.height}, ${fills.place}, ${fills.feePaidBy} as payer, ${fills.buyer}, ${fills.seller},
      ${fills.sats}, ${fills.serviceFee} as "serviceFee", ${fills.excluded}
    from ${fills} where ${isWithin}
    order by ${fills.height}, ${fills.place}, ${fills.reference} collate "C"`);
  const ours = new Set(operator);
  return rows.map((row) => ({
    venue: row.venue,
    reference: row.reference,
    pair: row.pair,
    txid: row.txid,
    height: row.height,
    place: row.place,
    payer: row.payer,
    buyer: row.buyer,
    seller: row.seller,
    sats: BigInt(row.sats),
    serviceFee: BigInt(row.serviceFee),
    counts: row.excluded === null && !ours.has(row.payer),
  }));
}

/** How many fills there are, whether they count or not. */
export async function countTrades(db: Queries, { pairs, first, last }: Stretch): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(fills)
    .where(and(inArray(fills.assetId, [...pairs]), between(fills.height, first, last)));
  return row?.count ?? 0;
}

/** Of each address the height of the first trade for which it paid, of any pair. */
export async function firstTradesOf(
  db: Queries,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .select({ address: fills.feePaidBy, height: sql<number>`min(${fills.height})` })
    .from(fills)
    .where(and(among(fills.feePaidBy, addresses), ne(fills.feePaidBy, '')))
    .groupBy(fills.feePaidBy);
  return new Map(rows.map(({ address, height }) => [address, height]));
}

/** What an asset's trades that count were made at in some blocks, weighed by volume; undefined where there was none. */
export async function priceIn(
  db: Queries,
  asset: AssetId,
  { first, last }: Pick<Stretch, 'first' | 'last'>,
): Promise<Price | undefined> {
  const [row] = await db
    .select({
      sats: sql`coalesce(sum(${fills.sats}), 0)`.mapWith(BigInt),
      units: sql`coalesce(sum(${fills.amount}), 0)`.mapWith(BigInt),
    })
    .from(fills)
    .where(and(eq(fills.assetId, asset), between(fills.height, first, last), isNull(fills.excluded)));
  return row === undefined || row.units < 1n ? undefined : row;
}

/** Transactions of a block that sold something, of any pair. */
export async function soldAt(db: Queries, height: number): Promise<ReadonlySet<string>> {
  const rows = await db.select({ txid: fills.txid }).from(fills).where(eq(fills.height, height));
  return new Set(rows.map(({ txid }) => txid));
}
