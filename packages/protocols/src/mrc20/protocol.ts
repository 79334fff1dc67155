/** MRC-20 as a part of the ledger. */
import type { ProtocolRecord } from '../protocol-record.ts';
import { Table, byOutpoint, byTick } from '../table.ts';
import type { Mrc20Event, Mrc20Holding, Mrc20Token, ShovelUse } from './rows.ts';

export interface Mrc20Rows {
  readonly mrc20Token: Mrc20Token;
  readonly mrc20Holding: Mrc20Holding;
  readonly shovelUse: ShovelUse;
}

export const mrc20: ProtocolRecord<Mrc20Rows, Mrc20Event> = {
  tables: () => ({ mrc20Token: byTick(), mrc20Holding: byOutpoint(), shovelUse: new Table() }),
  line,
};

function line({ kind, txid, asset, amount, outpoint }: Mrc20Event): string {
  return `${kind};${txid};${asset};${amount};${outpoint ?? ''}`;
}
