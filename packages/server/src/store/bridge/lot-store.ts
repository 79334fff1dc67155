/** What a locked script has of BRC-20, which lies on no coin: its balance, and the lots that lie there, whoever made them; by blocks alone. */
import {
  balances,
  coins,
  locations,
  lots,
  mrc20Holdings,
  pinLocations,
  runeBalances,
  scriptHash,
} from '@rialto/ground';
import { lotToken } from '@rialto/market';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries } from '../database.ts';
import type { KnownAsset } from './asset-store.ts';
import type { ReserveCoin } from './reserve-coin.ts';

interface LockedBalance {
  readonly available: bigint;
  readonly transferable: bigint;
}

type Of = Pick<KnownAsset, 'asset' | 'keys'>;

/** @returns undefined for what lies on coins */
export async function lockedBalance(db: Queries, { asset, keys }: Of): Promise<LockedBalance | undefined> {
  const token = lotToken(asset.origin);
  if (token === undefined) return undefined;
  const [row] = await db
    .select({ available: balances.available, transferable: balances.transferable })
    .from(balances)
    .where(
      and(
        sql`${scriptHash(balances.script)} = ${scriptHash(sql`${keys.lockedScript}`)}`,
        eq(balances.asset, token),
      ),
    );
  return row ?? { available: 0n, transferable: 0n };
}

/**
 * Unused lots on the locked script, the largest first; each `pure` where nothing else lies on its coin.
 * @param only on these coins
 */
export async function lockedLots(
  db: Queries,
  { asset, keys }: Of,
  only?: readonly string[],
): Promise<ReserveCoin[]> {
  const token = lotToken(asset.origin);
  if (token === undefined) return [];
  const { outpoint } = coins;
  const rows = await db
    .select({
      ...{ outpoint, value: coins.value, height: coins.height, units: lots.amount },
      pure: sql<boolean>`not (
        exists (select 1 from ${locations} as other where other.outpoint = ${outpoint} and other.inscription <> ${lots.inscription})
        or exists (select 1 from ${pinLocations} where ${pinLocations.outpoint} = ${outpoint})
        or exists (select 1 from ${mrc20Holdings} where ${mrc20Holdings.outpoint} = ${outpoint})
        or exists (select 1 from ${runeBalances} where ${runeBalances.outpoint} = ${outpoint}))`,
    })
    .from(coins)
    .innerJoin(locations, eq(locations.outpoint, outpoint))
    .innerJoin(lots, eq(lots.inscription, locations.inscription))
    .where(
      and(
        ...[among(coins.script, [keys.lockedScript]), isNull(coins.spentHeight)],
        ...[isNull(lots.usedHeight), eq(lots.asset, token)],
        only === undefined ? undefined : among(outpoint, only),
      ),
    )
    .orderBy(desc(lots.amount), outpoint);
  return rows.map((row) => ({ ...row, name: `btc:${row.outpoint}` }));
}
