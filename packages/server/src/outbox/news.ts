/** What blocks and the mempool do to our transactions, and through their purposes to what they are for. */
import type { BlockNews, Listener, MempoolNews } from '../store/chain-news.ts';
import type { Tx } from '../store/database.ts';
import { MAX_REORG } from '../store/ledger/ledger-blocks.ts';
import { findOutbox, markStuck, moveOutbox, outboxSpending } from '../store/outbox-store.ts';
import { settleSpender, voidByBlock } from './conflict.ts';
import type { OutboxContext } from './context.ts';
import { tellCancelled } from './replace.ts';
import { sendUnsent } from './worker.ts';

/** Listens for the outbox. It comes first in the list: what a stranger did is only seen once our own is settled. */
export function outboxListener(context: OutboxContext): Listener {
  const { purposes } = context;
  return {
    block: (tx, news) => settleBlock(context, tx, news),
    height: (tx, { height }) => settleDepth(context, tx, height),
    undo: async (tx, block) => {
      const which = { height: block.height, kinds: purposes.names };
      for (const row of await moveOutbox(tx, { which, event: 'undo', set: { height: null } }))
        await purposes.of(row).undone(tx, row, block);
    },
    mempool: (news) => settleMempool(context, news),
    tip: () => sendUnsent(context),
  };
}

async function settleBlock(context: OutboxContext, tx: Tx, news: BlockNews): Promise<void> {
  const { purposes } = context;
  const { names: kinds } = purposes;
  const { height, hash, spends } = news;
  const which = { txids: [...news.txids], kinds };
  for (const row of await moveOutbox(tx, { which, event: 'mine', set: { height } })) {
    await purposes.of(row).confirmed(tx, row, { height, hash });
    await tellCancelled(context, tx, row);
  }
  for (const row of await outboxSpending(tx, [...spends.keys()], kinds))
    await voidByBlock(context, tx, { row, spends });
}

async function settleDepth({ purposes }: OutboxContext, tx: Tx, height: number): Promise<void> {
  const { names: kinds } = purposes;
  // Final is what the follower would not undo by itself any more: with six blocks on top of it.
  const deep = { upTo: height - MAX_REORG, kinds };
  for (const row of await moveOutbox(tx, { which: deep, event: 'finalise' }))
    await purposes.of(row).final?.(tx, row);
  await markStuck(tx, height, kinds);
}

async function settleMempool(context: OutboxContext, { added, spends }: MempoolNews): Promise<void> {
  const { store, purposes } = context;
  const { names: kinds } = purposes;
  const seen = await findOutbox(
    store.db,
    added.map(({ txid }) => txid),
  );
  for (const row of seen.filter(({ kind }) => kinds.includes(kind)))
    await store.transact(async (tx) => purposes.of(row).seen?.(tx, row));
  for (const row of await outboxSpending(store.db, [...spends.keys()], kinds))
    await settleSpender(context, row, spends);
}
