/** Deposits that are deep enough leave: each is signed for once, written down, and sent (bridge §5). What cannot leave now says why it waits. */
import type { BridgeWait } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import { messageOf } from '../../repeat.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { moveDeposits, noteDeposits } from '../../store/bridge/deposit-store.ts';
import type { DepositRow } from '../../store/bridge/deposit-store.ts';
import { dueDeposits } from '../../store/bridge/due-store.ts';
import { findOrders } from '../../store/bridge/order-store.ts';
import type { BridgeOrderRow } from '../../store/bridge/order-store.ts';
import { standsStill } from '../assets/stands-still.ts';
import type { BridgeContext } from '../context.ts';
import type { Asked } from './signed/take-up.ts';
import type { Heights } from '../follow/heights.ts';
import { MOST_DUE, dueNow } from './due-now.ts';
import { payoutOf } from './exit-of.ts';
import type { Pauses } from './pauses.ts';
import { signAndSend } from './sign-and-send.ts';
import { heldBy } from './wait-of.ts';
import type { Held } from './wait-of.ts';

/** What is known of deposits between two looks. */
export interface Leaving {
  /** Of which the signer was asked what it signed before. */
  readonly asked: Asked;
  readonly pauses: Pauses;
}

export async function leaveDeposits(
  context: BridgeContext,
  assets: readonly KnownAsset[],
  heights: Heights,
  leaving: Leaving,
): Promise<void> {
  const isStill = await standsStill(context);
  for (const known of assets) {
    const wait: BridgeWait = known.paused ?? (isStill ? 'standing-still' : null);
    if (wait !== null) await allWait(context, known, heights, wait);
    else await leaveOf(context, known, heights, leaving);
  }
}

async function allWait(
  context: BridgeContext,
  known: KnownAsset,
  heights: Heights,
  wait: BridgeWait,
): Promise<void> {
  for (const direction of WAYS) {
    const due = await dueDeposits(context.store.db, known.asset, heights, { direction, most: MOST_DUE });
    await note(context, due, { wait, reason: '' });
  }
}

const WAYS = ['mint', 'redeem'] as const;

/** Each way by itself: one that has run dry holds up nothing of the other. */
async function leaveOf(
  context: BridgeContext,
  known: KnownAsset,
  heights: Heights,
  leaving: Leaving,
): Promise<void> {
  for (const direction of WAYS) {
    const next = await dueNow(context, known, { direction, heights, ...leaving });
    if (!(await payOutAll(context, known, next, { ...leaving, heights }))) return;
  }
}

/** @returns false where nothing of this asset goes out now */
async function payOutAll(
  context: BridgeContext,
  known: KnownAsset,
  due: readonly DepositRow[],
  { asked, pauses, heights }: Leaving & { readonly heights: Heights },
): Promise<boolean> {
  const ids = due.flatMap(({ orderId }) => orderId ?? []);
  const orders = new Map((await findOrders(context.store.db, ids)).map((row) => [row.id, row]));
  for (const deposit of due) {
    const { name, orderId } = deposit;
    const order = orderId === null ? undefined : orders.get(orderId);
    if (order === undefined) continue;
    const held = await tried(context, known, { deposit, order });
    if (held === undefined) {
      pauses.forget(name);
      continue;
    }
    // It may have been signed, and the answer lost.
    asked.delete(name);
    await note(context, [deposit], held);
    if (held.by === 'asset') return false;
    if (held.by === 'rule') await moveDeposits(context.store.db, 'refuse', [name], { wait: null });
    else pauses.failed(name, held.by, context.now(), heights);
  }
  return true;
}

async function note(
  context: BridgeContext,
  rows: readonly DepositRow[],
  { wait, reason }: Pick<Held, 'wait' | 'reason'>,
): Promise<void> {
  const changed = rows.filter((row) => row.wait !== wait || row.reason !== reason).map(({ name }) => name);
  await noteDeposits(context.store.db, changed, { wait, reason });
}

/** @returns why it waits; undefined where it left */
async function tried(
  context: BridgeContext,
  known: KnownAsset,
  paid: { readonly deposit: DepositRow; readonly order: BridgeOrderRow },
): Promise<Held | undefined> {
  try {
    await signAndSend(context, payoutOf(context, known, paid));
    return undefined;
  } catch (error) {
    const held = heldWithLot(error, known);
    if (held.by === 'refused' || held.by === 'rule' || held.wait === 'signer' || held.wait === 'break')
      context.warn('a deposit of the bridge cannot leave', {
        ...{ deposit: paid.deposit.name, error: messageOf(error) },
      });
    return held;
  }
}

/** A payout of BRC-20 whose deposit is deep waits for its lot. */
function heldWithLot(error: unknown, { asset }: KnownAsset): Held {
  const held = heldBy(error);
  const isWaiting = error instanceof Refusal && error.code === 'bridge-deposit-waits';
  return isWaiting && asset.origin.network === 'BRC20' ? { ...held, wait: 'lot' } : held;
}
