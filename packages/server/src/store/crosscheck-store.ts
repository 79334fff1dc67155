/** What other indexers say of each token: one row per token and source, changed under its lock. */
import { blocks, lots, mrc20Holdings, tip } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { among } from './database.ts';
import type { Queries, Store } from './database.ts';
import { asks, crossChecks, orders } from './schema/index.ts';

export type CrossCheckRow = typeof crossChecks.$inferSelect;
/** What a new look at a token changes in its row. */
export type CrossCheckChange = Pick<
  CrossCheckRow,
  'tick' | 'state' | 'agreedHeight' | 'since' | 'discrepancies' | 'why' | 'lookedHeight'
>;

const LOT = 'lot ';
const RUNE = 'rune:';

/** Who owns the lots among these things, by inscription. */
async function ownersOf(db: Queries, things: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = things.filter((thing) => thing.startsWith(LOT)).map((thing) => thing.slice(LOT.length));
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: lots.inscription, owner: lots.owner })
    .from(lots)
    .where(among(lots.inscription, ids));
  return new Map(rows.map(({ id, owner }) => [id, owner]));
}

/** Changes the row of a token and a source, knowing the owners of lots it differs about; it is made when there is none. */
export async function changeCrossCheck(
  store: Pick<Store, 'db' | 'transact'>,
  of: { asset: string; tick: string; source: string },
  change: (row: CrossCheckRow, owners: ReadonlyMap<string, string>) => CrossCheckChange,
): Promise<void> {
  const here = and(eq(crossChecks.asset, of.asset), eq(crossChecks.source, of.source));
  await store.transact(async (tx) => {
    await tx.insert(crossChecks).values(of).onConflictDoNothing();
    const [row] = await tx.select().from(crossChecks).where(here).for('update');
    if (row === undefined) return;
    const owners = await ownersOf(tx, row.discrepancies);
    await tx.update(crossChecks).set(change(row, owners)).where(here);
  });
}

/** The row that halts a token: a source of these differs about it. The longest standing one. */
export async function haltOf(
  db: Queries,
  asset: string,
  sources: readonly string[],
): Promise<CrossCheckRow | undefined> {
  const [row] = await db
    .select()
    .from(crossChecks)
    .where(
      and(eq(crossChecks.asset, asset), eq(crossChecks.state, 'differs'), among(crossChecks.source, sources)),
    )
    .orderBy(crossChecks.since)
    .limit(1);
  return row;
}

/** What the sources said, the tokens with a difference first. */
export async function crossCheckRows(
  db: Queries,
  sources: readonly string[],
  limit: number,
): Promise<CrossCheckRow[]> {
  return db
    .select()
    .from(crossChecks)
    .where(among(crossChecks.source, sources))
    .orderBy(
      sql`${crossChecks.state} = 'differs' desc`,
      sql`${crossChecks.lookedHeight} desc`,
      crossChecks.asset,
    )
    .limit(limit);
}

/** A lot on offer as the cross-check names the thing that it asks about: an inscription, or what an output holds. */
export function offeredThing(offered: {
  readonly inscriptionId: string;
  readonly outpoint: string;
  readonly assetId: string;
}): string {
  const { inscriptionId, outpoint, assetId } = offered;
  if (inscriptionId !== '') return `${LOT}${inscriptionId}`;
  return assetId.startsWith(RUNE)
    ? `runeBalance ${outpoint} ${assetId.slice(RUNE.length)}`
    : `mrc20Holding ${outpoint} ${assetId}`;
}

/** The first of these things that one of the sources differs about. */
export async function differingOf(
  db: Queries,
  asset: string,
  { sources, things }: { readonly sources: readonly string[]; readonly things: readonly string[] },
): Promise<{ source: string; thing: string } | undefined> {
  const rows = await db
    .select({ source: crossChecks.source, discrepancies: crossChecks.discrepancies })
    .from(crossChecks)
    .where(and(eq(crossChecks.asset, asset), among(crossChecks.source, sources)));
  for (const { source, discrepancies } of rows) {
    const thing = things.find((one) => discrepancies.includes(one));
    if (thing !== undefined) return { source, thing };
  }
  return undefined;
}

/** Everything a source differed about and has not agreed on since. */
export async function openDiscrepancies(db: Queries, source: string): Promise<string[]> {
  const rows = await db
    .select({ discrepancies: crossChecks.discrepancies })
    .from(crossChecks)
    .where(and(sql`cardinality(${crossChecks.discrepancies}) > 0`, eq(crossChecks.source, source)));
  return rows.flatMap((row) => row.discrepancies);
}

/** Does the ledger stand at this block? */
export async function isAt(db: Queries, at: Tip): Promise<boolean> {
  const rows = await db.select({ hash: tip.hash }).from(tip).where(eq(tip.hash, at.hash));
  return rows.length === 1;
}

const Keys = z.array(z.object({ key: z.string() }));

/**
 * Things of these entities that the block changed, as `entity key`; which of them is decided by the block's hash. Of outputs
 * only the new ones: the others are spent. Odd ones are passed over (decision 0021).
 * @param of `assets`: only coins of these, when given
 */
export async function touchedBy(
  db: Queries,
  at: Tip,
  of: { entities: readonly string[]; limit: number; assets?: readonly string[] },
): Promise<string[]> {
  const asset = sql`coalesce(cells ->> 'asset', 'rune:' || (cells ->> 'rune'))`;
  const chosen =
    of.assets === undefined ? sql`true` : sql`${asset} = any(${sql.param([...of.assets])}::text[])`;
  const { rows } = await db.execute(sql`
    with change as (
      select one ->> 'entity' as entity, one -> 'cells' as cells, (one ->> 'gone')::boolean as made
      from ${blocks}, jsonb_array_elements(case jsonb_typeof(undo) when 'array' then undo else '[]'::jsonb end) as one
      where ${blocks.height} = ${at.height}
    ), thing as (
      select case entity
        when 'lot' then concat_ws(' ', entity, cells ->> 'inscription')
        when 'balance' then concat_ws(' ', entity, cells ->> 'asset', cells ->> 'script')
        when 'runeBalance' then concat_ws(' ', entity, cells ->> 'outpoint', cells ->> 'rune')
        when 'mrc20Holding' then concat_ws(' ', entity, cells ->> 'outpoint', cells ->> 'asset') end as key
      from change
      where entity = any(${sql.param([...of.entities])}::text[]) and (made or entity in ('lot', 'balance')) and ${chosen}
        and not exists (select from ${mrc20Holdings} where entity = 'mrc20Holding' and ${mrc20Holdings.odd}
          and ${mrc20Holdings.outpoint} = cells ->> 'outpoint' and ${mrc20Holdings.asset} = cells ->> 'asset')
    )
    select key from thing where key is not null
    order by md5(concat(key, ${at.hash}::text)) limit ${of.limit}`);
  return Keys.parse(rows).map(({ key }) => key);
}

/** Lots on offer of these entities, as `entity key`; which of them is decided by the seed. */
export async function offeredLots(
  db: Queries,
  seed: string,
  of: { entities: readonly string[]; limit: number },
): Promise<string[]> {
  const entity = sql`case when ${asks.inscriptionId} <> '' then 'lot' when starts_with(${orders.assetId}, 'rune:') then 'runeBalance' else 'mrc20Holding' end`;
  const rows = await db
    .select({ inscriptionId: asks.inscriptionId, outpoint: asks.outpoint, assetId: orders.assetId })
    .from(asks)
    .innerJoin(orders, eq(orders.id, asks.orderId))
    .where(and(eq(orders.status, 'open'), sql`${entity} = any(${sql.param([...of.entities])}::text[])`))
    .orderBy(sql`md5(concat(${asks.inscriptionId}, ${asks.outpoint}, ${seed}::text))`)
    .limit(of.limit);
  return rows.map(offeredThing);
}
