/** PINs as a part of the ledger. */
import type { ProtocolRecord } from '../protocol-record.ts';
import { Table, byOutpoint } from '../table.ts';
import type { PinEvent, PinLocation, PinRow } from './rows.ts';

export interface PinRows {
  readonly pin: PinRow;
  readonly pinLocation: PinLocation;
}

export const pins: ProtocolRecord<PinRows, PinEvent> = {
  tables: () => ({ pin: new Table(), pinLocation: byOutpoint() }),
  line,
};

function line({ kind, txid, pin, to }: PinEvent): string {
  return `${kind};${txid};${pin};${to === undefined ? '' : `${to.outpoint};${to.offset}`}`;
}
