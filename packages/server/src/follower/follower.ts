/** Follows blocks and mempool into the ledger: one leader, fenced by the tip row; stops loudly when it must not go on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { assertNode, WrongNode } from '@rialto/ground';
import type { Chain, NodeRules, Tip } from '@rialto/ground';
import type { ChainName, Network } from '@rialto/protocols';
import { assertDatabase, UnsafeDatabase } from '../store/assert-database.ts';
import type { Listener } from '../store/chain-news.ts';
import type { Store } from '../store/database.ts';
import { indexAge } from '../store/ledger/index-version.ts';
import { clearLedger, markStopped, readTip, takeLead } from '../store/ledger/ledger-blocks.ts';
import { startOf, syncToTip } from './chain-sync.ts';
import type { SyncParts } from './chain-sync.ts';
import { Cleared } from './cleared.ts';
import { becomeLeader } from './leader.ts';
import type { Lead } from './leader.ts';
import { watchMempool } from './mempool-watch.ts';
import type { MempoolWatch } from './mempool-watch.ts';
import { commonHeight, DeepReorg } from './reorg.ts';
import { sinkOf } from './sink.ts';

interface FollowerOptions {
  readonly store: Pick<Store, 'db' | 'pool' | 'transact'>;
  readonly chain: Chain;
  readonly network: Network;
  /** Told of blocks and the mempool, in this order. */
  readonly listeners: readonly Listener[];
  readonly warn: (message: string, detail: Readonly<Record<string, unknown>>) => void;
  /** Called with what to do. The follower then only looks, every few seconds, whether the cause is gone. */
  readonly onStopped: (reason: string) => void;
  /** Forget the ledger first and build it again from the first block. */
  readonly rebuild?: boolean;
  /** Tests only. */
  readonly nodeRules?: NodeRules;
}

type FollowerStatus = 'standby' | 'syncing' | 'ok' | 'stopped';

export interface Follower {
  status(): FollowerStatus;
  stop(): Promise<void>;
}

const BACKOFF_MS = 500;
const STOPPED_LOOK_MS = 2_000;
const WAIT_MS = 10_000;
/** The mempool is asked again after this long at least, and never so often that asking takes more than a twentieth. */
const MIN_POLL_MS = 30;
const MAX_POLL_MS = 5_000;
const POLL_SHARE = 20;

export function startFollower(options: FollowerOptions): Follower {
  const end = new AbortController();
  const state: State = {
    status: 'standby',
    end: end.signal,
    rebuild: options.rebuild === true,
    cleared: new Cleared(),
  };
  const done = run(options, state);
  return {
    status: () => state.status,
    stop: async () => {
      end.abort();
      await done;
    },
  };
}

interface State {
  status: FollowerStatus;
  readonly end: AbortSignal;
  rebuild: boolean;
  cleared: Cleared;
}

async function run(options: FollowerOptions, state: State): Promise<void> {
  while (!state.end.aborted) {
    let lead: Lead | undefined;
    try {
      await assertDatabase(options.store.pool);
      const chainName = await assertNode(options.chain, options.network, options.nodeRules);
      lead = await becomeLeader(options.store.pool, state.end);
      if (lead !== undefined) await follow(options, state, { lead, chainName });
    } catch (error) {
      await afterError(options, state, error);
    } finally {
      lead?.release();
    }
  }
}

/** What will not pass by itself is told as a stop; everything else is tried again. */
async function afterError(options: FollowerOptions, state: State, error: unknown): Promise<void> {
  if (state.end.aborted) return;
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof DeepReorg || error instanceof UnsafeDatabase || error instanceof WrongNode)) {
    if (state.status !== 'stopped') state.status = 'syncing';
    options.warn('the follower starts again', { error: message });
    return pause(state, BACKOFF_MS);
  }
  if (state.status !== 'stopped') {
    state.status = 'stopped';
    await markStopped(options.store.db, message).catch(() => undefined);
    options.onStopped(message);
  }
  return pause(state, STOPPED_LOOK_MS);
}

async function pause(state: State, ms: number): Promise<void> {
  await sleep(ms, undefined, { signal: state.end }).catch(() => undefined);
}

async function follow(
  options: FollowerOptions,
  state: State,
  led: { lead: Lead; chainName: ChainName },
): Promise<void> {
  const { store, chain } = options;
  const sink = sinkOf(options.listeners);
  const start = await startOf(chain, led.chainName);
  if (state.rebuild || (await isOutdated(options, led.chainName)))
    state.cleared = new Cleared(await store.transact((tx) => clearLedger(tx, led.chainName, start)));
  state.rebuild = false;
  const { epoch } = await takeLead(store.db, led.chainName, start);
  const goOn = (): boolean => !state.end.aborted && led.lead.held();
  const { network } = options;
  const { cleared } = state;
  const parts: SyncParts = { store, chain, chainName: led.chainName, network, epoch, sink, cleared, goOn };
  const blocks = watchBlocks(chain, state.end);
  const mempool = await watchMempool(store.db, chain, sink);
  let tip: Tip | undefined;
  try {
    while (goOn()) {
      const node = await chain.tip();
      if (node.hash !== tip?.hash) {
        const first = tip === undefined;
        tip = await syncToTip(parts);
        if (state.status !== 'ok') await markStopped(store.db, null);
        state.status = 'ok';
        await sink.tip(tip, first);
      }
      const took = await pollMempool(mempool, led.lead);
      await blocks.orAfter(Math.min(Math.max(MIN_POLL_MS, took * POLL_SHARE), MAX_POLL_MS), tip.hash);
    }
  } finally {
    blocks.stop();
  }
}

/**
 * True when older rules wrote the index. That of another chain is left alone, and one that the node's chain has left is for the
 * operator to look at, whatever wrote it.
 * @throws DeepReorg; Error when a newer version wrote the index
 */
async function isOutdated({ store, chain, warn }: FollowerOptions, chainName: ChainName): Promise<boolean> {
  const tip = await readTip(store.db);
  const age = await indexAge(store.db);
  if (tip === undefined || tip.chain !== chainName || age === 'current') return false;
  if (age === 'newer') throw new Error('a newer version of the server wrote the index');
  await commonHeight(store.db, chain, tip);
  warn('older rules wrote the index: it is built again from the first block; orders and trades stay', {});
  return true;
}

async function pollMempool(mempool: MempoolWatch, lead: Lead): Promise<number> {
  const scripts = lead.newScripts();
  if (scripts.length > 0) await mempool.look(scripts);
  return mempool.poll();
}

interface BlockWatch {
  /** Waits for a tip other than `known`, but not longer than `ms`. */
  orAfter(ms: number, known: string): Promise<void>;
  stop(): void;
}

/** Keeps one long call open at the node, so that a block wakes the follower at once however slow its polls are. */
function watchBlocks(chain: Chain, end: AbortSignal): BlockWatch {
  let wake: (() => void) | undefined;
  let stopped = false;
  let latest: string | undefined;
  const watch = async (): Promise<void> => {
    while (!stopped && !end.aborted) {
      try {
        latest = (await (latest === undefined ? chain.tip() : chain.waitForBlock(latest, WAIT_MS))).hash;
        wake?.();
      } catch {
        await sleep(BACKOFF_MS);
      }
    }
  };
  void watch();
  return {
    orAfter: (ms, known) =>
      new Promise((done) => {
        const finish = (): void => {
          clearTimeout(timer);
          end.removeEventListener('abort', finish);
          wake = undefined;
          done();
        };
        const timer = setTimeout(finish, ms);
        end.addEventListener('abort', finish);
        wake = finish;
        if (latest !== undefined && latest !== known) finish();
      }),
    stop: () => {
      stopped = true;
    },
  };
}
