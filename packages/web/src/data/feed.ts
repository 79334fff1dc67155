/** The public live feed of one token: events change what the queries hold; each (re)connection asks for fresh snapshots. */
import type { QueryClient } from '@tanstack/react-query';
import { API_ROOT, CALLS } from '@rialto/contract';
import type { FeedEvent, Health, OrderList } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { isRecord } from '../memory.ts';
import { createStore } from '../store.ts';
import { applied, record } from './feed-log.ts';
import { KEYS } from './queries.ts';

const KINDS = ['hello', 'tip', 'order', 'gone', 'deal'] as const;
const MOST_DEALS = 50;

/** `off`: this page has no feed. */
export type FeedState = 'off' | 'connecting' | 'live' | 'lost';
export const feedState = createStore<FeedState>('off');

/** Opens the feed; gives back the way to close it. EventSource reconnects by itself. */
export function openFeed(client: QueryClient, net: Network, tick: string): () => void {
  const query = new URLSearchParams({ net, tick });
  feedState.set('connecting');
  const source = new EventSource(`${API_ROOT}${CALLS.feed.path}?${query.toString()}`);
  const hear = (message: MessageEvent<unknown>): void => {
    const event = eventOf(message.type, message.data);
    if (event !== undefined) apply(client, event);
  };
  for (const kind of KINDS) source.addEventListener(kind, hear);
  source.addEventListener('message', hear);
  source.addEventListener('open', () => feedState.set('live'));
  source.addEventListener('error', () => feedState.set('lost'));
  return () => {
    source.close();
    feedState.set('off');
  };
}

/** A message as an event; its name may stand in the data or in the SSE event field. */
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
  return isRecord(value) && KINDS.some((kind) => kind === value['kind']);
}

function apply(client: QueryClient, event: FeedEvent): void {
  switch (event.kind) {
    case 'hello':
      resync(client);
      return tipTo(client, event.at);
    case 'tip':
      refreshOwn(client);
      return tipTo(client, event.at);
    case 'order':
    case 'gone':
    case 'deal':
      return changeBook(client, event);
  }
}

function resync(client: QueryClient): void {
  for (const key of ['asks', 'deals', 'tickers', 'my-orders'])
    void client.invalidateQueries({ queryKey: [key] });
  refreshOwn(client);
}

/** A block changes what an address has. */
function refreshOwn(client: QueryClient): void {
  for (const key of ['balance', 'coins', 'my-orders']) void client.invalidateQueries({ queryKey: [key] });
}

function tipTo(client: QueryClient, at: { height: number; hash: string }): void {
  client.setQueryData<Health>(KEYS.health, (health) =>
    health === undefined
      ? health
      : { ...health, ...nodeAt(health, at), indexHeight: at.height, indexHash: at.hash },
  );
}

/** The index never stands where the node has not been. */
function nodeAt(health: Health, at: { height: number; hash: string }): Pick<Health, 'height' | 'hash'> {
  return at.height < health.height ? health : { height: at.height, hash: at.hash };
}

function changeBook(client: QueryClient, event: Extract<FeedEvent, { tick: string }>): void {
  record(event);
  client.setQueryData<OrderList>(KEYS.asks(event.tick), (list) =>
    list === undefined ? list : applied(list, event),
  );
  if (event.kind !== 'deal') return;
  client.setQueryData<OrderList>(KEYS.deals(event.tick), (list) => {
    if (list === undefined) return list;
    const rest = list.results.filter((order) => order.orderId !== event.order.orderId);
    return { ...list, results: [event.order, ...rest].slice(0, MOST_DEALS) };
  });
  void client.invalidateQueries({ queryKey: KEYS.tickers });
}
