/** Blocks on both chains until orders of the bridge are where they are to be; whoever waits at the same time shares them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BridgeOrderView } from '@rialto/contract';
import type { BridgeUser } from './bridge-user.ts';
import type { BridgeGround } from './open-bridge.ts';

const WAIT_MS = 60_000;
const LOOK_MS = 150;
/** So long everybody looks before the next block: what is sent needs a moment. */
const BLOCK_MS = 600;

export interface Waiting {
  /** Does something that has to find both chains standing still. */
  between<Done>(act: () => Promise<Done>): Promise<Done>;
  /** @returns the order once it is there, @throws Error when it does not come to that */
  until(
    user: Pick<BridgeUser, 'look'>,
    orderId: string,
    isThere: (order: BridgeOrderView) => boolean,
  ): Promise<BridgeOrderView>;
}

export function openWaiting({ chain, mvc, ready }: Pick<BridgeGround, 'chain' | 'mvc' | 'ready'>): Waiting {
  let lately = Date.now();
  let mining: Promise<void> | undefined;
  let acting = 0;
  const mine = async (): Promise<void> => {
    await chain.mine(1);
    mvc.mine();
    await ready();
    lately = Date.now();
    mining = undefined;
  };
  const isDue = (): boolean => mining !== undefined || (acting === 0 && Date.now() - lately >= BLOCK_MS);
  return {
    between: async (act) => {
      while (mining !== undefined) await mining;
      acting += 1;
      try {
        return await act();
      } finally {
        acting -= 1;
      }
    },
    until: async (user, orderId, isThere) => {
      const until = Date.now() + WAIT_MS;
      for (;;) {
        const order = await user.look(orderId);
        if (isThere(order)) return order;
        if (Date.now() > until)
          throw new Error(
            `the order ${orderId} is ${order.state} (${order.waits ?? 'no reason'}) for too long`,
          );
        if (isDue()) await (mining ??= mine());
        else await sleep(LOOK_MS);
      }
    },
  };
}

export const isDone = ({ state }: BridgeOrderView): boolean => state === 'done';
