/** Coins that carry one thing and nothing else, cut out by the database: anybody may send an address others by the thousand. */
import { DUST_FLOOR, MINT_PATH, TRANSFER_PATH } from '@rialto/protocols';
import { and, eq, exists, gte, isNull, notExists, notInArray, sql } from 'drizzle-orm';
import type { Column, SQL } from 'drizzle-orm';
import type { Select } from './ledger-select.ts';
import { coins, locations, mrc20Holdings, pinLocations, pins, runeBalances } from '../schema/index.ts';

const THINGS = { inscription: locations, rune: runeBalances, mrc20: mrc20Holdings } as const;

/**
 * On an unspent coin of a followed script, in a block, of 546 sat at least, with nothing beside it but what tells of MRC-20 mints and
 * transfers.
 * @param of what lies there
 */
export function isAlone(db: Select, outpoint: Column, of: keyof typeof THINGS): SQL | undefined {
  const one = { one: sql`1` };
  const onCoin = and(eq(coins.outpoint, outpoint), isNull(coins.spentHeight), gte(coins.value, DUST_FLOOR));
  const others = Object.entries(THINGS).map(([kind, table]) =>
    kind === of
      ? sql`(select count(*) from ${table} beside where beside.outpoint = ${outpoint}) = 1`
      : notExists(db.select(one).from(table).where(eq(table.outpoint, outpoint))),
  );
  const pinned = db
    .select(one)
    .from(pinLocations)
    .innerJoin(pins, eq(pins.id, pinLocations.pin))
    .where(and(eq(pinLocations.outpoint, outpoint), notInArray(pins.path, [MINT_PATH, TRANSFER_PATH])));
  return and(exists(db.select(one).from(coins).where(onCoin)), ...others, notExists(pinned));
}
