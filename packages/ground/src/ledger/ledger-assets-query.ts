/** The statement that finds everything on given outpoints: one row per thing, beside the tip. */
import type { CoinAsset } from '@rialto/protocols';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Column, SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import {
  inscriptions,
  locations,
  lots,
  mrc20Holdings,
  mrc20Tokens,
  pinLocations,
  pins,
  runeBalances,
  runes,
  tip,
  tokens,
} from '../schema/index.ts';

/** Behind a sub-select, so that the plan does not depend on how many are asked and PostgreSQL keeps it. */
const POINTS = sql.raw('(select $1::text[])::text[]');
const isRequested = (outpoint: Column): SQL => sql`${outpoint} = any(${POINTS})`;
/** Amounts as text: JSON numbers are not exact everywhere. */
const exact = (column: Column): SQL => sql`${column}::text`;

function thing(kind: CoinAsset['kind'], fields: Readonly<Record<string, SQL | Column>>): SQL {
  const pairs = Object.entries({ kind: sql.raw(`'${kind}'`), ...fields });
  const list = pairs.map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return sql`json_build_object(${sql.join(list, sql`, `)})`;
}

const inscribed = sql`
  select 1 as rank, ${inscriptions.sequence}::bigint as place, ${locations.outpoint} as outpoint,
    ${thing('inscription', {
      id: locations.inscription,
      offset: exact(locations.offset),
      asset: lots.asset,
      amount: exact(lots.amount),
      tick: tokens.display,
    })} as thing
  from ${locations}
  join ${inscriptions} on ${eq(inscriptions.id, locations.inscription)}
  left join ${lots} on ${and(eq(lots.inscription, locations.inscription), isNull(lots.usedHeight))}
  left join ${tokens} on ${eq(tokens.asset, lots.asset)}
  where ${isRequested(locations.outpoint)}`;

const runic = sql`
  select 2, ${runes.number}::bigint, ${runeBalances.outpoint},
    ${thing('rune', {
      id: runes.id,
      letters: runes.name,
      spacers: runes.spacers,
      symbol: runes.symbol,
      divisibility: runes.divisibility,
      amount: exact(runeBalances.amount),
    })}
  from ${runeBalances} join ${runes} on ${eq(runes.id, runeBalances.rune)}
  where ${isRequested(runeBalances.outpoint)}`;

const pinned = sql`
  select 3, ${pinLocations.offset}, ${pinLocations.outpoint},
    ${thing('pin', { id: pins.id, offset: exact(pinLocations.offset), path: pins.path })}
  from ${pinLocations} join ${pins} on ${eq(pins.id, pinLocations.pin)}
  where ${isRequested(pinLocations.outpoint)}`;

const held = sql`
  select 4, ${mrc20Tokens.height}::bigint, ${mrc20Holdings.outpoint},
    ${thing('mrc20', {
      asset: mrc20Tokens.asset,
      tick: mrc20Tokens.display,
      decimals: mrc20Tokens.decimals,
      amount: exact(mrc20Holdings.amount),
    })}
  from ${mrc20Holdings} join ${mrc20Tokens} on ${eq(mrc20Tokens.asset, mrc20Holdings.asset)}
  where ${isRequested(mrc20Holdings.outpoint)}`;

/** Its one parameter is a list of outpoints. A ledger before its first block gives no row at all. */
export const ASSETS_ON = new PgDialect().sqlToQuery(sql`
  select ${tip.height} as height, ${tip.hash} as hash, found.outpoint, found.thing
  from ${tip}
  left join (${inscribed} union all ${runic} union all ${pinned} union all ${held}) as found on true
  order by found.rank, found.place, found.thing::text`).sql;
