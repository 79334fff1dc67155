/** What every function that writes the MVC index is given: a transaction, and the tables of the index it is about. */
import type { MvcTables } from '@rialto/ground';
import type { Queries, Tx } from '../../store/database.ts';

export interface Reading {
  readonly db: Queries;
  readonly tables: MvcTables;
}

export interface Writing {
  readonly tx: Tx;
  readonly tables: MvcTables;
}
