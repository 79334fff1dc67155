/** What one protocol is to a ledger: the rows it keeps and the events it tells. */
import type { Table } from './table.ts';

export interface ProtocolRecord<Rows, Event> {
  /** An empty table for each kind of row. */
  readonly tables: () => { readonly [E in keyof Rows]: Table<Rows[E]> };
  /** One event as a line of the protocol's event hash (docs/event-hash.md). */
  readonly line: (event: Event) => string;
}
