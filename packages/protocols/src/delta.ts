/** A Delta: what one block changes in the ledger, row by row, with its exact inverse. */
import type { Brc20Balance, Brc20Lot, Brc20Token } from './brc20/rows.ts';
import type { InscriptionRow, LocationRow } from './inscriptions/rows.ts';

interface Change<E extends string, R> {
  readonly entity: E;
  readonly key: string;
  /** Undefined when the row is new. */
  readonly before: R | undefined;
  /** Undefined when the row goes. */
  readonly after: R | undefined;
}

export type RowChange =
  | Change<'inscription', InscriptionRow>
  | Change<'location', LocationRow>
  | Change<'token', Brc20Token>
  | Change<'balance', Brc20Balance>
  | Change<'lot', Brc20Lot>;

export type Delta = readonly RowChange[];

/** The delta that takes everything back: before and after exchanged, last change first. */
export function invert(delta: Delta): Delta {
  return delta.map(swap).toReversed();
}

function swap(change: RowChange): RowChange {
  // A switch, because only there does each member keep its own row.
  switch (change.entity) {
    case 'inscription':
      return { ...change, before: change.after, after: change.before };
    case 'location':
      return { ...change, before: change.after, after: change.before };
    case 'token':
      return { ...change, before: change.after, after: change.before };
    case 'balance':
      return { ...change, before: change.after, after: change.before };
    case 'lot':
      return { ...change, before: change.after, after: change.before };
  }
}

/** Rows of one kind while a block is worked out: what was known before, and what holds now. */
export class Draft<R> {
  private readonly known = new Map<string, R>();
  private readonly now = new Map<string, R | undefined>();

  /** Tells what the ledger holds; must come before the row is changed. */
  know(key: string, row: R): void {
    if (!this.known.has(key)) this.known.set(key, row);
  }

  get(key: string): R | undefined {
    return this.now.has(key) ? this.now.get(key) : this.known.get(key);
  }

  set(key: string, row: R | undefined): void {
    this.now.set(key, row);
  }

  /** One change per touched row, in the order of first touch. */
  changes(): { key: string; before: R | undefined; after: R | undefined }[] {
    return [...this.now]
      .map(([key, after]) => ({ key, before: this.known.get(key), after }))
      .filter(({ before, after }) => before !== undefined || after !== undefined);
  }
}
