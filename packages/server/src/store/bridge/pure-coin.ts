/** A coin that holds an asset alone, by blocks: of what has anything else on it nothing is paid out and nothing is counted. */
import { locations, mrc20Holdings, pinLocations, runeBalances } from '@rialto/ground';
import type { BridgeAsset } from '@rialto/market';
import { knownRuneId } from '@rialto/protocols';
import { sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';

/** @param outpoint of the coin */
export function isPure({ origin }: Pick<BridgeAsset, 'origin'>, outpoint: SQLWrapper): SQL<boolean> {
  const isOther =
    origin.network === 'BTC' ? sql`true` : sql`${runeBalances.rune} <> ${knownRuneId(origin.rune)}`;
  return sql<boolean>`not (
    exists (select 1 from ${locations} where ${locations.outpoint} = ${outpoint})
    or exists (select 1 from ${pinLocations} where ${pinLocations.outpoint} = ${outpoint})
    or exists (select 1 from ${mrc20Holdings} where ${mrc20Holdings.outpoint} = ${outpoint})
    or exists (select 1 from ${runeBalances} where ${runeBalances.outpoint} = ${outpoint} and ${isOther}))`;
}
