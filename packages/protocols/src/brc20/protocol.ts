/** BRC-20 as a part of the ledger. */
import type { ProtocolRecord } from '../protocol-record.ts';
import { Shelf, byTick } from '../shelf.ts';
import { brc20Line } from './rows.ts';
import type { Brc20Balance, Brc20Event, Brc20Lot, Brc20Token } from './rows.ts';

export interface Brc20Rows {
  readonly token: Brc20Token;
  readonly balance: Brc20Balance;
  readonly lot: Brc20Lot;
}

export const brc20: ProtocolRecord<Brc20Rows, Brc20Event> = {
  shelves: () => ({ token: byTick(), balance: new Shelf(), lot: new Shelf() }),
  line: brc20Line,
};
