/** What the signer has signed for the owner of a lock, and a sale that claimed the same lock while it did: that one gets no signature. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@rialto/refusals';

const PAUSE_MS = 50;
const MOST_MS = 3_000;

/**
 * Does it again while a sale holds the order. The signer signs one of two for a lock (docs/decisions/0029): the sale that came second there
 * is given up in a moment, and without this both would have lost.
 * @throws Refusal as `act`; order-taken when the sale is not given up
 */
export async function onceReleased<Done>(act: () => Promise<Done>): Promise<Done> {
  const end = performance.now() + MOST_MS;
  for (;;)
    try {
      return await act();
    } catch (error) {
      const isHeld = error instanceof Refusal && error.code === 'order-taken';
      if (!isHeld || performance.now() > end) throw error;
      await sleep(PAUSE_MS);
    }
}
