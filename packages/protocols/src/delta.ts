/** A Delta: what one block changes in the ledger, row by row, with its exact inverse. */
import type { Brc20Balance, Brc20Lot, Brc20Token } from './brc20/rows.ts';
import type { InscriptionRow, LocationRow } from './inscriptions/rows.ts';
import type { PinLocation, PinRow } from './metaid/rows.ts';
import type { Mrc20Holding, Mrc20Token, ShovelUse } from './mrc20/rows.ts';
import type { RuneBalance, RuneRow } from './runes/rows.ts';

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

export interface Change<E extends Entity> {
  readonly entity: E;
  readonly key: string;
  /** Undefined when the row is new. */
  readonly before: LedgerRows[E] | undefined;
  /** Undefined when the row goes. */
  readonly after: LedgerRows[E] | undefined;
}

export type RowChange = { [E in Entity]: Change<E> }[Entity];

export type Delta = readonly RowChange[];

/** The delta that takes everything back: before and after exchanged, last change first. */
export function invert<C extends RowChange>(delta: readonly C[]): readonly C[] {
  return delta.map((change) => ({ ...change, before: change.after, after: change.before })).toReversed();
}

/** Rows of one kind while a block is worked out: what was known before, and what holds now. */
export class Draft<R> {
  private readonly known = new Map<string, R>();
  private readonly now = new Map<string, R | undefined>();

  /** Tells what the ledger holds. A row that the block has changed already is the block's own, not the ledger's. */
  know(key: string, row: R): void {
    if (!this.known.has(key) && !this.now.has(key)) this.known.set(key, row);
  }

  get(key: string): R | undefined {
    return this.now.has(key) ? this.now.get(key) : this.known.get(key);
  }

  set(key: string, row: R | undefined): void {
    this.now.set(key, row);
  }

  /** One change per touched row, in the order of first touch. */
  changes<E extends Entity>(
    entity: E,
  ): { entity: E; key: string; before: R | undefined; after: R | undefined }[] {
    const changes = [];
    for (const [key, after] of this.now) {
      const before = this.known.get(key);
      if (before !== undefined || after !== undefined) changes.push({ entity, key, before, after });
    }
    return changes;
  }
}
