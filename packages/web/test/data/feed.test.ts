/** The live feeds: events as they come over the wire, what a missed one leads to, and snapshots that must not bring the past back. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { FeedEvent, OrderList } from '@rialto/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCount } from '../../src/data/feed/feed-count.ts';
import {
  applied,
  beginLog,
  endLog,
  record,
  upToDate,
  wantsMore,
  withSale,
} from '../../src/data/feed/feed-log.ts';
import { eventOf, openFeed } from '../../src/data/feed/feed.ts';
import { messageOf } from '../../src/data/feed/my-feed.ts';
import { KEYS } from '../../src/data/keys.ts';
import { order } from '../fake/exchange.ts';

const at = { height: 1, hash: 'a'.repeat(64) };
const [epoch, other] = ['one', 'two'];
const { tick, assetId } = order(1);
const list: OrderList = { total: 2, results: [order(1), order(2)], at };
const idsOf = (now: OrderList): string[] => now.results.map((one) => one.orderId);
const base = (seq: number) => ({ seq, epoch, tick, assetId });
const gone = (seq: number, n: number) =>
  ({ ...base(seq), kind: 'removed', orderId: order(n).orderId, reason: '' }) as const;
const open = (seq: number, n: number, more: Parameters<typeof order>[1] = {}) =>
  ({ ...base(seq), kind: 'order', order: order(n, more) }) as const;
const sale = (seq: number, n: number) =>
  ({ ...base(seq), kind: 'sale', order: order(n, { orderState: 2 }) }) as const;

describe('events', () => {
  it('are read by the name in the data or in the event field', () => {
    const tip = { kind: 'tip', at, seq: 3, epoch };
    expect(eventOf('message', JSON.stringify(tip))).toEqual(tip);
    expect(eventOf('tip', JSON.stringify({ at, seq: 3, epoch }))).toEqual({ at, seq: 3, epoch, kind: 'tip' });
  });
  it('are nothing when they are strange or not counted', () => {
    const strange = ['', 'not json', '[]', '{"kind":"rumour","seq":1,"epoch":"e"}', 5, '{"kind":"tip"}'];
    for (const data of strange) expect(eventOf('message', data)).toBeUndefined();
  });
  it('of one’s own come in blocks', () => {
    const hello = { at, seq: 0, epoch };
    expect(messageOf(`event: hello\ndata: ${JSON.stringify(hello)}`)).toEqual({ ...hello, kind: 'hello' });
    const coins = { kind: 'coins', seq: 1, epoch };
    expect(messageOf(`event: coins\ndata: ${JSON.stringify(coins)}`)).toEqual(coins);
    expect(messageOf(': keep-alive')).toBeUndefined();
    expect(messageOf('data: {')).toBeUndefined();
  });
});

describe('the count of a stream', () => {
  const steps = (...messages: [kind: string, seq: number, epoch: string][]) => {
    const count = openCount();
    return messages.map(([kind, seq, of]) => count({ kind, seq, epoch: of }));
  };
  it('goes up by one with every message, and stands still at a beat', () => {
    expect(
      steps(
        ['hello', 7, epoch],
        ['order', 8, epoch],
        ['beat', 8, epoch],
        ['tip', 9, epoch],
        ['hello', 9, other],
      ),
    ).toEqual(['begins', 'follows', 'follows', 'follows', 'begins']);
  });
  it('tells a gap, a last message that never came, one that came twice, another epoch, and no greeting', () => {
    expect(steps(['hello', 7, epoch], ['order', 9, epoch], ['order', 10, epoch])[1]).toBe('missed');
    expect(steps(['hello', 7, epoch], ['beat', 8, epoch])[1]).toBe('missed');
    expect(steps(['hello', 7, epoch], ['order', 8, epoch], ['order', 8, epoch])[2]).toBe('missed');
    expect(steps(['hello', 7, epoch], ['order', 8, other])[1]).toBe('missed');
    expect(steps(['order', 1, epoch])).toEqual(['missed']);
    expect(steps(['beat', 0, epoch])).toEqual(['missed']);
  });
  it('counts on after a gap: one gap is told once', () => {
    expect(steps(['hello', 7, epoch], ['order', 9, epoch], ['order', 10, epoch])[2]).toBe('follows');
  });
});

describe('the book after an event', () => {
  it('gains, changes and loses orders', () => {
    const three = applied(list, open(1, 3));
    expect(three.results).toHaveLength(3);
    expect(applied(three, open(2, 3, { pending: true })).results.at(-1)?.pending).toBe(true);
    expect(idsOf(applied(list, gone(1, 1)))).toEqual([order(2).orderId]);
    expect(applied(list, sale(1, 2)).results).toHaveLength(1);
    expect(applied(list, open(1, 2, { orderState: 3 })).results).toHaveLength(1);
  });
  it('that was cut takes no order from beyond the cut, and asks for the next ones when few are left', () => {
    const priced = (n: number, coinRatePrice: string) => open(n, n, { coinRatePrice });
    const cut: OrderList = {
      total: 2,
      at,
      more: true,
      results: [order(1, { coinRatePrice: '5' }), order(2, { coinRatePrice: '9.5' })],
    };
    expect(idsOf(applied(cut, priced(3, '9.6')))).toEqual(idsOf(cut));
    expect(idsOf(applied(cut, priced(3, '9.4')))).toContain(order(3).orderId);
    expect(idsOf(applied({ ...cut, more: false }, priced(3, '9.6')))).toContain(order(3).orderId);
    const many = Array.from({ length: 100 }, (_, n) => order(n));
    expect([cut, { ...cut, more: false }, { ...cut, results: many }].map(wantsMore)).toEqual([
      true,
      false,
      false,
    ]);
  });
  it('has the deal among the deals, once, and not any more when its block is undone', () => {
    const sales = withSale({ total: 0, results: [], at }, sale(1, 1));
    expect(idsOf(withSale(withSale(sales, sale(2, 2)), sale(3, 1)))).toEqual([
      order(1).orderId,
      order(2).orderId,
    ]);
    expect(withSale(sales, open(2, 1)).results).toEqual([]);
    expect(withSale(sales, gone(2, 2))).toBe(sales);
  });
});

describe('a snapshot', () => {
  const counted = (seq: number, of = epoch): OrderList => ({ ...list, seq, epoch: of });
  const reading = (answer: OrderList) => upToDate(() => Promise.resolve(answer), assetId, applied);
  beforeEach(() => beginLog({ seq: 4, epoch }));
  afterEach(endLog);

  it('gets exactly the events that are not in it', async () => {
    record(gone(5, 1));
    record(gone(6, 2));
    expect(idsOf(await reading(counted(4)))).toEqual([]);
    expect(idsOf(await reading(counted(5)))).toEqual([order(1).orderId]);
    expect(idsOf(await reading(counted(6)))).toHaveLength(2);
  });
  it('of another process, or without a count, gets all there is', async () => {
    record(gone(5, 1));
    expect(idsOf(await reading(counted(900, other)))).toEqual([order(2).orderId]);
    expect(idsOf(await reading(list))).toEqual([order(2).orderId]);
  });
  it('of another token gets none of it', async () => {
    record({ ...gone(5, 1), assetId: 'brc20:other' });
    expect(idsOf(await reading(counted(4)))).toHaveLength(2);
  });
  it('that was read before the feed began to count is read again', async () => {
    const answers = [counted(3), counted(6)];
    const read = (): Promise<OrderList> => {
      // The greeting arrives while the first answer is on its way.
      if (answers.length === 2) beginLog({ seq: 5, epoch });
      return Promise.resolve(answers.shift() ?? list);
    };
    expect((await upToDate(read, assetId, applied)).seq).toBe(6);
    expect(answers).toEqual([]);
  });
  it('that already holds what the greeting says is read once', async () => {
    let reads = 0;
    const read = (): Promise<OrderList> => {
      reads += 1;
      beginLog({ seq: 5, epoch });
      return Promise.resolve(counted(5));
    };
    await upToDate(read, assetId, applied);
    expect(reads).toBe(1);
  });
});

/** Stands in for the browser's own: jsdom has none. */
class Source extends EventTarget {
  static last: Source | undefined;
  static readonly CONNECTING = 0;
  static readonly CLOSED = 2;
  readyState = 1;
  closed = false;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Source.last = this;
  }
  close(): void {
    this.closed = true;
  }
  breaks(into: number): void {
    this.readyState = into;
    this.dispatchEvent(new Event('error'));
  }
  says(event: FeedEvent): void {
    this.dispatchEvent(new MessageEvent(event.kind, { data: JSON.stringify(event) }));
  }
}

describe('the open feed', () => {
  let [reads, lives, seq] = [0, 0, 7];
  let client = new QueryClient();
  let close: (() => void)[] = [];
  const shown = () => idsOf(client.getQueryData<OrderList>(KEYS.asks(assetId)) ?? list);

  beforeEach(async () => {
    [reads, lives, seq] = [0, 0, 6];
    vi.stubGlobal('EventSource', Source);
    client = new QueryClient();
    const truth = (): Promise<OrderList> => {
      reads += 1;
      return Promise.resolve({ ...list, total: 1, results: [order(2)], seq, epoch });
    };
    const queryFn = () => upToDate(truth, assetId, applied);
    const observer = new QueryObserver(client, { queryKey: KEYS.asks(assetId), queryFn, staleTime: 60_000 });
    const unsubscribe = observer.subscribe(() => undefined);
    await vi.waitFor(() => expect(client.getQueryData(KEYS.asks(assetId))).toBeDefined());
    const closeFeed = openFeed(client, { net: 'regtest', assetId, alive: () => (lives += 1) });
    close = [unsubscribe, closeFeed];
    // Something was told between the list and the greeting.
    seq = 7;
    Source.last?.says({ kind: 'hello', at, seq: 7, epoch });
    await vi.waitFor(() => expect(reads).toBe(2));
  });
  afterEach(() => {
    for (const each of close) each();
    client.clear();
    vi.unstubAllGlobals();
  });

  it('asks for the token by its deploy and follows without asking again', () => {
    expect(Source.last?.url).toContain(`asset=${encodeURIComponent(assetId)}`);
    Source.last?.says(open(8, 3));
    Source.last?.says({ kind: 'beat', seq: 8, epoch });
    expect(shown()).toContain(order(3).orderId);
    expect([reads, lives]).toEqual([2, 3]);
  });
  it('notices a message that never came, and mends the book', async () => {
    Source.last?.says(open(8, 3));
    // Number 9 took order 3 away; it is lost. Order 4 is gone again when the snapshot is read.
    seq = 11;
    Source.last?.says(open(10, 4));
    await vi.waitFor(() => expect(reads).toBe(3));
    await vi.waitFor(() => expect(shown()).toEqual([order(2).orderId]));
  });
  it('notices at the next beat that the last message never came', async () => {
    Source.last?.says({ kind: 'beat', seq: 8, epoch });
    await vi.waitFor(() => expect(reads).toBe(3));
  });
  it('looks again when another server process answers', async () => {
    Source.last?.says({ ...open(8, 3), epoch: other });
    await vi.waitFor(() => expect(reads).toBe(3));
  });
  it('draws many events of a moment together, the first at once, and loses none', async () => {
    let drawn = 0;
    const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryHash.includes('"asks"')) drawn += 1;
    });
    close.push(unsubscribe);
    Source.last?.says(open(8, 3));
    expect(shown()).toContain(order(3).orderId);
    for (let n = 9; n < 49; n += 1) Source.last?.says(open(n, n));
    Source.last?.says(gone(49, 20));
    await vi.waitFor(() => expect(shown()).toHaveLength(41));
    expect(shown()).not.toContain(order(20).orderId);
    expect(drawn).toBe(2);
  });
  it('tells that the index has caught up, and nothing else of the exchange', () => {
    const stand = {
      network: 'regtest',
      version: '1',
      height: 5,
      hash: 'node',
      indexHeight: 4,
      indexHash: 'old',
    };
    const after = (status: string, height: number): unknown => {
      client.setQueryData(KEYS.health(), { ...stand, status });
      Source.last?.says({ kind: 'tip', at: { ...at, height }, seq: 8, epoch });
      return client.getQueryData<{ status: string }>(KEYS.health())?.status;
    };
    expect(after('syncing', 4)).toBe('syncing');
    expect(after('syncing', 5)).toBe('ok');
    expect(after('stopped', 5)).toBe('stopped');
  });
  it('is opened anew where the browser would not: after an answer that is no stream', () => {
    vi.useFakeTimers();
    const first = Source.last;
    first?.breaks(Source.CONNECTING);
    vi.advanceTimersByTime(5_000);
    expect(Source.last).toBe(first);
    first?.breaks(Source.CLOSED);
    vi.advanceTimersByTime(2_000);
    expect(Source.last).not.toBe(first);
    vi.useRealTimers();
  });
  it('closes with its page', () => {
    close[1]?.();
    expect(Source.last?.closed).toBe(true);
  });
});

describe('the first greeting', () => {
  let client = new QueryClient();
  let [close, asked] = [(): void => undefined, [] as string[]];
  const held = (seq: number, of = epoch): OrderList => ({ ...list, seq, epoch: of });
  const look = (queryKey: readonly string[], answer: unknown): void => {
    const queryFn = (): unknown => {
      asked.push(queryKey[0] ?? '');
      return answer;
    };
    new QueryObserver(client, { queryKey, queryFn, staleTime: 60_000 }).subscribe(() => undefined);
  };
  const greet = (seq: number): void => Source.last?.says({ kind: 'hello', at, seq, epoch });

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('EventSource', Source);
    [client, asked] = [new QueryClient(), []];
    close = openFeed(client, { net: 'regtest', assetId, alive: () => undefined });
  });
  afterEach(() => {
    close();
    client.clear();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const opened = async (asks: OrderList, sales: OrderList): Promise<void> => {
    look(KEYS.asks(assetId), asks);
    look(KEYS.sales(assetId), sales);
    look(KEYS.tickers('brc20'), { results: [] });
    await vi.advanceTimersByTimeAsync(10);
    asked = [];
  };

  it('asks for no list that holds what it says, and for the figures when the page is drawn', async () => {
    await opened(held(7), held(8));
    greet(7);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toEqual(['tickers']);
  });
  it('asks for all of them when a list is older, or of another process', async () => {
    for (const old of [held(6), held(900, other), list]) {
      close();
      client.clear();
      close = openFeed(client, { net: 'regtest', assetId, alive: () => undefined });
      await opened(old, held(7));
      greet(7);
      await vi.advanceTimersByTimeAsync(300);
      expect(asked.toSorted()).toEqual(['asks', 'deals', 'tickers']);
    }
  });
  it('is the first of a stream only: the next one asks for everything', async () => {
    await opened(held(7), held(7));
    greet(7);
    await vi.advanceTimersByTimeAsync(3_000);
    asked = [];
    greet(7);
    await vi.advanceTimersByTimeAsync(300);
    expect(asked.toSorted()).toEqual(['asks', 'deals', 'tickers']);
  });
});
