/** Mines by the clock; a failure is reported once, and retried at the next tick. */
import type { PrivateChain } from '../chain/private-chain.ts';
import type { PrivateMvcChain } from '../mvc/private-chain.ts';

interface Miner {
  readonly stop: () => Promise<void>;
}

interface Mined {
  readonly chain: PrivateChain;
  readonly mvc: Pick<PrivateMvcChain, 'mine'>;
}

/** @param seconds between blocks; 0 mines nothing by itself */
export function startMiner({ chain, mvc }: Mined, seconds: number, say: (line: string) => void): Miner {
  let working: Promise<void> = Promise.resolve();
  let complained = false;
  const tick = async (): Promise<void> => {
    try {
      // What a reorg threw out comes back first, as in a mempool that had kept it.
      await chain.remine();
      await chain.mine(1);
      mvc.mine();
      complained = false;
    } catch (error) {
      if (!complained) say(`no block was mined: ${error instanceof Error ? error.message : String(error)}`);
      complained = true;
    }
  };
  const timer =
    seconds === 0
      ? undefined
      : setInterval(() => {
          working = working.then(tick);
        }, seconds * 1000);
  return {
    stop: async () => {
      clearInterval(timer);
      await working;
    },
  };
}
