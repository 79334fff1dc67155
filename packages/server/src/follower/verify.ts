/** Builds the ledger a second time from the first block, beside the live one, and compares the two. */
import { setTimeout as sleep } from 'node:timers/promises';
import { assertNode } from '@rialto/ground';
import type { Chain, NodeRules } from '@rialto/ground';
import type { Network } from '@rialto/protocols';
import type { Store } from '../store/database.ts';
import { takeLead } from '../store/ledger/ledger-blocks.ts';
import { compareLedgers, dropScratch, openScratch } from '../store/ledger/ledger-scratch.ts';
import type { Comparison } from '../store/ledger/ledger-scratch.ts';
import { startOf, syncToTip } from './chain-sync.ts';
import type { SyncParts } from './chain-sync.ts';
import type { Sink } from './sink.ts';

interface VerifyOptions {
  readonly live: Store;
  readonly databaseUrl: string;
  readonly chain: Chain;
  readonly network: Network;
  readonly nodeRules?: NodeRules;
  /** Told now and then how far the second ledger is. */
  readonly progress: (height: number) => void;
}

/** The live ledger may be a block behind or ahead for a moment, not for long. */
const TIMEOUT_MS = 120_000;
const PAUSE_MS = 300;
const PROGRESS_MS = 2_000;

/** @throws Error when the two do not reach the same block within two minutes */
export async function verifyIndex(options: VerifyOptions): Promise<Comparison> {
  const { live, chain, network } = options;
  const chainName = await assertNode(chain, network, options.nodeRules);
  const scratch = await openScratch(live, options.databaseUrl);
  try {
    const { epoch } = await takeLead(scratch.db, chainName, await startOf(chain, chainName));
    const sink = telling(options.progress);
    return await untilEqual(live, {
      store: scratch,
      chain,
      chainName,
      network,
      epoch,
      sink,
      goOn: () => true,
    });
  } finally {
    await scratch.close();
    await dropScratch(live);
  }
}

async function untilEqual(live: Store, parts: SyncParts): Promise<Comparison> {
  await syncToTip(parts);
  const deadline = performance.now() + TIMEOUT_MS;
  while (performance.now() < deadline) {
    await syncToTip(parts);
    const compared = await compareLedgers(live);
    if (compared !== undefined) return compared;
    await sleep(PAUSE_MS);
  }
  throw new Error(
    'the live ledger is not at the node’s tip: start the server, and look why it does not follow',
  );
}

const nothing = (): Promise<void> => Promise.resolve();

function telling(progress: VerifyOptions['progress']): Sink {
  let last = performance.now();
  return {
    block: nothing,
    height: (_, { height }) => {
      if (performance.now() - last > PROGRESS_MS) {
        last = performance.now();
        progress(height);
      }
      return nothing();
    },
    undo: nothing,
    mempool: nothing,
    tip: nothing,
  };
}
