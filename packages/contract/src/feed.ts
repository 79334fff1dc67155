/** The messages of the live feed: of books and pools for everybody, of one's own orders and acts. */
import { z } from 'zod';
import { Counted, Order, Trade } from './orders/orders.ts';
import { NewExit, PoolStand, TaskNews } from './pools/told.ts';
import { LiveAnswer } from './wire/live-answer.ts';
import { At, OrderId, Tick } from './wire/wire.ts';

/** One message of the public feed. `hello` and `beat` carry the current count, every other message raises it by one. */
export const FeedEvent = z.discriminatedUnion('kind', [
  Counted.extend({ kind: z.literal('hello'), at: At }),
  Counted.extend({ kind: z.literal('beat') }),
  Counted.extend({ kind: z.literal('tip'), at: At }),
  Counted.extend({ kind: z.literal('order'), tick: Tick, assetId: z.string(), order: Order }),
  Counted.extend({
    kind: z.literal('removed'),
    tick: Tick,
    assetId: z.string(),
    orderId: OrderId,
    reason: z.string(),
  }),
  Counted.extend({ kind: z.literal('sale'), tick: Tick, assetId: z.string(), order: Order }),
  /** On the channel of a pool alone, at most four a second; the newest says what those between would. */
  Counted.extend({ kind: z.literal('pool'), pool: PoolStand }),
  Counted.extend({ kind: z.literal('exit'), exit: NewExit }),
]);
/** One message of a user's own feed, counted the same way. */
export const MyFeedEvent = z.discriminatedUnion('kind', [
  Counted.extend({ kind: z.literal('hello'), at: At }),
  Counted.extend({ kind: z.literal('beat') }),
  Counted.extend({ kind: z.literal('trade'), trade: Trade }),
  Counted.extend({ kind: z.literal('my-order'), order: Order }),
  /** Coins of the address that wait for a block came or went. */
  Counted.extend({ kind: z.literal('coins') }),
  /** An answer to a live bid, told to its bidder and to its seller. */
  Counted.extend({ kind: z.literal('answer'), answer: LiveAnswer }),
  /** An act of the address on a pool. */
  Counted.extend({ kind: z.literal('task'), task: TaskNews }),
]);

export type FeedEvent = z.infer<typeof FeedEvent>;
export type MyFeedEvent = z.infer<typeof MyFeedEvent>;
