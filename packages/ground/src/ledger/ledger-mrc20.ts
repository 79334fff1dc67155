/** MRC-20: the list of tokens, each with what decides about it. Balances are read coin by coin. */
import { amount as units, bytesToHex, foldMrc20Tick, isPinId, mrc20Asset } from '@rialto/protocols';
import type { Mrc20Token, Outpoint, ScriptHex } from '@rialto/protocols';
import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isAlone } from './alone.ts';
import { escapeZeros } from './columns.ts';
import { mrc20TokenOf } from './ledger-rows.ts';
import { contains, lookOf } from './ledger-select.ts';
import type { Select, TokenQuery } from './ledger-select.ts';
import { mrc20Holdings, mrc20Tokens, pins } from '../schema/index.ts';

export interface ListedMrc20 extends Mrc20Token {
  /** False when a token whose tick looks the same is older. */
  readonly firstDeployed: boolean;
}

/** Most used first. The search is a part of a tick, or a deploy id. */
export async function mrc20Like(db: Select, { search, assets, limit }: TokenQuery): Promise<ListedMrc20[]> {
  const older = alias(mrc20Tokens, 'older');
  const [deployed, before] = [alias(pins, 'deployed'), alias(pins, 'before')];
  const earlier = db
    .select({ one: sql`1` })
    .from(older)
    .innerJoin(before, eq(before.id, older.deploy))
    .where(
      and(
        eq(lookOf(older.display), lookOf(mrc20Tokens.display)),
        sql`(${before.height}, ${before.number}) < (${deployed.height}, ${deployed.number})`,
      ),
    );
  const rows = await db
    .select({ token: mrc20Tokens, firstDeployed: sql<boolean>`not exists (${earlier})` })
    .from(mrc20Tokens)
    .innerJoin(deployed, eq(deployed.id, mrc20Tokens.deploy))
    .where(
      and(
        search === undefined ? undefined : searched(search),
        assets === undefined ? undefined : inArray(mrc20Tokens.asset, [...assets]),
      ),
    )
    .orderBy(desc(mrc20Tokens.operations), mrc20Tokens.tick)
    .limit(limit);
  return rows.map(({ token, firstDeployed }) => ({ ...mrc20TokenOf(token), firstDeployed }));
}

function searched(search: string) {
  return isPinId(search)
    ? eq(mrc20Tokens.asset, mrc20Asset(search))
    : contains(mrc20Tokens.tick, escapeZeros(foldMrc20Tick(search)));
}

/** The token of a whole tick; ticks are unique over upper case. */
export async function mrc20Ticked(db: Select, tick: string): Promise<Mrc20Token | undefined> {
  const rows = await db
    .select()
    .from(mrc20Tokens)
    .where(eq(mrc20Tokens.tick, foldMrc20Tick(tick)));
  return rows.map(mrc20TokenOf)[0];
}

export interface HoldingQuery {
  readonly most: number;
  /** None that holds more. */
  readonly atMost?: bigint | undefined;
  /** Of a followed script: with nothing beside it, on 546 sat at least. */
  readonly alone?: boolean;
}

/** The outpoints of a script that hold a token, odd ones last, of the others the fullest first; known for every script. */
export async function mrc20OutpointsOf(
  db: Select,
  script: Uint8Array,
  { asset, most, atMost, alone = false }: HoldingQuery & { readonly asset: Mrc20Token['asset'] },
): Promise<Outpoint[]> {
  const { outpoint, amount, odd, script: owner } = mrc20Holdings;
  const rows = await db
    .select({ outpoint })
    .from(mrc20Holdings)
    .where(
      and(
        eq(owner, bytesToHex(script) as ScriptHex),
        eq(mrc20Holdings.asset, asset),
        atMost === undefined ? undefined : lte(amount, units(atMost)),
        alone ? isAlone(db, outpoint, 'mrc20') : undefined,
      ),
    )
    .orderBy(odd, desc(amount), outpoint)
    .limit(most);
  return rows.map((row) => row.outpoint);
}

/** Those of the outpoints on which any tokens are odd (decision 0021). */
export async function oddMrc20Among(db: Select, points: readonly Outpoint[]): Promise<ReadonlySet<Outpoint>> {
  const { outpoint, odd } = mrc20Holdings;
  if (points.length === 0) return new Set();
  const rows = await db
    .select({ outpoint })
    .from(mrc20Holdings)
    .where(and(inArray(outpoint, [...points]), eq(odd, true)));
  return new Set(rows.map((row) => row.outpoint));
}

export async function mrc20TokensOf(
  db: Select,
  assets: readonly Mrc20Token['asset'][],
): Promise<Mrc20Token[]> {
  if (assets.length === 0) return [];
  const rows = await db
    .select()
    .from(mrc20Tokens)
    .where(inArray(mrc20Tokens.asset, [...assets]));
  return rows.map(mrc20TokenOf);
}
