/** The live feed: server-sent events, never compressed. Every message carries the whole order or trade, so missing one costs nothing. */
import type { ServerResponse } from 'node:http';
import { API_ROOT, CALLS } from '@rialto/contract';
import type { FeedEvent, MyFeedEvent } from '@rialto/contract';
import { Refusal } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../accounts/login.ts';
import type { OrderRoom } from '../orders/room.ts';
import { orderView, tradeView } from '../orders/view.ts';
import type { Notice } from '../store/notices.ts';
import { findOrder } from '../store/order-store.ts';
import type { OrderRow } from '../store/order-store.ts';
import { findTrade } from '../store/trade-store.ts';
import type { BookCache } from './book-cache.ts';
import { openReaders } from './feed-readers.ts';
import type { Reader, Readers } from './feed-readers.ts';
import { failure, sendAnswer } from './reply.ts';
import { credentialsOf } from './route.ts';

/** How often a user's own stream looks whether its session still stands. */
const SESSION_LOOK_MS = 5_000;
const MOST_READERS = 10_000;

export interface FeedHub {
  /** A notice from the database: tells every reader it concerns. */
  notice(notice: Notice): Promise<void>;
  /** Notices may have been lost: readers are told to look again. */
  gap(): Promise<void>;
  readers(): number;
  close(): void;
}

export interface FeedParts {
  readonly app: FastifyInstance;
  readonly accounts: Accounts;
  readonly room: OrderRoom;
  readonly cache: BookCache;
  readonly network: Network;
}

function frame(event: FeedEvent | MyFeedEvent): string {
  return `event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
}

function publicEvent(row: OrderRow, network: Network): FeedEvent {
  const order = orderView(row, network);
  if (row.status === 'open') return { kind: 'order', tick: row.tick, order };
  if (row.status === 'done') return { kind: 'deal', tick: row.tick, order };
  return { kind: 'gone', tick: row.tick, orderId: row.id, reason: row.reason };
}

async function tellOrder(parts: FeedParts, readers: Readers, id: string): Promise<void> {
  const row = await findOrder(parts.room.store.db, id);
  if (row === undefined) return;
  parts.cache.changed(row.assetId);
  const open = frame(publicEvent(row, parts.network));
  const tick = row.tick.toLowerCase();
  readers.tellEach((reader) => {
    if (reader.address === undefined)
      return reader.tick === undefined || reader.tick === tick ? open : undefined;
    const mine = reader.address === row.sellerAddress || reader.address === row.buyerAddress;
    return mine
      ? frame({ kind: 'my-order', order: orderView(row, parts.network, reader.address) })
      : undefined;
  });
}

async function tellTrade(parts: FeedParts, readers: Readers, id: string): Promise<void> {
  const row = await findTrade(parts.room.store.db, id);
  const concerned = (reader: Reader): boolean =>
    reader.address !== undefined && reader.address === row?.buyerAddress;
  if (row === undefined || !readers.has(concerned)) return;
  readers.tell(frame({ kind: 'trade', trade: await tradeView(parts.room, row) }), concerned);
}

export function openFeed(parts: FeedParts): FeedHub {
  const readers = openReaders();
  let at: { height: number; hash: string } | undefined;
  const hello = async (): Promise<string> => {
    at ??= await parts.room.ledger.tip();
    return frame({ kind: 'hello', at });
  };
  registerFeed(parts, readers, hello);
  return {
    notice: async (notice) => {
      if (notice.t === 'order') return tellOrder(parts, readers, notice.id);
      if (notice.t === 'trade') return tellTrade(parts, readers, notice.id);
      at = { height: notice.height, hash: notice.hash };
      // A block may have undone even the token a snapshot was kept under.
      parts.cache.clear();
      readers.tell(frame({ kind: 'tip', at }), (reader) => reader.address === undefined);
    },
    gap: async () => {
      at = undefined;
      parts.cache.clear();
      try {
        const text = await hello();
        readers.tell(text, () => true);
      } catch (error) {
        // They come back by themselves, and find the truth or a clear refusal.
        readers.endAll();
        throw error;
      }
    },
    readers: () => readers.count(),
    close: () => {
      readers.close();
    },
  };
}

function tickOf(query: unknown): string | undefined {
  if (typeof query !== 'object' || query === null || !('tick' in query)) return undefined;
  return typeof query.tick === 'string' ? query.tick.toLowerCase() : undefined;
}

/** A stream ends with the session it was opened for: logged out, revoked or expired, here or at another process. */
function endWithSession(out: ServerResponse, look: () => Promise<unknown>): void {
  const timer = setInterval(() => {
    look().catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'login-required') out.end();
    });
  }, SESSION_LOOK_MS);
  timer.unref();
  out.on('close', () => {
    clearInterval(timer);
  });
}

function registerFeed(parts: FeedParts, readers: Readers, hello: () => Promise<string>): void {
  const { app } = parts;
  const greet = async (): Promise<string> => {
    if (readers.count() >= MOST_READERS) throw new Refusal('too-many-requests');
    return hello();
  };
  const stream = (out: ServerResponse, greeting: string, who: Pick<Reader, 'tick' | 'address'>): void => {
    out.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    out.write(`retry: 1000\n\n${greeting}`);
    readers.add({ out, ...who });
  };
  app.get(`${API_ROOT}${CALLS.feed.path}`, async (request, reply) => {
    try {
      const greeting = await greet();
      void reply.hijack();
      stream(reply.raw, greeting, { tick: tickOf(request.query), address: undefined });
    } catch (error) {
      return sendAnswer(reply, failure(error, 'code', request.log));
    }
    return undefined;
  });
  app.get(`${API_ROOT}${CALLS.myFeed.path}`, async (request, reply) => {
    try {
      const credentials = credentialsOf(request);
      const look = () => parts.accounts.session(credentials, Date.now());
      const { address } = await look();
      const greeting = await greet();
      void reply.hijack();
      stream(reply.raw, greeting, { tick: undefined, address });
      endWithSession(reply.raw, look);
    } catch (error) {
      return sendAnswer(reply, failure(error, 'code', request.log));
    }
    return undefined;
  });
}
