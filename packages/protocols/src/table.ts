/** The rows of one kind in memory. */

/** Rows of one kind by key, and by one other name where something else asks for them. */
export class Table<R> {
  private readonly rows = new Map<string, R>();
  private readonly named = new Map<string, Map<string, R>>();
  private readonly nameOf: ((row: R) => string) | undefined;

  constructor(nameOf?: (row: R) => string) {
    this.nameOf = nameOf;
  }

  get(key: string): R | undefined {
    return this.rows.get(key);
  }

  /** Puts a row, or takes it away. */
  set(key: string, row: R | undefined): void {
    const before = this.rows.get(key);
    if (before !== undefined) this.unname(key, before);
    if (row === undefined) {
      this.rows.delete(key);
      return;
    }
    this.rows.set(key, row);
    if (this.nameOf === undefined) return;
    const name = this.nameOf(row);
    const same = this.named.get(name);
    if (same === undefined) this.named.set(name, new Map([[key, row]]));
    else same.set(key, row);
  }

  /** The rows under the other name, with their keys and in their order: what happens must not depend on who came first into memory. */
  under(name: string): readonly [string, R][] {
    const rows = [...(this.named.get(name) ?? [])];
    return rows.length < 2 ? rows : rows.sort(([a], [b]) => (a < b ? -1 : 1));
  }

  has(name: string): boolean {
    return this.named.has(name);
  }

  all(): Iterable<[string, R]> {
    return this.rows;
  }

  private unname(key: string, row: R): void {
    if (this.nameOf === undefined) return;
    const name = this.nameOf(row);
    const same = this.named.get(name);
    same?.delete(key);
    if (same?.size === 0) this.named.delete(name);
  }
}

/** Rows that are also looked up by the outpoint they are on. */
export function byOutpoint<R extends { readonly outpoint: string }>(): Table<R> {
  return new Table<R>((row) => row.outpoint);
}

/** Rows that are also looked up by their tick. */
export function byTick<R extends { readonly tick: string }>(): Table<R> {
  return new Table<R>((row) => row.tick);
}
