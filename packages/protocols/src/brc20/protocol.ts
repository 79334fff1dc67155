/** BRC-20 as a part of the ledger. */
import type { ProtocolRecord } from '../protocol-record.ts';
import { Table, byTick } from '../table.ts';
import { brc20Line } from './rows.ts';
import type { Brc20Balance, Brc20Event, Brc20Lot, Brc20Token } from './rows.ts';

export interface Brc20Rows {
  readonly token: Brc20Token;
  readonly balance: Brc20Balance;
  readonly lot: Brc20Lot;
}

export const brc20: ProtocolRecord<Brc20Rows, Brc20Event> = {
  tables: () => ({ token: byTick(), balance: new Table(), lot: new Table() }),
  line: brc20Line,
};
