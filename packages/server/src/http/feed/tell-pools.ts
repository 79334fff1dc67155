/** What the feed tells of pools: how one stands, at most four times a second; new ways home; and acts, to whoever's they are. */
import { Refusal } from '@rialto/refusals';
import type { PoolContext } from '../../pools/context.ts';
import { taskNews } from '../../pools/acts/ongoing-task.ts';
import { poolStand } from '../../pools/reads/pool-stand.ts';
import { messageOf } from '../../repeat.ts';
import type { Queries } from '../../store/database.ts';
import { exitsOfLanes } from '../../store/pools/pool-exit-store.ts';
import { findPoolAct } from '../../store/pools/pool-act-store.ts';
import { poolNumbered } from '../../store/pools/pool-figures.ts';
import { tokenOfAsset } from '../../store/pools/traded-token.ts';
import { ofAddress, ofPool } from './channels.ts';
import type { Readers } from './feed-readers.ts';

/** A picture changes no faster than that: the swaps of a busy pool are told together. */
const PAUSE_MS = 250;

interface PoolTeller {
  pool(number: number): Promise<void>;
  exit(lane: string): Promise<void>;
  act(id: string): Promise<void>;
  close(): void;
}

type Latest = <Row>(id: string, read: () => Promise<Row>) => Promise<Row | undefined>;

/** Nothing where nobody reads it. */
async function channelOfPool(db: Queries, readers: Readers, number: number) {
  const row = await poolNumbered(db, number);
  const token = row?.token ? await tokenOfAsset(db, row.token) : undefined;
  if (row === undefined || token === undefined) return undefined;
  const channel = ofPool(token.kind, token.id);
  return readers.has(channel) ? { row, token, channel } : undefined;
}

/** @param ifLatest gives what was read for the last of several notices of one row */
export function openPoolTeller(context: PoolContext, readers: Readers, ifLatest: Latest): PoolTeller {
  const { db } = context.store;
  /** Those told lately, and whether they changed since. */
  const pausing = new Map<number, { changed: boolean; timer?: NodeJS.Timeout }>();
  const channelOf = (number: number) => channelOfPool(db, readers, number);
  /** @returns false where it cannot be told now, as while a block is applied */
  const tell = async (number: number): Promise<boolean> => {
    const found = await channelOf(number);
    if (found === undefined) return true;
    try {
      readers.tell([found.channel], { kind: 'pool', pool: await poolStand(context, found.row, found.token) });
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  };
  const pool = async (number: number): Promise<void> => {
    const before = pausing.get(number);
    if (before !== undefined) {
      before.changed = true;
      return;
    }
    const pause: { changed: boolean; timer?: NodeJS.Timeout } = { changed: false };
    pausing.set(number, pause);
    try {
      if (!(await tell(number))) pause.changed = true;
    } finally {
      pause.timer = setTimeout(() => {
        pausing.delete(number);
        if (pause.changed)
          pool(number).catch((error: unknown) => {
            context.warn('the feed missed a pool', { number, error: messageOf(error) });
          });
      }, PAUSE_MS);
    }
  };
  return {
    pool,
    exit: async (lane) => {
      const [row] = await exitsOfLanes(db, [lane]);
      const found = row === undefined ? undefined : await channelOf(row.pool);
      if (row === undefined || found === undefined) return;
      const { height, exit: text } = row;
      readers.tell([found.channel], { kind: 'exit', exit: { lane, height, text } });
    },
    act: async (id) => {
      const row = await ifLatest(id, () => findPoolAct(db, id));
      if (row === undefined || !readers.has(ofAddress(row.address))) return;
      const task = taskNews(row, context.now());
      if (task !== undefined) readers.tell([ofAddress(row.address)], { kind: 'task', task });
    },
    close: () => {
      for (const { timer } of pausing.values()) clearTimeout(timer);
    },
  };
}
