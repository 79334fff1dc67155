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

export function pinsOn({ rows }: LedgerMemory, point: Outpoint): LocatedPin[] {
  if (!rows.pinLocation.has(point)) return [];
  return rows.pinLocation.under(point).flatMap(([key, location]) => {
    const row = rows.pin.get(key);
    return row === undefined ? [] : [{ id: row.id, number: row.number, location }];
  });
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
  const balances = [...keys.outpoints].flatMap((point) =>
    rows.runeBalance.under(point).map(([, balance]) => balance),
  );
  const named = [...keys.names].flatMap((name) => rows.rune.under(name.toString()).map(([id]) => id));
  const ids = new Set<string>([...keys.runes, ...balances.map(({ rune }) => rune), ...named]);
  return {
    balances,
    runes: [...ids].flatMap((id) => rows.rune.get(id) ?? []),
    commitments,
  };
}

export function mrc20View({ rows }: LedgerMemory, keys: Mrc20Keys): Mrc20View {
  const holdings = [...keys.outpoints].flatMap((point) =>
    rows.mrc20Holding.has(point) ? rows.mrc20Holding.under(point).map(([, holding]) => holding) : [],
  );
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
