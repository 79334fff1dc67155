/** The rows of one kind while a block is worked out, and what it changed of them. */

export interface RowChange<E extends string, R> {
  readonly entity: E;
  readonly key: string;
  /** Undefined when the row is new. */
  readonly before: R | undefined;
  /** Undefined when the row goes. */
  readonly after: R | undefined;
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
  changes<E extends string>(entity: E): RowChange<E, R>[] {
    const changes: RowChange<E, R>[] = [];
    for (const [key, after] of this.now) {
      const before = this.known.get(key);
      if (before !== undefined || after !== undefined) changes.push({ entity, key, before, after });
    }
    return changes;
  }
}
