/** What the feed says of pools: how one stands, a new way home of a lane, how an act of one's own goes. */
import { z } from 'zod';
import { OutpointText, TxidText, Whole } from '../wire/wire.ts';
import { TaskStatus } from './builds.ts';
import { PoolAmount, PoolKind, PoolToken, TaskType } from './words.ts';

/** The channel of one pool, as in the path of its calls: `runes/btc-<token>`. */
export const PoolChannel = z.string().regex(/^(swap|runes)\/btc-[^\0\p{Surrogate}]{1,60}$/u);

/** With what waits for a block, and by blocks alone. */
export const PoolStand = z.object({
  token2: PoolToken,
  token1Pool: PoolAmount,
  token2Pool: PoolAmount,
  token1PoolConfirmed: PoolAmount,
  token2PoolConfirmed: PoolAmount,
  /** Shares outstanding. */
  poolEquity: Whole,
  /** Acts that wait for a block. */
  waiting: z.int(),
  paused: z.boolean(),
});

/** The signed way home of a lane that was made just now: whoever keeps the newest needs no exchange (pools §9). */
export const NewExit = z.object({ lane: OutpointText, height: z.int(), text: z.string() });

/** Its PSBT, when there is one, is read by `ongoing-task`. */
export const TaskNews = z.object({
  buildId: z.uuid(),
  kind: PoolKind,
  type: TaskType,
  token2: PoolToken,
  status: TaskStatus,
  txid: TxidText.nullable(),
  failedReason: z.string(),
});

export type PoolStand = z.infer<typeof PoolStand>;
export type TaskNews = z.infer<typeof TaskNews>;
