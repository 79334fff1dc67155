/** What our ledger says, as facts. */
import { inscriptions, locations, runeBalances, runeOf, runes } from '@rialto/ground';
import { LOST_OUTPOINT, UNBOUND_OUTPOINT, writeSpacedName } from '@rialto/protocols';
import type { InscriptionId, RuneRow } from '@rialto/protocols';
import { asc, eq } from 'drizzle-orm';
import { among } from '../../src/store/database.ts';
import type { Queries } from '../../src/store/database.ts';
import type { Adrift } from './drift.ts';
import type { Facts } from './facts.ts';

export const NOWHERE = 'none';
export const LOST = 'lost';

/** New inscriptions of a block in their order. */
export async function ourBorn(db: Queries, height: number): Promise<string[]> {
  const rows = await db
    .select({ id: inscriptions.id })
    .from(inscriptions)
    .where(eq(inscriptions.height, height))
    .orderBy(asc(inscriptions.sequence));
  return rows.map(({ id }) => id);
}

export async function ourInscriptionIds(db: Queries): Promise<string[]> {
  const rows = await db
    .select({ id: inscriptions.id })
    .from(inscriptions)
    .orderBy(asc(inscriptions.sequence));
  return rows.map(({ id }) => id);
}

export async function ourInscriptions(
  db: Queries,
  ids: readonly string[],
  adrift: Adrift,
): Promise<Map<string, Facts>> {
  const rows = await db
    .select({ row: inscriptions, at: locations })
    .from(inscriptions)
    .innerJoin(locations, eq(locations.inscription, inscriptions.id))
    .where(among(inscriptions.id, ids));
  return new Map(
    rows.map(({ row, at }) => {
      const aside = adrift.get(row.id);
      const place = aside === undefined ? at : aside.place;
      const held =
        place !== undefined && place.outpoint !== LOST_OUTPOINT && place.outpoint !== UNBOUND_OUTPOINT;
      return [
        row.id,
        {
          number: `${row.number}`,
          height: `${row.height}`,
          type: row.contentType ?? NOWHERE,
          satpoint: place === undefined ? LOST : `${place.outpoint}:${place.offset}`,
          value: held ? `${place.value}` : NOWHERE,
          cursed: `${row.curse !== null && !row.vindicated}`,
          vindicated: `${row.vindicated}`,
          unbound: `${at.outpoint === UNBOUND_OUTPOINT}`,
        },
      ];
    }),
  );
}

/** Inscriptions on these outputs. */
export async function ourSitting(db: Queries, points: readonly string[]): Promise<InscriptionId[]> {
  const rows = await db.select().from(locations).where(among(locations.outpoint, points));
  return rows.map(({ inscription }) => inscription);
}

/** What is on each of these outputs. */
export async function ourOutputs(
  db: Queries,
  points: readonly string[],
  adrift: Adrift,
): Promise<Map<string, Facts>> {
  const sitting = await db.select().from(locations).where(among(locations.outpoint, points));
  const held = await db
    .select({ balance: runeBalances, name: runes })
    .from(runeBalances)
    .innerJoin(runes, eq(runes.id, runeBalances.rune))
    .where(among(runeBalances.outpoint, points));
  const scripts = new Map<string, Set<string>>();
  const put = (into: Map<string, string[]>, point: string, text: string, script: string): void => {
    into.set(point, [...(into.get(point) ?? []), text]);
    scripts.set(point, (scripts.get(point) ?? new Set()).add(script));
  };
  const ids = new Map<string, string[]>();
  const amounts = new Map<string, string[]>();
  for (const { inscription, outpoint, script } of sitting)
    if (!adrift.has(inscription)) put(ids, outpoint, inscription, script);
  for (const [id, { place }] of adrift)
    if (place !== undefined && points.includes(place.outpoint)) put(ids, place.outpoint, id, place.script);
  for (const { balance, name } of held)
    put(amounts, balance.outpoint, `${writeSpacedName(runeOf(name))} ${balance.amount}`, balance.script);
  return new Map(
    points.map((point) => [
      point,
      {
        inscriptions: (ids.get(point) ?? []).toSorted().join(' '),
        runes: (amounts.get(point) ?? []).toSorted().join(' '),
        script: [...(scripts.get(point) ?? [])].join(' '),
      },
    ]),
  );
}

export async function ourRunes(db: Queries): Promise<Map<string, Facts>> {
  const rows = await db.select().from(runes);
  return new Map(rows.map((row) => [row.id, runeFacts(runeOf(row))]));
}

function runeFacts(rune: RuneRow): Facts {
  const { terms } = rune;
  const said = (value: bigint | undefined): string => `${value ?? NOWHERE}`;
  return {
    name: writeSpacedName(rune),
    symbol: rune.symbol ?? NOWHERE,
    divisibility: `${rune.divisibility}`,
    premine: `${rune.premine}`,
    terms: terms === undefined ? NOWHERE : 'given',
    amount: said(terms?.amount),
    cap: said(terms?.cap),
    height: `${said(terms?.heightStart)}-${said(terms?.heightEnd)}`,
    offset: `${said(terms?.offsetStart)}-${said(terms?.offsetEnd)}`,
    turbo: `${rune.turbo}`,
    mints: `${rune.mints}`,
    burned: `${rune.burned}`,
    etching: rune.etching,
    number: `${rune.number}`,
    block: `${rune.height}`,
    time: `${rune.time}`,
  };
}

/** Every balance there is. */
export async function ourBalances(db: Queries): Promise<Map<string, Facts>> {
  const rows = await db
    .select({ balance: runeBalances, rune: runes })
    .from(runeBalances)
    .innerJoin(runes, eq(runes.id, runeBalances.rune));
  return new Map(
    rows.map(({ balance, rune }) => [
      `${balance.outpoint} ${writeSpacedName(runeOf(rune))}`,
      { amount: `${balance.amount}` },
    ]),
  );
}

/** How many kinds of curses there are. */
export async function ourCurses(db: Queries): Promise<number> {
  const rows = await db.select({ curse: inscriptions.curse }).from(inscriptions).groupBy(inscriptions.curse);
  return rows.filter(({ curse }) => curse !== null).length;
}
