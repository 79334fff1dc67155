/** What one protocol is to a ledger: the rows it keeps and the events it tells. */
import type { Shelf } from './shelf.ts';

export interface ProtocolRecord<Rows, Event> {
  /** An empty shelf for each kind of row. */
  readonly shelves: () => { readonly [E in keyof Rows]: Shelf<Rows[E]> };
  /** One event as a line of the protocol's event hash (docs/event-hash.md). */
  readonly line: (event: Event) => string;
}
