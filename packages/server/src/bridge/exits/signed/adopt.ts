/** Exits that the signer has signed and that this database knows nothing of: after a crash between both, or with an older database. */
import { messageOf } from '../../../repeat.ts';
import type { KnownAsset } from '../../../store/bridge/asset-store.ts';
import type { DepositRow } from '../../../store/bridge/deposit-store.ts';
import { exitsOf, keepExit } from '../../../store/bridge/exit-store.ts';
import type { BridgeContext } from '../../context.ts';
import { moveOut } from '../sign-and-send.ts';
import { rowOnBtc, rowOnMvc } from './signed-rows.ts';
import type { Signed } from './signed-rows.ts';

/** @returns names of the deposits that leave already; one whose exit only some of its signers have signed, and the others do not any more, is built again */
export async function adoptSigned(
  context: BridgeContext,
  known: KnownAsset,
  deposits: readonly DepositRow[],
): Promise<ReadonlySet<string>> {
  if (deposits.length === 0) return new Set();
  const byName = new Map(deposits.map((row) => [row.name, row]));
  const signed = await context.custody.signed([...byName.keys()]);
  const rows = new Map((await exitsOf(context.store.db, [...byName.keys()])).map((row) => [row.id, row]));
  const found = new Set<string>();
  for (const one of signed) {
    const deposit = byName.get(one.deposit);
    const row = rows.get(one.id);
    // The journal keeps what is dead too.
    if (deposit === undefined || one.asset !== known.asset.id || row?.dead === true) continue;
    try {
      if (row === undefined) await adoptOne(context, known, deposit, one);
      else await moveOut(context.store.db, deposit, row.kind);
      found.add(one.deposit);
    } catch (error) {
      // Its coins may be in no block for a while.
      context.warn('a signed exit cannot be taken up yet', { deposit: one.deposit, error: messageOf(error) });
    }
  }
  return found;
}

async function adoptOne(
  context: BridgeContext,
  known: KnownAsset,
  deposit: DepositRow,
  signed: Signed,
): Promise<void> {
  const row =
    signed.chain === 'btc'
      ? await rowOnBtc(context, known, signed)
      : await rowOnMvc(context, known, deposit, signed);
  await context.store.transact(async (tx) => {
    await keepExit(tx, row);
    await moveOut(tx, deposit, signed.kind);
  });
}
