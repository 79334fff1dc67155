/** A block's undo as it lies in the database: a delta in JSON, every whole number as text, read back by a schema. */
import { amount, sats } from '@rialto/protocols';
import type { AssetId, Curse, Delta, InscriptionId, Outpoint, RowChange, ScriptHex } from '@rialto/protocols';
import { z } from 'zod';

const Units = z.string().transform((text) => amount(BigInt(text)));
const Satoshis = z.string().transform((text) => sats(BigInt(text)));
const Id = z.string().transform((text) => text as InscriptionId);
const Asset = z.string().transform((text) => text as AssetId);
const Script = z.string().transform((text) => text as ScriptHex);
const Point = z.string().transform((text) => text as Outpoint);
const CurseName = z.enum([
  'unrecognized-even-field',
  'duplicate-field',
  'incomplete-field',
  'not-in-first-input',
  'not-at-offset-zero',
  'pointer',
  'pushnum',
  'stutter',
  'reinscription',
]) satisfies z.ZodType<Curse>;
const orUndefined = <T extends z.ZodType>(type: T) =>
  type.nullable().transform((value) => value ?? undefined);

const Inscription = z.object({
  id: Id,
  sequence: z.number(),
  number: z.number(),
  curse: orUndefined(CurseName),
  vindicated: z.boolean(),
  contentType: orUndefined(z.string()),
  height: z.number(),
});
const Location = z.object({ outpoint: Point, offset: Satoshis, value: Satoshis, script: Script });
const Token = z.object({
  asset: Asset,
  deploy: Id,
  tick: z.string(),
  display: z.string(),
  max: Units,
  limit: Units,
  decimals: z.number(),
  selfMint: z.boolean(),
  minted: Units,
  burned: Units,
  deployHeight: z.number(),
  deployer: Script,
  holders: z.number(),
  operations: z.number(),
});
const Balance = z.object({ asset: Asset, script: Script, available: Units, transferable: Units });
const Lot = z.object({
  inscription: Id,
  asset: Asset,
  amount: Units,
  owner: Script,
  height: z.number(),
  usedHeight: orUndefined(z.number()),
});

const changeOf = <E extends string, T extends z.ZodType>(entity: E, row: T) =>
  z.object({ entity: z.literal(entity), key: z.string(), before: orUndefined(row), after: orUndefined(row) });

const StoredDelta = z.array(
  z.discriminatedUnion('entity', [
    changeOf('inscription', Inscription),
    changeOf('location', Location),
    changeOf('token', Token),
    changeOf('balance', Balance),
    changeOf('lot', Lot),
  ]),
);

/** A row that goes is found by its key (a balance by its row): a block full of new inscriptions must fit into one column. */
function keyAlone(change: RowChange): RowChange {
  return change.after !== undefined || change.entity === 'balance'
    ? change
    : { ...change, before: undefined };
}

/** The delta as plain JSON. */
export function deltaToJson(delta: Delta): unknown {
  const text = JSON.stringify(delta.map(keyAlone), (_, value: unknown) => {
    if (typeof value === 'bigint') return value.toString();
    return value === undefined ? null : value;
  });
  const json: unknown = JSON.parse(text);
  return json;
}

/** @throws when what lies there is no delta: the database was changed by other hands */
export function deltaFromJson(json: unknown): Delta {
  return StoredDelta.parse(json);
}
