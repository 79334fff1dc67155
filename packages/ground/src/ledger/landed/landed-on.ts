/** Used lots of BRC-20 that lie on given outpoints in the very block that used them, with the tip at which that is true. */
import type { Amount, AssetId, InscriptionId, Outpoint, ScriptHex } from '@rialto/protocols';
import { and, eq, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Select } from '../ledger-select.ts';
import type { Tip } from '../../node/chain.ts';
import {
  coins,
  locations,
  lots,
  mrc20Holdings,
  pinLocations,
  runeBalances,
  tip as tips,
} from '../../schema/index.ts';

/** A transfer inscription that has moved: it gave its amount away, and nothing of it is left. */
export interface LandedLot {
  readonly inscription: InscriptionId;
  readonly asset: AssetId;
  /** What it gave, in smallest units. */
  readonly amount: Amount;
  /** Who inscribed it, and so gave it. The coin's own script where it came back to its owner. */
  readonly owner: ScriptHex;
}

/** Of each outpoint, at one tip. An outpoint without such a lot is missing. */
export interface LandedAt {
  readonly tip: Tip;
  readonly landed: ReadonlyMap<Outpoint, LandedLot>;
}

/**
 * Asks it in one statement, so that tip and lots are of one moment. Coins of followed scripts alone have a height, so of others nothing
 * is known. Whatever lies beside the lot leaves the coin out: a second inscription, a PIN, a rune or MRC-20. Who counts such coins as
 * nothing misses nothing by that.
 */
export async function landedOn(db: Select, points: readonly Outpoint[]): Promise<LandedAt> {
  const one = { one: sql`1` };
  const here = locations.outpoint;
  const beside = alias(locations, 'beside');
  const second = and(eq(beside.outpoint, here), ne(beside.inscription, locations.inscription));
  const found = db
    .select({
      outpoint: here,
      inscription: lots.inscription,
      asset: lots.asset,
      amount: lots.amount,
      owner: lots.owner,
    })
    .from(locations)
    .innerJoin(lots, eq(lots.inscription, locations.inscription))
    .innerJoin(coins, and(eq(coins.outpoint, here), eq(coins.height, lots.usedHeight)))
    .where(
      and(
        sql`${here} = any(${sql.param([...points])}::text[])`,
        notExists(db.select(one).from(beside).where(second)),
        ...[pinLocations, runeBalances, mrc20Holdings].map((things) =>
          notExists(db.select(one).from(things).where(eq(things.outpoint, here))),
        ),
      ),
    )
    .as('found');
  const rows = await db
    .select()
    .from(tips)
    .leftJoin(found, sql`true`);
  const landed = new Map<Outpoint, LandedLot>();
  for (const { found: lot } of rows) {
    if (lot === null) continue;
    const { outpoint, ...rest } = lot;
    landed.set(outpoint, rest);
  }
  const { height = -1, hash = '' } = rows[0]?.tip ?? {};
  return { tip: { height, hash }, landed };
}
