/** How each kind of ledger row lies in its table, both ways. The only place that knows columns of ledger rows. */
import {
  balances,
  inscriptions,
  locations,
  lots,
  mrc20Holdings,
  mrc20Tokens,
  pinLocations,
  pins,
  runeBalances,
  runes,
  shovelUses,
  tokens,
} from '@rialto/ground';
import { invariant, readRuneName, isFlaw, writeRuneName } from '@rialto/protocols';
import type { Entity, LedgerRows, Mrc20Token, RuneRow, RuneTerms } from '@rialto/protocols';
import type { PgTable } from 'drizzle-orm/pg-core';

export interface Shape<E extends Entity> {
  readonly table: PgTable;
  /** The fields that name a row. */
  readonly keys: readonly string[];
  /** The row as fields of the table. */
  readonly record: (row: LedgerRows[E], key: string) => Readonly<Record<string, unknown>>;
}

export const SHAPES: { readonly [E in Entity]: Shape<E> } = {
  inscription: { table: inscriptions, keys: ['id'], record: (row) => ({ ...row }) },
  location: {
    table: locations,
    keys: ['inscription'],
    record: (row, key) => ({ ...row, inscription: key }),
  },
  token: { table: tokens, keys: ['asset'], record: (row) => ({ ...row }) },
  balance: { table: balances, keys: ['script', 'asset'], record: (row) => ({ ...row }) },
  lot: { table: lots, keys: ['inscription'], record: (row) => ({ ...row }) },
  rune: { table: runes, keys: ['id'], record: runeRecord },
  runeBalance: { table: runeBalances, keys: ['outpoint', 'rune'], record: (row) => ({ ...row }) },
  pin: { table: pins, keys: ['id'], record: (row) => ({ ...row }) },
  pinLocation: { table: pinLocations, keys: ['pin'], record: (row, key) => ({ ...row, pin: key }) },
  mrc20Token: { table: mrc20Tokens, keys: ['asset'], record: mrc20Record },
  mrc20Holding: { table: mrc20Holdings, keys: ['outpoint', 'asset'], record: (row) => ({ ...row }) },
  shovelUse: { table: shovelUses, keys: ['asset', 'pin'], record: (row) => ({ ...row }) },
};

function runeRecord(row: RuneRow): Readonly<Record<string, unknown>> {
  const { terms, name, ...rest } = row;
  const { amount: mintAmount, ...window } = terms ?? NO_TERMS;
  return { ...rest, name: writeRuneName(name), open: terms !== undefined, mintAmount, ...window };
}

const NO_TERMS: RuneTerms = {
  amount: undefined,
  cap: undefined,
  heightStart: undefined,
  heightEnd: undefined,
  offsetStart: undefined,
  offsetEnd: undefined,
};

export function runeOf(record: typeof runes.$inferSelect): RuneRow {
  const { name, symbol, open, mintAmount, cap, heightStart, heightEnd, offsetStart, offsetEnd, ...rest } =
    record;
  const read = readRuneName(name);
  invariant(!isFlaw(read), 'a kept rune has a name');
  const terms = {
    ...{ amount: mintAmount ?? undefined, cap: cap ?? undefined },
    ...{ heightStart: heightStart ?? undefined, heightEnd: heightEnd ?? undefined },
    ...{ offsetStart: offsetStart ?? undefined, offsetEnd: offsetEnd ?? undefined },
  };
  return { ...rest, name: read, symbol: symbol ?? undefined, terms: open ? terms : undefined };
}

function mrc20Record(row: Mrc20Token): Readonly<Record<string, unknown>> {
  const { pinCheck, payCheck, ...rest } = row;
  return {
    ...rest,
    ...{ checkCreator: pinCheck.creator, checkLvl: pinCheck.lvl },
    ...{ checkPath: pinCheck.path, checkCount: pinCheck.count },
    ...{ payTo: payCheck?.payTo, payAmount: payCheck?.payAmount },
  };
}

export function mrc20TokenOf(record: typeof mrc20Tokens.$inferSelect): Mrc20Token {
  const { checkCreator, checkLvl, checkPath, checkCount, payTo, payAmount, ...rest } = record;
  return {
    ...rest,
    pinCheck: { creator: checkCreator, lvl: checkLvl, path: checkPath, count: checkCount },
    payCheck: payTo === null || payAmount === null ? undefined : { payTo, payAmount },
  };
}
