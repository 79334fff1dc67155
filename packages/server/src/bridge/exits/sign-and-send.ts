/** One build of an exit: signed, written down, and only then sent. */
import { keepExit } from '../../store/bridge/exit-store.ts';
import type { NewExit } from '../../store/bridge/exit-store.ts';
import type { BridgeContext } from '../context.ts';
import { moveOut } from './adopt.ts';
import type { Exit } from './exit-of.ts';
import { giveExit } from './give.ts';
import { payExit } from './pay.ts';
import type { Before } from './pay.ts';
import { sendExit } from './send.ts';

/** @throws Refusal as `payExit` and `giveExit` */
export async function signAndSend(context: BridgeContext, exit: Exit, before?: Before): Promise<NewExit> {
  const make = exit.chain === 'btc' ? payExit : giveExit;
  const row = await make(context, exit, before);
  context.at('bridge-signed');
  await context.store.transact(async (tx) => {
    await keepExit(tx, row);
    await moveOut(tx, exit.deposit, exit.kind);
  });
  context.at('bridge-kept');
  await sendExit(context, row);
  context.at('bridge-sent');
  return row;
}
