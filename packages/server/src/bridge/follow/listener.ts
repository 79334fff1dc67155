/** What blocks of Bitcoin do to exits and deposits, written in the block's own transaction, so that reserves never see half of it. */
import { mineExits, undoExits } from '../../store/bridge/exit-store.ts';
import { undoBtcDeposits } from '../../store/bridge/seen-store.ts';
import type { Listener } from '../../store/chain-news.ts';

/** @param wake looks at the rest at once instead of with the next second */
export function bridgeListener(wake: () => void): Listener {
  const told = (): Promise<void> => {
    wake();
    return Promise.resolve();
  };
  return {
    block: (tx, { txids, height }) => mineExits(tx, [...txids], height),
    undo: async (tx, { height }) => {
      await undoExits(tx, height);
      await undoBtcDeposits(tx, height);
    },
    mempool: told,
    tip: told,
  };
}
