/** Brings the ledger to the node's tip: undoes what the node left, applies what it has, each step in one transaction. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chain, Tip } from '@rialto/ground';
import { FIRST_INSCRIPTION_HEIGHT } from '@rialto/protocols';
import type { ChainName, Network } from '@rialto/protocols';
import type { Store } from '../store/database.ts';
import { Fenced, readTip, undoBlock } from '../store/ledger/ledger-blocks.ts';
import type { TipRow } from '../store/ledger/ledger-blocks.ts';
import { scanUndone } from '../store/ledger/ledger-follow.ts';
import { writeRun } from '../store/ledger/ledger-run.ts';
import type { Cleared } from './cleared.ts';
import { spendsOf } from './mempool-watch.ts';
import { commonHeight } from './reorg.ts';
import { RunWorker } from './run-worker.ts';
import type { Sink } from './sink.ts';

export interface SyncParts {
  readonly store: Pick<Store, 'db' | 'transact'>;
  readonly chain: Chain;
  readonly chainName: ChainName;
  readonly network: Network;
  readonly epoch: bigint;
  readonly sink: Sink;
  /** What the index held before it was cleared, if it was. */
  readonly cleared?: Cleared;
  /** Asked between steps; false ends the work early. */
  readonly goOn: () => boolean;
}

/** Another's scan keeps the node busy, or a block came during ours. */
const SCAN_PAUSE_MS = 500;

/** Brings the ledger to the tip the node had at some moment during the call, and answers where it is. */
export async function syncToTip(parts: SyncParts): Promise<Tip> {
  const worker = new RunWorker(parts);
  try {
    return await follow(parts, worker);
  } finally {
    await worker.end();
  }
}

async function follow(parts: SyncParts, worker: RunWorker): Promise<Tip> {
  let ours = await ownTip(parts);
  while (parts.goOn()) {
    const node = await parts.chain.tip();
    if (ours.hash === node.hash) {
      if (await scanUndone(parts.store, parts.chain)) break;
      await sleep(SCAN_PAUSE_MS);
      continue;
    }
    const common = await commonHeight(parts.store.db, parts.chain, ours);
    for (let height = ours.height; height > common; height -= 1) await undoOne(parts);
    await applyNext(parts, worker, node);
    ours = await ownTip(parts);
  }
  return { height: ours.height, hash: ours.hash };
}

async function ownTip(parts: SyncParts): Promise<TipRow> {
  const tip = await readTip(parts.store.db);
  if (tip === undefined || tip.epoch !== parts.epoch) throw new Fenced();
  return tip;
}

async function undoOne({ store, epoch, sink }: SyncParts): Promise<void> {
  await store.transact(async (tx) => {
    await sink.undo(tx, await undoBlock(tx, epoch));
  });
}

async function applyNext(parts: SyncParts, worker: RunWorker, node: Tip): Promise<void> {
  const run = await worker.next(await ownTip(parts), node);
  if (run === undefined) return;
  worker.workAhead(run.to, node);
  const { store, epoch, sink, cleared } = parts;
  const left = cleared?.leftFor(run) ?? [];
  await store.transact((tx) =>
    writeRun(tx, run, {
      epoch,
      each: async ({ hash, time, transactions }, height, told) => {
        if (height === left.at(-1)?.height) for (const block of left) await sink.undo(tx, block);
        if (transactions.length > 1) {
          const txids = new Set(transactions.map(({ txid }) => txid));
          const spends = spendsOf(transactions.slice(1));
          await sink.block(tx, { height, hash, time, txids, spends, transactions, ...told });
        }
        await sink.height(tx, { height, hash });
      },
    }),
  );
  cleared?.forget(left);
}

/** The ledger begins with the block before the first that may hold an inscription; the genesis block holds none. */
export async function startOf(chain: Chain, name: ChainName): Promise<Tip> {
  const height = Math.max(0, FIRST_INSCRIPTION_HEIGHT[name] - 1);
  const hash = await chain.blockHash(height);
  if (hash === undefined) throw new Error(`the node has not reached height ${height} yet`);
  return { height, hash };
}
