/** PINs as a part of the ledger. */
import type { ProtocolRecord } from '../protocol-record.ts';
import { Shelf, byOutpoint } from '../shelf.ts';
import type { PinEvent, PinLocation, PinRow } from './rows.ts';

export interface PinRows {
  readonly pin: PinRow;
  readonly pinLocation: PinLocation;
}

export const pins: ProtocolRecord<PinRows, PinEvent> = {
  shelves: () => ({ pin: new Shelf(), pinLocation: byOutpoint() }),
  line,
};

function line({ kind, txid, pin, to }: PinEvent): string {
  return `${kind};${txid};${pin};${to === undefined ? '' : `${to.outpoint};${to.offset}`}`;
}
