/** Brings the ledger to the node's tip: undoes what the node left, applies what it has, each step in one transaction. */
import type { BlockWithSpent, Chain, Tip } from '@rialto/ground';
import type { Chain as ChainName } from '@rialto/protocols';
import type { Store } from '../store/database.ts';
import { applyBlock, Fenced, readTip, undoBlock } from '../store/ledger-blocks.ts';
import type { TipRow } from '../store/ledger-blocks.ts';
import { unscanned } from '../store/ledger-coins.ts';
import { scanOnce } from '../store/ledger-follow.ts';
import { spendsOf } from './mempool-watch.ts';
import { commonHeight } from './reorg.ts';
import type { Sink } from './sink.ts';

export interface SyncParts {
  readonly store: Pick<Store, 'db'>;
  readonly chain: Chain;
  readonly chainName: ChainName;
  readonly epoch: bigint;
  readonly sink: Sink;
  /** Asked between steps; false ends the work early. */
  readonly goOn: () => boolean;
}

/** Blocks per transaction while far behind: a commit per block would be most of the work. */
const FAR_BEHIND = 12;
const MOST_AT_ONCE = 24;

/** Brings the ledger to the tip the node had at some moment during the call, and answers where it stands. */
export async function syncToTip(parts: SyncParts): Promise<Tip> {
  let ours = await ownTip(parts);
  while (parts.goOn()) {
    const node = await parts.chain.tip();
    if (ours.hash === node.hash) break;
    const common = await commonHeight(parts.store.db, parts.chain, ours);
    for (let height = ours.height; height > common; height -= 1) await undoOne(parts);
    await applyNext(parts, await ownTip(parts), node);
    ours = await ownTip(parts);
  }
  await scanAgain(parts);
  return { height: ours.height, hash: ours.hash };
}

async function ownTip(parts: SyncParts): Promise<TipRow> {
  const tip = await readTip(parts.store.db);
  if (tip === undefined || tip.epoch !== parts.epoch) throw new Fenced();
  return tip;
}

async function undoOne({ store, epoch, sink }: SyncParts): Promise<void> {
  await store.db.transaction(async (tx) => {
    await sink.undo(tx, await undoBlock(tx, epoch));
  });
}

async function applyNext(parts: SyncParts, from: Tip, node: Tip): Promise<void> {
  const behind = node.height - from.height;
  const count = behind > FAR_BEHIND ? Math.min(behind, MOST_AT_ONCE) : Math.min(behind, 1);
  const heights = Array.from({ length: Math.max(0, count) }, (_, index) => from.height + 1 + index);
  const hashes = await Promise.all(heights.map((height) => parts.chain.blockHash(height)));
  const known = hashes.filter((hash) => hash !== undefined);
  const blocks = await Promise.all(known.map((hash) => parts.chain.block(hash)));
  if (isRun(from.hash, blocks)) await applyAll(parts, from.height, blocks);
}

/** False when the node's chain changed while we asked for its blocks; then we look again. */
function isRun(from: string, blocks: readonly BlockWithSpent[]): boolean {
  return (
    blocks.length > 0 &&
    blocks.every(({ block }, index) => block.previousHash === (blocks[index - 1]?.block.hash ?? from))
  );
}

async function applyAll(parts: SyncParts, from: number, blocks: readonly BlockWithSpent[]): Promise<void> {
  const { store, chainName: chain, epoch, sink } = parts;
  await store.db.transaction(async (tx) => {
    let tip: Tip = { height: from, hash: '' };
    for (const data of blocks) {
      tip = { height: tip.height + 1, hash: data.block.hash };
      await applyBlock(tx, { chain, epoch, height: tip.height, data });
      const { transactions } = data.block;
      const txids = new Set(transactions.map(({ txid }) => txid));
      await sink.block(tx, { ...tip, txids, spends: spendsOf(transactions.slice(1)) });
    }
  });
}

/** Scripts whose scan was undone with a block are read again at the new tip. */
async function scanAgain({ store, chain }: SyncParts): Promise<void> {
  for (const script of await unscanned(store.db)) await scanOnce(store, chain, script);
}
