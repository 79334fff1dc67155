/** A Delta: what one block changes in the ledger, row by row, with its exact inverse. */
import type { RowChange } from '../draft.ts';
import type { Entity, LedgerRows } from './protocols.ts';

export type Change<E extends Entity> = RowChange<E, LedgerRows[E]>;

export type AnyChange = { [E in Entity]: Change<E> }[Entity];

export type Delta = readonly AnyChange[];

/** The delta that takes everything back: before and after exchanged, last change first. */
export function invert<C extends AnyChange>(delta: readonly C[]): readonly C[] {
  return delta.map((change) => ({ ...change, before: change.after, after: change.before })).toReversed();
}
