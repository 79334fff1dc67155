/** BRC-20: the tokens, who has how much, and the unused lots. */
import { amount, bytesToHex, foldTick } from '@rialto/protocols';
import type {
  Amount,
  AssetId,
  Brc20Difference,
  InscriptionId,
  Outpoint,
  Sats,
  ScriptHex,
} from '@rialto/protocols';
import { and, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isAlone } from './alone.ts';
import { scriptHash } from './columns.ts';
import { contains, isStorable, lookOf } from './ledger-select.ts';
import type { Select, TokenQuery } from './ledger-select.ts';
import * as tables from '../schema/index.ts';

export interface TokenInfo {
  readonly asset: AssetId;
  readonly deployId: InscriptionId;
  /** As its deployer wrote it. */
  readonly tick: string;
  readonly max: Amount;
  readonly limit: Amount;
  readonly minted: Amount;
  readonly burned: Amount;
  readonly decimals: number;
  readonly selfMint: boolean;
  readonly deployHeight: number;
  readonly deployer: ScriptHex;
  readonly holders: number;
  readonly operations: number;
  /** In what other indexers see this token otherwise. */
  readonly differences: readonly Brc20Difference[];
}

export interface ListedToken extends TokenInfo {
  /** False when a token whose tick looks the same is older. */
  readonly firstDeployed: boolean;
}

export interface BalanceInfo {
  readonly asset: AssetId;
  readonly tick: string;
  readonly available: Amount;
  readonly transferable: Amount;
}

/** An unused lot and the coin that carries it. */
export interface LotInfo {
  readonly inscriptionId: InscriptionId;
  readonly number: number;
  readonly asset: AssetId;
  readonly tick: string;
  readonly amount: Amount;
  readonly outpoint: Outpoint;
  readonly value: Sats;
  /** The block it was inscribed in; it has not moved since. */
  readonly height: number;
}

function belongsTo(owner: PgColumn, script: Uint8Array): SQL {
  return sql`${scriptHash(owner)} = ${scriptHash(sql`${bytesToHex(script)}`)}`;
}

type TokenRow = typeof tables.tokens.$inferSelect;

function tokenInfo({ deploy, display, ...rest }: TokenRow): TokenInfo {
  return { ...rest, deployId: deploy, tick: display };
}

export async function tokenOf(db: Select, tick: string): Promise<TokenInfo | undefined> {
  if (!isStorable(tick)) return undefined;
  const { tokens } = tables;
  const rows = await db
    .select()
    .from(tokens)
    .where(eq(tokens.tick, foldTick(tick)));
  return rows.map(tokenInfo)[0];
}

export async function tokensLike(db: Select, { search, assets, limit }: TokenQuery): Promise<ListedToken[]> {
  if (search !== undefined && !isStorable(search)) return [];
  const { tokens, inscriptions } = tables;
  const older = alias(tokens, 'older');
  const [deployed, before] = [alias(inscriptions, 'deployed'), alias(inscriptions, 'before')];
  const earlier = db
    .select({ one: sql`1` })
    .from(older)
    .innerJoin(before, eq(before.id, older.deploy))
    .where(
      and(eq(lookOf(older.display), lookOf(tokens.display)), sql`${before.sequence} < ${deployed.sequence}`),
    );
  const rows = await db
    .select({ token: tokens, firstDeployed: sql<boolean>`not exists (${earlier})` })
    .from(tokens)
    .innerJoin(deployed, eq(deployed.id, tokens.deploy))
    .where(
      and(
        search === undefined ? undefined : contains(tokens.tick, foldTick(search)),
        assets === undefined ? undefined : inArray(tokens.asset, [...assets]),
      ),
    )
    .orderBy(desc(tokens.operations), tokens.tick)
    .limit(limit);
  return rows.map(({ token, firstDeployed }) => ({ ...tokenInfo(token), firstDeployed }));
}

export interface LotQuery {
  readonly asset?: AssetId;
  /** No more than these, the fullest. */
  readonly most?: number;
  /** None that holds more. */
  readonly atMost?: bigint | undefined;
  /** Of a followed script: with nothing beside it, on 546 sat at least. */
  readonly alone?: boolean;
}

/** In the order in which they were inscribed. */
export async function lotsOf(
  db: Select,
  script: Uint8Array,
  { asset, most, atMost, alone = false }: LotQuery = {},
): Promise<LotInfo[]> {
  const { lots, locations, inscriptions, tokens } = tables;
  const mine = and(belongsTo(lots.owner, script), isNull(lots.usedHeight));
  const { sequence } = inscriptions;
  const found = db
    .select({
      inscriptionId: lots.inscription,
      number: inscriptions.number,
      asset: lots.asset,
      tick: tokens.display,
      amount: lots.amount,
      outpoint: locations.outpoint,
      value: locations.value,
      height: lots.height,
      sequence,
    })
    .from(lots)
    .innerJoin(locations, eq(locations.inscription, lots.inscription))
    .innerJoin(inscriptions, eq(inscriptions.id, lots.inscription))
    .innerJoin(tokens, eq(tokens.asset, lots.asset))
    .where(
      and(
        mine,
        asset === undefined ? undefined : eq(lots.asset, asset),
        atMost === undefined ? undefined : lte(lots.amount, amount(atMost)),
        alone ? isAlone(db, locations.outpoint, 'inscription') : undefined,
      ),
    )
    .orderBy(desc(lots.amount), sequence);
  const rows = await (most === undefined ? found : found.limit(most));
  return rows.toSorted((a, b) => a.sequence - b.sequence).map(({ sequence: _, ...lot }) => lot);
}

export interface CountQuery {
  readonly asset: AssetId;
  /** Of the last block that counts. */
  readonly height: number;
}

export async function countLots(
  db: Select,
  scripts: readonly Uint8Array[],
  { asset, height }: CountQuery,
): Promise<number> {
  if (scripts.length === 0) return 0;
  const { lots } = tables;
  const hashes = scripts.map((script) => scriptHash(sql`${bytesToHex(script)}`));
  const theirs = sql`${scriptHash(lots.owner)} in (${sql.join(hashes, sql`, `)})`;
  const rows = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(lots)
    .where(and(theirs, isNull(lots.usedHeight), eq(lots.asset, asset), lte(lots.height, height)));
  return rows[0]?.count ?? 0;
}

export async function balancesOf(db: Select, script: Uint8Array, asset?: AssetId): Promise<BalanceInfo[]> {
  const { balances, tokens } = tables;
  const { available, transferable } = balances;
  const mine = belongsTo(balances.script, script);
  return db
    .select({ asset: balances.asset, tick: tokens.display, available, transferable })
    .from(balances)
    .innerJoin(tokens, eq(tokens.asset, balances.asset))
    .where(asset === undefined ? mine : and(mine, eq(balances.asset, asset)))
    .orderBy(tokens.tick);
}
