/** Blocks on both chains until an order of the bridge is where it is to be. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BridgeOrderView } from '@rialto/contract';
import type { BridgeUser } from './bridge-user.ts';
import type { BridgeGround } from './open-bridge.ts';

const WAIT_MS = 60_000;
const LOOK_MS = 150;
/** So often it is looked at before the next block: what is sent needs a moment. */
const LOOKS = 4;

/** @throws Error when it does not come to that */
export async function mineUntil(
  { chain, mvc, ready }: Pick<BridgeGround, 'chain' | 'mvc' | 'ready'>,
  user: Pick<BridgeUser, 'look'>,
  orderId: string,
  isThere: (order: BridgeOrderView) => boolean,
): Promise<BridgeOrderView> {
  const until = Date.now() + WAIT_MS;
  for (let at = 1; ; at += 1) {
    const order = await user.look(orderId);
    if (isThere(order)) return order;
    if (Date.now() > until)
      throw new Error(`the order ${orderId} is ${order.state} (${order.waits ?? 'no reason'}) for too long`);
    if (at % LOOKS === 0) {
      await chain.mine(1);
      mvc.mine();
      await ready();
    } else await sleep(LOOK_MS);
  }
}

export const isDone = ({ state }: BridgeOrderView): boolean => state === 'done';
