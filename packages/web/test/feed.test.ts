/** The live feeds: events as they come over the wire, and snapshots that must not bring the past back. */
import { describe, expect, it } from 'vitest';
import { applied, record, replayed } from '../src/data/feed-log.ts';
import { eventOf } from '../src/data/feed.ts';
import { messageOf } from '../src/data/my-feed.ts';
import { order } from './fake/exchange.ts';

const at = { height: 1, hash: 'a'.repeat(64) };
const list = { total: 2, results: [order(1), order(2)], at };
const idsOf = (now: typeof list): string[] => now.results.map((one) => one.orderId);

describe('events', () => {
  it('are read by the name in the data or in the event field', () => {
    expect(eventOf('message', JSON.stringify({ kind: 'tip', at }))).toEqual({ kind: 'tip', at });
    expect(eventOf('tip', JSON.stringify({ at }))).toEqual({ kind: 'tip', at });
  });
  it('are nothing when they are strange', () => {
    for (const data of ['', 'not json', '[]', '{"kind":"rumour"}', 5])
      expect(eventOf('message', data)).toBeUndefined();
  });
  it('of one’s own come in blocks', () => {
    expect(messageOf(`event: hello\ndata: ${JSON.stringify({ at })}`)).toEqual({ kind: 'hello', at });
    expect(messageOf(': keep-alive')).toBeUndefined();
    expect(messageOf('data: {')).toBeUndefined();
  });
});

describe('the book after an event', () => {
  it('gains, changes and loses orders', () => {
    const three = applied(list, { kind: 'order', tick: 'ordi', order: order(3) });
    expect(three.results).toHaveLength(3);
    const pending = applied(three, { kind: 'order', tick: 'ordi', order: order(3, { pending: true }) });
    expect(pending.results.at(-1)?.pending).toBe(true);
    expect(
      idsOf(applied(list, { kind: 'gone', tick: 'ordi', orderId: order(1).orderId, reason: '' })),
    ).toEqual([order(2).orderId]);
    expect(
      applied(list, { kind: 'deal', tick: 'ordi', order: order(2, { orderState: 2 }) }).results,
    ).toHaveLength(1);
    expect(
      applied(list, { kind: 'order', tick: 'ordi', order: order(2, { orderState: 3 }) }).results,
    ).toHaveLength(1);
  });
  it('is not undone by a snapshot that was asked for before', () => {
    const asked = performance.now();
    record({ kind: 'gone', tick: 'ordi', orderId: order(1).orderId, reason: 'sold' });
    expect(idsOf(replayed(list, 'ordi', asked))).toEqual([order(2).orderId]);
    expect(idsOf(replayed(list, 'sats', asked))).toHaveLength(2);
    expect(idsOf(replayed(list, 'ordi', performance.now() + 1))).toHaveLength(2);
  });
});
