/** Runes as a part of the ledger. */
import type { ProtocolRecord } from '../protocol-record.ts';
import { Table, byOutpoint } from '../table.ts';
import type { RuneBalance, RuneEvent, RuneRow } from './rows.ts';

export interface RuneRows {
  readonly rune: RuneRow;
  readonly runeBalance: RuneBalance;
}

export const runes: ProtocolRecord<RuneRows, RuneEvent> = {
  tables: () => ({ rune: new Table((row) => row.name.toString()), runeBalance: byOutpoint() }),
  line,
};

function line({ kind, txid, rune, amount, outpoint }: RuneEvent): string {
  return `${kind};${txid};${rune};${amount};${outpoint ?? ''}`;
}
