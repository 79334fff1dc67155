/** All assets on given outpoints, with the tip at which that is true: what every trade needs to know. */
import {
  amount,
  invariant,
  isFlaw,
  isPinId,
  readRuneName,
  runeAsset,
  sats,
  writeSpacedName,
} from '@rialto/protocols';
import type { AssetId, CoinAsset, InscriptionId, Outpoint } from '@rialto/protocols';
import type pg from 'pg';
import { z } from 'zod';
import type { Tip } from '../node/chain.ts';
import { readAnyText } from './columns.ts';
import { ASSETS_ON } from './ledger-assets-query.ts';

/** The assets of each outpoint, at one tip. An outpoint without any is missing. */
export interface AssetsAt {
  readonly tip: Tip;
  readonly assets: ReadonlyMap<Outpoint, readonly CoinAsset[]>;
}

const Whole = z.string().transform((text) => BigInt(text));
const Asset = z.string().transform((text) => text as AssetId);

const Inscription = z.object({
  kind: z.literal('inscription'),
  id: z.string().transform((text) => text as InscriptionId),
  offset: Whole,
  asset: Asset.nullable(),
  amount: Whole.nullable(),
  tick: z.string().nullable(),
});
const Rune = z.object({
  kind: z.literal('rune'),
  id: z.string(),
  letters: z.string(),
  spacers: z.number(),
  symbol: z.string().nullable(),
  divisibility: z.number(),
  amount: Whole,
});
const Pin = z.object({ kind: z.literal('pin'), id: z.string(), offset: Whole, path: z.string() });
const Mrc20 = z.object({
  kind: z.literal('mrc20'),
  asset: Asset,
  tick: z.string(),
  decimals: z.number(),
  amount: Whole,
});
const Thing = z.discriminatedUnion('kind', [Inscription, Rune, Pin, Mrc20]);

const Rows = z.array(
  z.object({
    height: z.number(),
    hash: z.string(),
    outpoint: z
      .string()
      .transform((text) => text as Outpoint)
      .nullable(),
    thing: Thing.nullable(),
  }),
);

/**
 * Asks it in one statement, so that tip and assets are of one moment: the tip's row, with each thing found beside it. Every
 * trade asks several times, so each connection plans it once.
 */
export async function assetsOn(pool: pg.Pool, points: readonly Outpoint[]): Promise<AssetsAt> {
  const answer = await pool.query({ name: 'ledger_assets_on', text: ASSETS_ON, values: [points] });
  const rows = Rows.parse(answer.rows);
  const [first] = rows;
  const assets = new Map<Outpoint, CoinAsset[]>();
  for (const { outpoint, thing } of rows) {
    if (outpoint === null || thing === null) continue;
    const here = assets.get(outpoint);
    if (here === undefined) assets.set(outpoint, [assetOf(thing)]);
    else here.push(assetOf(thing));
  }
  return { tip: { height: first?.height ?? -1, hash: first?.hash ?? '' }, assets };
}

function assetOf(thing: z.infer<typeof Thing>): CoinAsset {
  switch (thing.kind) {
    case 'inscription':
      return inscriptionOf(thing);
    case 'rune':
      return runeOf(thing);
    case 'pin':
      invariant(isPinId(thing.id), 'a kept PIN has an id');
      return { kind: 'pin', id: thing.id, offset: sats(thing.offset), path: readAnyText(thing.path) };
    case 'mrc20':
      return { ...thing, tick: readAnyText(thing.tick), amount: amount(thing.amount) };
  }
}

function inscriptionOf({ kind, id, offset, ...lot }: z.infer<typeof Inscription>): CoinAsset {
  const { asset, amount: units, tick } = lot;
  const transfer =
    asset === null || units === null || tick === null
      ? {}
      : { transfer: { asset, amount: amount(units), tick } };
  return { kind, id, offset: sats(offset), ...transfer };
}

function runeOf({ kind, id, symbol, divisibility, ...rune }: z.infer<typeof Rune>): CoinAsset {
  const name = readRuneName(rune.letters);
  invariant(!isFlaw(name), 'a kept rune has a name');
  return {
    kind,
    asset: runeAsset(id),
    name: writeSpacedName({ name, spacers: rune.spacers }),
    ...(symbol === null ? {} : { symbol: readAnyText(symbol) }),
    divisibility,
    amount: amount(rune.amount),
  };
}
