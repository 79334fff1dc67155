/** What each stage of a block sees of the rows in memory: everything under its keys, and nothing else is promised. */
import { brc20Holders } from '../brc20/apply.ts';
import type { Brc20Keys, Brc20View } from '../brc20/apply.ts';
import { balanceKey } from '../brc20/rows.ts';
import type { Outpoint } from '../ids.ts';
import type { InscriptionEvent, LocatedInscription } from '../inscriptions/rows.ts';
import type { LocatedPin } from '../metaid/apply.ts';
import type { Mrc20View } from '../mrc20/apply.ts';
import type { Mrc20Keys } from '../mrc20/gather.ts';
import { shovelKey } from '../mrc20/rows.ts';
import type { RuneView } from '../runes/apply.ts';
import type { RuneKeys } from '../runes/gather.ts';
import type { Table } from '../table.ts';
import type { LedgerMemory } from './memory.ts';

export function inscriptionsOn({ rows }: LedgerMemory, point: Outpoint): LocatedInscription[] {
  if (!rows.location.has(point)) return [];
  return rows.location.under(point).flatMap(([key, { offset }]) => {
    const row = rows.inscription.get(key);
    if (row === undefined) return [];
    const { id, sequence, curse } = row;
    return [{ id, sequence, offset, cursedOrVindicated: curse !== undefined }];
  });
}

export function pinsOn({ rows }: LedgerMemory, points: Iterable<Outpoint>): LocatedPin[] {
  const found: LocatedPin[] = [];
  for (const point of points) {
    if (!rows.pinLocation.has(point)) continue;
    for (const [key, location] of rows.pinLocation.under(point)) {
      const row = rows.pin.get(key);
      if (row !== undefined) found.push({ id: row.id, number: row.number, location });
    }
  }
  return found;
}

export function brc20Known({ rows }: LedgerMemory, keys: Brc20Keys): Pick<Brc20View, 'tokens' | 'lots'> {
  const lots = [...keys.lots].flatMap((id) => rows.lot.get(id) ?? []);
  const assets = new Set(lots.map(({ asset }) => asset));
  for (const tick of keys.ticks) for (const [, token] of rows.token.under(tick)) assets.add(token.asset);
  return { lots, tokens: [...assets].flatMap((asset) => rows.token.get(asset) ?? []) };
}

export function brc20View(
  memory: LedgerMemory,
  events: readonly InscriptionEvent[],
  keys: Brc20Keys,
): Brc20View {
  const known = brc20Known(memory, keys);
  const holders = new Set(brc20Holders(events, known).map(({ asset, script }) => balanceKey(asset, script)));
  return { ...known, balances: [...holders].flatMap((key) => memory.rows.balance.get(key) ?? []) };
}

export function runeView(
  { rows }: LedgerMemory,
  keys: RuneKeys,
  commitments: RuneView['commitments'],
): RuneView {
  const balances = rowsOn(rows.runeBalance, keys.outpoints);
  const named = [...keys.names].flatMap((name) => rows.rune.under(name.toString()).map(([id]) => id));
  const ids = new Set<string>([...keys.runes, ...balances.map(({ rune }) => rune), ...named]);
  return {
    balances,
    runes: [...ids].flatMap((id) => rows.rune.get(id) ?? []),
    commitments,
  };
}

/** Nearly every outpoint holds nothing. */
function rowsOn<R>(table: Table<R>, points: ReadonlySet<Outpoint>): R[] {
  const found: R[] = [];
  for (const point of points) {
    if (table.has(point)) for (const [, row] of table.under(point)) found.push(row);
  }
  return found;
}

export function mrc20View({ rows }: LedgerMemory, keys: Mrc20Keys): Mrc20View {
  const holdings = rowsOn(rows.mrc20Holding, keys.outpoints);
  const { assets, ticks, pins, shovels } = keys;
  const ids = new Set([...assets, ...holdings.map(({ asset }) => asset)]);
  for (const tick of ticks) for (const [, token] of rows.mrc20Token.under(tick)) ids.add(token.asset);
  return {
    holdings,
    tokens: [...ids].flatMap((asset) => rows.mrc20Token.get(asset) ?? []),
    pins: [...pins].flatMap((pin) => rows.pin.get(pin) ?? []),
    uses: shovels.flatMap(({ asset, pin }) => rows.shovelUse.get(shovelKey(asset, pin)) ?? []),
  };
}
