/** How each kind of ledger row is stored in its table, both ways. The only place that knows columns of ledger rows. */
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
import { writeRuneName } from '@rialto/protocols';
import type { Entity, LedgerRows, Mrc20Token, RuneRow, RuneTerms } from '@rialto/protocols';
import type { PgTable } from 'drizzle-orm/pg-core';

interface Shape<E extends Entity> {
  readonly table: PgTable;
  /** The fields that name a row. */
  readonly keys: readonly string[];
  /** Of those, the scripts: they are compared by their hash, as the table's index has them. */
  readonly scripts?: readonly string[];
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
  balance: {
    table: balances,
    keys: ['script', 'asset'],
    scripts: ['script'],
    record: (row) => ({ ...row }),
  },
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

function mrc20Record(row: Mrc20Token): Readonly<Record<string, unknown>> {
  const { pinCheck, payCheck, ...rest } = row;
  return {
    ...rest,
    checkCreator: pinCheck.creator,
    checkLvl: pinCheck.lvl,
    checkPath: pinCheck.path,
    checkCount: pinCheck.count,
    payTo: payCheck?.payTo,
    payAmount: payCheck?.payAmount,
  };
}
