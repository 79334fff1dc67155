/** The public live feed of one token: events change what the queries hold; after a greeting, and when one was missed, fresh snapshots are asked for. */
import type { QueryClient } from '@tanstack/react-query';
import { API_ROOT, FIRST_CALLS } from '@rialto/contract';
import type { FeedEvent, Health, OrderList } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { isRecord } from '../../unknown.ts';
import { createStore } from '../../store.ts';
import { isCounted, openCount } from './feed-count.ts';
import {
  applied,
  appliedToBids,
  beginLog,
  endLog,
  record,
  wantsMore,
  withSale,
  withEvents,
} from './feed-log.ts';
import type { BookEvent } from './feed-log.ts';
import { askAgain } from '../ask-again.ts';
import { KEYS } from '../keys.ts';
import { isUpTo } from './greeting.ts';

const KINDS = ['hello', 'beat', 'tip', 'order', 'removed', 'sale'] as const;

/** `off`: this page has no feed. */
export type FeedState = 'off' | 'connecting' | 'live' | 'lost';
export const feedState = createStore<FeedState>('off');

interface FeedOptions {
  readonly net: Network;
  readonly assetId: string;
  /** Called with everything that comes. */
  readonly alive: () => void;
}

/** After an answer that is no stream, as of a proxy before a server that starts again, the browser does not try any more. */
const REOPEN_MS = 2_000;

/** Opens the feed; gives back the way to close it. EventSource reconnects by itself when the line breaks. */
export function openFeed(client: QueryClient, { net, assetId, alive }: FeedOptions): () => void {
  const query = new URLSearchParams({ net, asset: assetId });
  const url = `${API_ROOT}${FIRST_CALLS.feed.path}?${query.toString()}`;
  const count = openCount();
  const drawing = openDrawing(client);
  let isGreeted = false;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  feedState.set('connecting');
  const hear = (message: MessageEvent<unknown>): void => {
    const event = eventOf(message.type, message.data);
    if (event === undefined) return;
    alive();
    if (count(event) !== 'follows') {
      beginLog(event);
      if (event.kind === 'hello' && !isGreeted && isUpTo(client, assetId, event)) completeLater(client);
      else resync(client);
      isGreeted = true;
    }
    apply(client, drawing, event);
  };
  const connect = (): EventSource => {
    const opened = new EventSource(url);
    for (const kind of KINDS) opened.addEventListener(kind, hear);
    opened.addEventListener('message', hear);
    opened.addEventListener('open', () => feedState.set('live'));
    opened.addEventListener('error', () => {
      feedState.set('lost');
      if (opened.readyState !== EventSource.CLOSED) return;
      reopening = setTimeout(() => {
        source = connect();
      }, REOPEN_MS);
    });
    return opened;
  };
  let source = connect();
  return () => {
    clearTimeout(reopening);
    source.close();
    drawing.close();
    endLog();
    feedState.set('off');
  };
}

/** A message as an event; its name may be in the data or in the SSE event field. */
export function eventOf(type: string, data: unknown): FeedEvent | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(data);
    const named = isRecord(parsed) && parsed['kind'] === undefined ? { ...parsed, kind: type } : parsed;
    return isEvent(named) ? named : undefined;
  } catch {
    return undefined;
  }
}

function isEvent(value: unknown): value is FeedEvent {
  return isRecord(value) && isCounted(value) && KINDS.some((kind) => kind === value['kind']);
}

function apply(client: QueryClient, drawing: Drawing, event: FeedEvent): void {
  switch (event.kind) {
    case 'beat':
      return;
    case 'hello':
      return tipTo(client, event.at);
    case 'tip':
      refreshOwn(client);
      return tipTo(client, event.at);
    case 'order':
    case 'removed':
    case 'sale':
      return drawing.add(event);
    // Of a pool's channel, which this is not.
    case 'pool':
    case 'exit':
      return;
  }
}

/** Something may have been missed: everything that the feed keeps up to date is fetched again, the book at once. */
function resync(client: QueryClient): void {
  for (const kind of [KEYS.asks, KEYS.bids, KEYS.sales]) void client.invalidateQueries({ queryKey: kind() });
  askAgain(client, [KEYS.tickers(), KEYS.kline()]);
  refreshOwn(client);
}

/** When the first picture is drawn. */
const LATER_MS = 2_000;

/** Figures carry no count: a sale may have fallen between them and the book. What has been asked for by then is not asked again. */
function completeLater(client: QueryClient): void {
  askAgain(client, [KEYS.tickers(), KEYS.kline()], LATER_MS);
  refreshOwn(client);
}

/** A block changes what an address has. */
function refreshOwn(client: QueryClient): void {
  askAgain(client, [KEYS.balance(), KEYS.coins(), KEYS.myOrders()]);
}

function tipTo(client: QueryClient, at: { height: number; hash: string }): void {
  client.setQueryData<Health>(KEYS.health(), (health) =>
    health === undefined
      ? health
      : {
          ...health,
          ...nodeAt(health, at),
          indexHeight: at.height,
          indexHash: at.hash,
          status: statusAt(health, at.height),
        },
  );
}

/** An index that has the node's block has caught up, before anybody asks again. */
function statusAt({ status, height }: Health, reached: number): Health['status'] {
  return status === 'syncing' && reached >= height ? 'ok' : status;
}

/** The index is never ahead of the node. */
function nodeAt(health: Health, at: { height: number; hash: string }): Pick<Health, 'height' | 'hash'> {
  return at.height < health.height ? health : { height: at.height, hash: at.hash };
}

/** A screen shows no more than ten books a second: eyes see no more, and the page keeps its frames. */
const DRAW_MS = 100;

interface Drawing {
  add(event: BookEvent): void;
  close(): void;
}

/** Collects events and updates the queries a few times a second; the first event after a pause at once. */
function openDrawing(client: QueryClient): Drawing {
  let waiting: BookEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = (): void => {
    timer = undefined;
    const [first] = waiting;
    if (first === undefined) return;
    const events = waiting;
    waiting = [];
    timer = setTimeout(draw, DRAW_MS);
    const change = (key: readonly string[], by: typeof applied): void => {
      client.setQueryData<OrderList>(key, (list) =>
        list === undefined ? list : withEvents(list, events, by),
      );
    };
    for (const [key, by] of [
      [KEYS.asks(first.assetId), applied],
      [KEYS.bids(first.assetId), appliedToBids],
    ] as const) {
      change(key, by);
      const now = client.getQueryData<OrderList>(key);
      if (now !== undefined && wantsMore(now))
        void client.invalidateQueries({ queryKey: key }, { cancelRefetch: false });
    }
    change(KEYS.sales(first.assetId), withSale);
  };
  return {
    add: (event) => {
      record(event);
      waiting.push(event);
      if (timer === undefined) draw();
      // A block brings many sales at once: candles and figures are asked for once after them.
      if (event.kind === 'sale') askAgain(client, [KEYS.tickers(), KEYS.kline(event.assetId)]);
    },
    close: () => clearTimeout(timer),
  };
}
