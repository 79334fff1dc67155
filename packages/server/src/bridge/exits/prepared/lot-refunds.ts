/** Refunds of BRC-20 that were asked for leave by themselves, once their lot is deep enough. */
import type { KnownAsset } from '../../../store/bridge/asset-store.ts';
import { noteDeposits } from '../../../store/bridge/deposit-store.ts';
import { awaitedRefunds, envelopesOf } from '../../../store/bridge/envelope-store.ts';
import { messageOf } from '../../../repeat.ts';
import type { BridgeContext } from '../../context.ts';
import type { Heights } from '../../follow/heights.ts';
import { refundFor } from '../exit-of.ts';
import type { Pauses } from '../pauses.ts';
import { signAndSend } from '../sign-and-send.ts';
import { heldBy } from '../wait-of.ts';
import { isReady, lotStates } from './lot-states.ts';

/** Looked at in one go, and signed for. */
const [MOST_LOOKED, MOST_AT_ONCE] = [500, 20];

export async function leaveWithLots(
  context: BridgeContext,
  assets: readonly KnownAsset[],
  { heights, pauses }: { readonly heights: Heights; readonly pauses: Pauses },
): Promise<void> {
  const { db } = context.store;
  for (const known of assets) {
    if (known.asset.origin.network !== 'BRC20' || known.paused !== null) continue;
    const waiting = await awaitedRefunds(db, known.asset.id, MOST_LOOKED);
    const rows = await envelopesOf(
      db,
      waiting.map(({ name }) => name),
    );
    const ready = new Set(
      (await lotStates(context, known, rows)).filter(isReady).map(({ row }) => row.deposit),
    );
    const resting = pauses.resting(context.now(), heights);
    const due = waiting.filter(({ name }) => ready.has(name) && !resting.includes(name));
    for (const deposit of due.slice(0, MOST_AT_ONCE)) {
      const { name } = deposit;
      try {
        const exit = await refundFor(context, known, deposit);
        if (exit !== undefined) await signAndSend(context, exit);
        pauses.forget(name);
      } catch (error) {
        const { by, wait } = heldBy(error);
        context.warn('a refund of the bridge cannot leave yet', { deposit: name, error: messageOf(error) });
        await noteDeposits(db, [name], { wait: wait ?? 'lot' });
        if (by === 'asset') break;
        pauses.failed(name, by === 'rule' ? 'refused' : by, context.now(), heights);
      }
    }
  }
}
