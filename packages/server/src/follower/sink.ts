/** The listeners as one: each is told in the order of the list. */
import type { Tip } from '@rialto/ground';
import type { BlockNews, Listener, MempoolNews } from '../store/chain-news.ts';
import type { Tx } from '../store/database.ts';

/** What the follower tells its news to: the only thing it knows of the rest of the exchange. */
export type Sink = Required<Listener>;

export function sinkOf(listeners: readonly Listener[]): Sink {
  const tellAll = async (tell: (listener: Listener) => Promise<void> | undefined): Promise<void> => {
    for (const listener of listeners) await tell(listener);
  };
  return {
    block: (tx: Tx, news: BlockNews) => tellAll((listener) => listener.block?.(tx, news)),
    height: (tx: Tx, block: Tip) => tellAll((listener) => listener.height?.(tx, block)),
    undo: (tx: Tx, block: Tip) => tellAll((listener) => listener.undo?.(tx, block)),
    mempool: (news: MempoolNews) => tellAll((listener) => listener.mempool?.(news)),
    tip: (tip: Tip, first: boolean) => tellAll((listener) => listener.tip?.(tip, first)),
  };
}
