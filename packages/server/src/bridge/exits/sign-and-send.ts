/** One build of an exit: signed, written down, and only then sent. */
import { Refusal } from '@rialto/refusals';
import { findDeposits, moveDeposits } from '../../store/bridge/deposit-store.ts';
import type { DepositRow } from '../../store/bridge/deposit-store.ts';
import { exitsOf, keepExit } from '../../store/bridge/exit-store.ts';
import type { NewExit } from '../../store/bridge/exit-store.ts';
import type { BridgeContext } from '../context.ts';
import type { Before, Exit } from './exit-of.ts';
import { namesOf } from './mvc/coin-names.ts';
import { giveExit } from './mvc/give.ts';
import { payExit } from './pay.ts';
import { sendExit } from './send.ts';
import { inTurnOfFees } from './turn-of-fees.ts';

/** @throws Refusal as `payExit` and `giveExit` */
export async function signAndSend(context: BridgeContext, exit: Exit, before?: Before): Promise<NewExit> {
  const row = await inTurnOfFees(context, exit.chain, () => signed(context, exit, before));
  context.at('bridge-kept');
  await sendExit(context, row);
  context.at('bridge-sent');
  return row;
}

async function signed(context: BridgeContext, exit: Exit, before: Before | undefined): Promise<NewExit> {
  const row =
    exit.chain === 'btc' ? await payExit(context, exit, before) : await given(context, exit, before);
  context.at('bridge-signed');
  await context.store.transact(async (tx) => {
    await keepExit(tx, row);
    await moveOut(tx, exit.deposit, exit.kind);
  });
  return row;
}

/**
 * Of several signers the first may have signed one for this deposit that another refused at that moment: it is in no row here, and whatever is
 * built now spends its coins again.
 */
async function given(context: BridgeContext, exit: Exit, before: Before | undefined): Promise<NewExit> {
  try {
    return await giveExit(context, exit, before);
  } catch (error) {
    if (before !== undefined || !(error instanceof Refusal) || error.code !== 'bridge-exit-made') throw error;
    const { name } = exit.deposit;
    const rows = await exitsOf(context.store.db, [name]);
    const dead = new Set(rows.flatMap((row) => (row.dead ? [row.id] : [])));
    // The journal keeps what is dead too.
    const signed = (await context.custody.signed([name])).filter(({ id }) => !dead.has(id));
    const gives = signed.flatMap(({ give }) => give ?? []);
    if (gives.length === 0) throw error;
    const named = (of: 'tokens' | 'space'): Promise<string[]> =>
      namesOf(context, [...new Set(gives.flatMap((give) => give[of]))]);
    return giveExit(context, exit, { inputs: await named('tokens'), fees: await named('space') });
  }
}

/** Whatever we thought of it: it leaves this way. */
export async function moveOut(
  db: Parameters<typeof moveDeposits>[0],
  { name }: Pick<DepositRow, 'name'>,
  kind: 'payout' | 'refund',
): Promise<void> {
  const [row] = await findDeposits(db, [name]);
  if (kind === 'payout') {
    if (row?.status === 'refused') await moveDeposits(db, 'accept', [name], { reason: '' });
    await moveDeposits(db, 'pay', [name], { wait: null, reason: '' });
  } else {
    if (row?.status === 'confirming') await moveDeposits(db, 'refuse', [name]);
    await moveDeposits(db, 'refund', [name], { wait: null });
  }
}
