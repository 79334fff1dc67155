/** Inscriptions as a part of the ledger. */
import type { ProtocolRecord } from '../protocol-record.ts';
import { Table, byOutpoint } from '../table.ts';
import type { InscriptionEvent, InscriptionRow, LocationRow } from './rows.ts';

export interface InscriptionRows {
  readonly inscription: InscriptionRow;
  readonly location: LocationRow;
}

export const inscriptions: ProtocolRecord<InscriptionRows, InscriptionEvent> = {
  tables: () => ({ inscription: new Table(), location: byOutpoint() }),
  line,
};

function line(event: InscriptionEvent): string {
  if (event.kind === 'new') {
    const { id, number, curse, vindicated, to } = event;
    return `new;${id};${number};${curse ?? ''};${vindicated ? 'true' : 'false'};${to.outpoint};${to.offset}`;
  }
  const to = event.to === 'fee' ? 'fee' : `${event.to.outpoint};${event.to.offset}`;
  return `moved;${event.id};${event.from};${to}`;
}
