/** The live feed: server-sent events, never compressed. Every message carries the whole order or trade, so missing one costs nothing. */
import type { ServerResponse } from 'node:http';
import { API_ROOT, CALLS } from '@rialto/contract';
import type { FeedEvent, MyFeedEvent } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../accounts/login.ts';
import { orderView, tradeView } from '../orders/view.ts';
import type { OrderRoom } from '../orders/room.ts';
import { findOrder } from '../store/order-store.ts';
import type { OrderRow } from '../store/order-store.ts';
import { findTrade } from '../store/trade-store.ts';
import type { Notice } from '../store/notices.ts';
import type { BookCache } from './book-cache.ts';
import { failure, sendAnswer } from './reply.ts';
import { credentialsOf } from './route.ts';

const BEAT_MS = 15_000;
/** A reader this far behind is cut off; it comes back and reads the snapshot. */
const MOST_QUEUED = 1_000_000;

interface Reader {
  readonly out: ServerResponse;
  readonly tick: string | undefined;
  readonly address: string | undefined;
}

export interface FeedHub {
  /** A notice from the database: tells every reader it concerns. */
  notice(notice: Notice): Promise<void>;
  /** Notices may have been lost: readers are told to look again. */
  gap(): void;
  readers(): number;
  close(): void;
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

export interface FeedParts {
  readonly app: FastifyInstance;
  readonly accounts: Accounts;
  readonly room: OrderRoom;
  readonly cache: BookCache;
  readonly network: Network;
}

export function openFeed(parts: FeedParts): FeedHub {
  const readers = new Set<Reader>();
  let at: { height: number; hash: string } | undefined;

  const tell = (text: string, concerned: (reader: Reader) => boolean): void => {
    for (const reader of readers) {
      if (!concerned(reader)) continue;
      if (reader.out.writableLength > MOST_QUEUED) reader.out.destroy();
      else reader.out.write(text);
    }
  };
  const hello = async (): Promise<string> => {
    at ??= await parts.room.ledger.tip();
    return frame({ kind: 'hello', at });
  };
  const beat = setInterval(() => {
    tell(': beat\n\n', () => true);
  }, BEAT_MS);
  beat.unref();

  const onOrder = async (id: string): Promise<void> => {
    const row = await findOrder(parts.room.store.db, id);
    if (row === undefined) return;
    parts.cache.changed(row.assetId);
    const text = frame(publicEvent(row, parts.network));
    const tick = row.tick.toLowerCase();
    tell(
      text,
      (reader) => reader.address === undefined && (reader.tick === undefined || reader.tick === tick),
    );
    const mine = (reader: Reader): boolean =>
      reader.address !== undefined &&
      (reader.address === row.sellerAddress || reader.address === row.buyerAddress);
    for (const reader of readers)
      if (mine(reader)) {
        const order = orderView(row, parts.network, reader.address);
        reader.out.write(frame({ kind: 'my-order', order }));
      }
  };
  const onTrade = async (id: string): Promise<void> => {
    const row = await findTrade(parts.room.store.db, id);
    if (row === undefined || ![...readers].some((reader) => reader.address === row.buyerAddress)) return;
    const text = frame({ kind: 'trade', trade: await tradeView(parts.room, row) });
    tell(text, (reader) => reader.address === row.buyerAddress);
  };

  registerFeed(parts, readers, hello);
  return {
    notice: async (notice) => {
      if (notice.t === 'order') return onOrder(notice.id);
      if (notice.t === 'trade') return onTrade(notice.id);
      at = { height: notice.height, hash: notice.hash };
      tell(frame({ kind: 'tip', at }), (reader) => reader.address === undefined);
    },
    gap: () => {
      at = undefined;
      parts.cache.clear();
      void hello().then(
        (text) => {
          tell(text, () => true);
        },
        () => {
          for (const reader of readers) reader.out.end();
        },
      );
    },
    readers: () => readers.size,
    close: () => {
      clearInterval(beat);
      for (const reader of readers) reader.out.end();
    },
  };
}

function registerFeed(parts: FeedParts, readers: Set<Reader>, hello: () => Promise<string>): void {
  const { app } = parts;
  const stream = async (out: ServerResponse, who: Pick<Reader, 'tick' | 'address'>): Promise<void> => {
    out.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const reader = { out, ...who };
    out.on('close', () => readers.delete(reader));
    readers.add(reader);
    out.write('retry: 1000\n\n');
    out.write(await hello());
  };
  app.get(`${API_ROOT}${CALLS.feed.path}`, async (request, reply) => {
    const query = request.query;
    const tick =
      typeof query === 'object' && query !== null && 'tick' in query
        ? String(query.tick).toLowerCase()
        : undefined;
    void reply.hijack();
    await stream(reply.raw, { tick, address: undefined });
  });
  app.get(`${API_ROOT}${CALLS.myFeed.path}`, async (request, reply) => {
    try {
      const session = await parts.accounts.session(credentialsOf(request), Date.now());
      void reply.hijack();
      await stream(reply.raw, { tick: undefined, address: session.address });
    } catch (error) {
      return sendAnswer(reply, failure(error, 'code', request.log));
    }
    return undefined;
  });
}
