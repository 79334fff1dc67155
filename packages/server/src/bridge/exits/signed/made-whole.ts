/** Of several signers one may have refused for a while, or was away, after others had signed: what they signed is asked for again until it is whole. */
import { Refusal } from '@rialto/refusals';
import { isHalfSigned } from '../../../custody/half-signed.ts';
import { noteExit } from '../../../store/bridge/exit-store.ts';
import type { ExitRow } from '../../../store/bridge/exit-store.ts';
import type { BridgeContext } from '../../context.ts';

/** @returns the row as it can be sent, or as it is where somebody still does not sign */
export async function madeWhole(
  { custody, store }: Pick<BridgeContext, 'custody' | 'store'>,
  row: ExitRow,
): Promise<ExitRow> {
  if (row.chain !== 'btc' || !isHalfSigned(row.raw)) return row;
  try {
    const signed = await custody.signed([row.deposit]);
    const raw = signed.find(({ id }) => id === row.id)?.raw ?? row.raw;
    if (raw === row.raw) return row;
    await noteExit(store.db, row.id, { raw });
    return { ...row, raw };
  } catch (error) {
    if (error instanceof Refusal) return row;
    throw error;
  }
}
