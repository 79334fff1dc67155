/** Which runes are shares of pools, and those that lie on an address's coins. */
import { runeBalances, runes, tokens } from '@rialto/ground';
import { bytesToHex, isRuneId, runeAsset } from '@rialto/protocols';
import type { AssetId, ScriptHex } from '@rialto/protocols';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../database.ts';
import { pools } from '../schema/index.ts';
import { JOINED, isTheRune, isTheToken, tradedToken } from './traded-token.ts';
import type { TradedToken } from './traded-token.ts';

interface HeldShares {
  readonly token: TradedToken;
  readonly shares: bigint;
  readonly coins: number;
}

/** By the last block, of pools that are open; known for every script. */
export async function sharesHeld(db: Queries, script: Uint8Array): Promise<HeldShares[]> {
  const own = db
    .select({
      rune: runeBalances.rune,
      shares: sql`sum(${runeBalances.amount})`.mapWith(runeBalances.amount).as('shares'),
      coins: sql<number>`count(*)::int`.as('coins'),
    })
    .from(runeBalances)
    .where(eq(runeBalances.script, bytesToHex(script) as ScriptHex))
    .groupBy(runeBalances.rune)
    .as('own');
  const rows = await db
    .select({ shares: own.shares, coins: own.coins, ...JOINED })
    .from(pools)
    .innerJoin(own, eq(own.rune, pools.shareRune))
    .leftJoin(runes, isTheRune(pools.token))
    .leftJoin(tokens, isTheToken(pools.token))
    .where(isNull(pools.closedHeight))
    .orderBy(pools.number);
  return rows.flatMap(({ shares, coins, ...joined }) => {
    const token = tradedToken(joined);
    return token === undefined ? [] : [{ token, shares, coins }];
  });
}

/** Of pools that are open, each with what it trades; undefined before its first liquidity. */
export async function poolShares(db: Queries): Promise<ReadonlyMap<AssetId, TradedToken | undefined>> {
  const rows = await db
    .select({ shareRune: pools.shareRune, ...JOINED })
    .from(pools)
    .leftJoin(runes, isTheRune(pools.token))
    .leftJoin(tokens, isTheToken(pools.token))
    .where(and(isNotNull(pools.shareRune), isNull(pools.closedHeight)));
  return new Map(
    rows.flatMap(({ shareRune, ...joined }) =>
      shareRune !== null && isRuneId(shareRune) ? [[runeAsset(shareRune), tradedToken(joined)] as const] : [],
    ),
  );
}
