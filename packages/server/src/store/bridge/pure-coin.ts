/** A coin that holds an asset alone, by blocks: of what has anything else on it nothing is paid out and nothing is counted. */
import { coins, locations, mrc20Holdings, pinLocations, runeBalances } from '@rialto/ground';
import type { BridgeAsset } from '@rialto/market';
import { DUST_FLOOR, knownRuneId, mrc20Asset } from '@rialto/protocols';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/** Of each row of `coins`. */
export function isPure({ origin }: Pick<BridgeAsset, 'origin'>): SQL<boolean> {
  const { outpoint, value } = coins;
  const isOther =
    origin.network === 'RUNES' ? sql`${runeBalances.rune} <> ${knownRuneId(origin.rune)}` : sql`true`;
  // Odd tokens another index may have elsewhere (decision 0021).
  const isOtherToken =
    origin.network === 'MRC20'
      ? sql`(${mrc20Holdings.asset} <> ${mrc20Asset(origin.mrc20)} or ${mrc20Holdings.odd})`
      : sql`true`;
  const isSmall = origin.network === 'MRC20' ? sql`${value} < ${DUST_FLOOR}` : sql`false`;
  return sql<boolean>`not (
    exists (select 1 from ${locations} where ${locations.outpoint} = ${outpoint})
    or exists (select 1 from ${pinLocations} where ${pinLocations.outpoint} = ${outpoint})
    or exists (select 1 from ${mrc20Holdings} where ${mrc20Holdings.outpoint} = ${outpoint} and ${isOtherToken})
    or exists (select 1 from ${runeBalances} where ${runeBalances.outpoint} = ${outpoint} and ${isOther})
    or ${isSmall})`;
}

/** Where units of an origin are kept by coin, and which of them are its; of sats nowhere, and none, and of BRC-20 neither (`lot-store.ts`). */
export function unitsOn(origin: BridgeAsset['origin']): {
  readonly balances: typeof runeBalances | typeof mrc20Holdings | undefined;
  readonly isOf: SQL;
} {
  if (origin.network === 'BTC' || origin.network === 'BRC20')
    return { balances: undefined, isOf: sql`false` };
  return origin.network === 'RUNES'
    ? { balances: runeBalances, isOf: sql`${runeBalances.rune} = ${knownRuneId(origin.rune)}` }
    : { balances: mrc20Holdings, isOf: sql`${mrc20Holdings.asset} = ${mrc20Asset(origin.mrc20)}` };
}
