/** A Delta: what one block changes in the ledger, row by row, with its exact inverse. */
import type { Brc20Balance, Brc20Lot, Brc20Token } from '../brc20/rows.ts';
import type { RowChange } from '../draft.ts';
import type { InscriptionRow, LocationRow } from '../inscriptions/rows.ts';
import type { PinLocation, PinRow } from '../metaid/rows.ts';
import type { Mrc20Holding, Mrc20Token, ShovelUse } from '../mrc20/rows.ts';
import type { RuneBalance, RuneRow } from '../runes/rows.ts';

/** The row of each kind of thing the ledger keeps. */
export interface LedgerRows {
  readonly inscription: InscriptionRow;
  readonly location: LocationRow;
  readonly token: Brc20Token;
  readonly balance: Brc20Balance;
  readonly lot: Brc20Lot;
  readonly rune: RuneRow;
  readonly runeBalance: RuneBalance;
  readonly pin: PinRow;
  readonly pinLocation: PinLocation;
  readonly mrc20Token: Mrc20Token;
  readonly mrc20Holding: Mrc20Holding;
  readonly shovelUse: ShovelUse;
}

export type Entity = keyof LedgerRows;

export type Change<E extends Entity> = RowChange<E, LedgerRows[E]>;

export type AnyChange = { [E in Entity]: Change<E> }[Entity];

export type Delta = readonly AnyChange[];

/** The delta that takes everything back: before and after exchanged, last change first. */
export function invert<C extends AnyChange>(delta: readonly C[]): readonly C[] {
  return delta.map((change) => ({ ...change, before: change.after, after: change.before })).toReversed();
}
