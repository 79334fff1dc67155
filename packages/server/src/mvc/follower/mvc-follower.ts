/** Follows the blocks and the mempool of an MVC node into the index: one leader writes, any other process stands by. */
import { setTimeout as sleep } from 'node:timers/promises';
import { MVC } from '@rialto/ground';
import type { MvcChain } from '@rialto/ground';
import type { Queries, Store, Tx } from '../../store/database.ts';
import { clearIndex, lowestHeight } from '../store/block-store.ts';
import { Advance } from './advance.ts';
import type { AdvanceParts } from './advance.ts';
import { followBack } from './follow-back.ts';
import { becomeLeader } from './lead.ts';
import type { Lead } from './lead.ts';
import { DeepReorg } from './read-chain.ts';

interface MvcFollowerOptions {
  readonly store: Pick<Store, 'pool'>;
  readonly chain: MvcChain;
  /** The first block that is read. An index that begins later is built again; one that begins earlier stays. */
  readonly startHeight: number;
  readonly warn: (message: string, detail: Readonly<Record<string, unknown>>) => void;
  /** Forget the index first and build it again; pools stay. */
  readonly rebuild?: boolean;
  /** Between two looks at the node. */
  readonly pauseMs?: number;
  /** Between two questions about tokens of which nobody knows whether they are genuine. */
  readonly askAgainMs?: number;
}

/** `stopped`: the node is on a chain that cannot be ours; it goes on by itself when the node is back. */
type MvcFollowerStatus = 'standby' | 'syncing' | 'ok' | 'stopped';

export interface MvcFollower {
  status(): MvcFollowerStatus;
  /** Ends after what is being done; a node that does not answer is waited for until its call times out. */
  stop(): Promise<void>;
}

const PAUSE_MS = 300;
const ASK_AGAIN_MS = 10_000;
const BACKOFF_MS = 500;
const STOPPED_LOOK_MS = 2_000;
const SCHEMA = 'mvc';

interface State {
  status: MvcFollowerStatus;
  /** Said last; nothing is said twice in a row. */
  said: string;
  rebuild: boolean;
  readonly end: AbortSignal;
}

export function startMvcFollower(options: MvcFollowerOptions): MvcFollower {
  const end = new AbortController();
  const state: State = {
    status: 'standby',
    said: '',
    rebuild: options.rebuild === true,
    end: end.signal,
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

async function run(options: MvcFollowerOptions, state: State): Promise<void> {
  while (!state.end.aborted) {
    let lead: Lead | undefined;
    try {
      lead = await becomeLeader(options.store.pool, SCHEMA, state.end);
      if (lead !== undefined) await follow(options, state, lead);
    } catch (error) {
      await afterError(options, state, error);
    } finally {
      lead?.release();
    }
  }
}

async function afterError({ warn }: MvcFollowerOptions, state: State, error: unknown): Promise<void> {
  if (state.end.aborted) return;
  const isStopped = error instanceof DeepReorg;
  state.status = isStopped ? 'stopped' : 'syncing';
  const message = error instanceof Error ? error.message : String(error);
  if (message !== state.said) warn('the MVC index is not followed', { error: message });
  state.said = message;
  await pause(state, isStopped ? STOPPED_LOOK_MS : BACKOFF_MS);
}

async function pause(state: State, ms: number): Promise<void> {
  await sleep(ms, undefined, { signal: state.end }).catch(() => undefined);
}

async function follow(options: MvcFollowerOptions, state: State, lead: Lead): Promise<void> {
  const { chain, startHeight } = options;
  const parts = { db: lead.db, tables: MVC, chain, startHeight, waits: true };
  await begin(options, state, parts);
  const advance = new Advance(parts);
  if (state.status === 'standby') state.status = 'syncing';
  let askedAt = performance.now();
  while (!state.end.aborted && lead.held()) {
    const where = await advance.step();
    if (where === 'behind') continue;
    if (where === 'reached') {
      state.status = 'ok';
      state.said = '';
      if (performance.now() - askedAt > (options.askAgainMs ?? ASK_AGAIN_MS)) {
        if (await followBack(parts)) advance.judgeAgain();
        askedAt = performance.now();
      }
    }
    await pause(state, options.pauseMs ?? PAUSE_MS);
  }
}

/** What begins above the first block that is wanted lacks the tokens made before. */
async function begin(
  { warn, startHeight }: MvcFollowerOptions,
  state: State,
  { db, tables }: AdvanceParts,
): Promise<void> {
  const lowest = await lowestHeight({ db, tables });
  const isLate = lowest !== undefined && lowest > startHeight;
  if (!isLate && !state.rebuild) return;
  warn('the MVC index is built again', { from: startHeight });
  await db.transaction((queries: Queries) => clearIndex({ tx: queries as Tx, tables }));
  state.rebuild = false;
}
