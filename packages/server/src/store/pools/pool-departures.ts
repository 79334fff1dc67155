/** Shares that left their owner with a coin spent like money: written with each block, taken back with it, and told to whose they were. */
import { runes, tokens } from '@rialto/ground';
import type { ScriptHex } from '@rialto/protocols';
import { and, desc, eq, gt, gte } from 'drizzle-orm';
import type { Queries, Tx } from '../database.ts';
import { KEPT_SINCE, MAX_NEWS } from '../notification-store.ts';
import type { News } from '../notification-store.ts';
import { poolDepartures, pools } from '../schema/index.ts';
import { JOINED, isTheRune, isTheToken, poolNames, tradedToken } from './traded-token.ts';

type Row = typeof poolDepartures.$inferInsert;

/** A block that is told again changes nothing. */
export async function writeDepartures(
  tx: Tx,
  found: readonly Omit<Row, 'height' | 'at'>[],
  block: Pick<Row, 'height' | 'at'>,
): Promise<void> {
  if (found.length === 0) return;
  const rows = found.map((one) => ({ ...one, ...block }));
  await tx.insert(poolDepartures).values(rows).onConflictDoNothing();
}

export async function undoDepartures(tx: Tx, height: number): Promise<void> {
  await tx.delete(poolDepartures).where(gte(poolDepartures.height, height));
}

/** Told to whoever had them: how many shares, of which pool, and to whom they went. */
export async function departureNews(db: Queries, script: ScriptHex): Promise<News[]> {
  const rows = await db
    .select({ left: poolDepartures, ...JOINED })
    .from(poolDepartures)
    .innerJoin(pools, eq(pools.number, poolDepartures.pool))
    .leftJoin(runes, isTheRune(pools.token))
    .leftJoin(tokens, isTheToken(pools.token))
    .where(and(eq(poolDepartures.script, script), gt(poolDepartures.at, KEPT_SINCE)))
    .orderBy(desc(poolDepartures.at))
    .limit(MAX_NEWS);
  return rows.flatMap(({ left: { txid, to, shares, at }, ...joined }): News[] => {
    const token = tradedToken(joined);
    if (token === undefined) return [];
    const what = { coinAmount: shares, decimals: 0, sats: 0n, reason: '' };
    return [{ ...what, ...poolNames(token), event: 'left', txid, to, at }];
  });
}
