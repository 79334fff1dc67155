/** Deposits that are deep enough leave: each is signed for once, written down, and sent (bridge §5). What cannot leave now says why it waits. */
import type { BridgeWait } from '@rialto/contract';
import { depthFor } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import { messageOf } from '../../repeat.ts';
import { allAssets } from '../../store/bridge/asset-store.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { dueDeposits, noteDeposits } from '../../store/bridge/deposit-store.ts';
import type { DepositRow } from '../../store/bridge/deposit-store.ts';
import { keepExit } from '../../store/bridge/exit-store.ts';
import type { NewExit } from '../../store/bridge/exit-store.ts';
import { findOrders } from '../../store/bridge/order-store.ts';
import { standsStill } from '../assets/stands-still.ts';
import type { BridgeContext } from '../context.ts';
import type { Asked } from './take-up.ts';
import type { Heights } from '../follow/heights.ts';
import { moveOut } from './adopt.ts';
import { payoutOf } from './exit-of.ts';
import type { Exit } from './exit-of.ts';
import { giveExit } from './give.ts';
import { payExit } from './pay.ts';
import type { Before } from './pay.ts';
import { sendExit } from './send.ts';

/** Signed for in one go; others a moment later. */
const MOST_AT_ONCE = 20;
/** So many say why they wait. */
const MOST_DUE = 500;

export async function leaveDeposits(context: BridgeContext, heights: Heights, asked: Asked): Promise<void> {
  for (const known of await allAssets(context.store.db)) {
    const due = await dueDeposits(context.store.db, known.asset, heights, MOST_DUE);
    await payOutAll(context, known, due, asked);
  }
}

/** As deep on its own chain as its amount asks for. */
export function isDeep(
  { asset }: Pick<KnownAsset, 'asset'>,
  { height, direction, amount }: Pick<DepositRow, 'height' | 'direction' | 'amount'>,
  heights: Heights,
): boolean {
  const tip = direction === 'mint' ? heights.btc : heights.mvc;
  return height !== null && tip - height + 1 >= depthFor(asset, direction, amount);
}

async function payOutAll(
  context: BridgeContext,
  known: KnownAsset,
  due: readonly DepositRow[],
  asked: Asked,
): Promise<void> {
  const { store } = context;
  const wait: BridgeWait = known.paused ?? ((await standsStill(context)) ? 'standing-still' : null);
  if (wait !== null) return note(context, due, wait);
  const orders = new Map(
    (
      await findOrders(
        store.db,
        due.flatMap(({ orderId }) => orderId ?? []),
      )
    ).map((row) => [row.id, row]),
  );
  for (const deposit of due.filter(({ name }) => asked.has(name)).slice(0, MOST_AT_ONCE)) {
    const order = deposit.orderId === null ? undefined : orders.get(deposit.orderId);
    if (order === undefined) continue;
    const exit = payoutOf(context, known, { deposit, order });
    const reason = await tried(context, exit, asked);
    await note(context, [deposit], reason);
    // Nothing of this asset goes out until then.
    if (reason === 'signer' || reason === 'break' || reason === 'paused') return;
  }
}

async function note(context: BridgeContext, rows: readonly DepositRow[], wait: BridgeWait): Promise<void> {
  const changed = rows.filter((row) => row.wait !== wait).map(({ name }) => name);
  await noteDeposits(context.store.db, changed, { wait });
}

/** @returns why it waits; null where it left */
async function tried(context: BridgeContext, exit: Exit, asked: Asked): Promise<BridgeWait> {
  try {
    await signAndSend(context, exit);
    return null;
  } catch (error) {
    // It may have been signed, and the answer lost.
    asked.delete(exit.deposit.name);
    if (!(error instanceof Refusal)) throw error;
    const wait = waitOf(error);
    if (wait === 'signer' || wait === 'break')
      context.warn('a deposit of the bridge cannot leave', {
        ...{ deposit: exit.deposit.name, error: messageOf(error) },
      });
    return wait;
  }
}

function waitOf({ code }: Refusal): BridgeWait {
  switch (code) {
    case 'bridge-paused':
      return 'paused';
    case 'bridge-short':
      return 'short';
    case 'bridge-exposure':
      return 'exposure';
    case 'limit-reached':
      return 'hour';
    case 'bridge-fees-high':
    case 'insufficient-funds':
      return 'fees';
    case 'bridge-break':
      return 'break';
    // The next look finds it otherwise.
    case 'bridge-deposit-waits':
    case 'syncing':
      return null;
    default:
      return 'signer';
  }
}

/** Signed, written down, and only then sent. @throws Refusal as `payExit` and `giveExit` */
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
