/** The last moments of the public feed: a snapshot asked for before an event and answered after it must not bring the past back. */
import type { FeedEvent, Order, OrderList } from '@rialto/contract';

type BookEvent = Extract<FeedEvent, { tick: string }>;

const KEPT_MS = 60_000;
let log: { at: number; event: BookEvent }[] = [];

export function record(event: BookEvent): void {
  const now = performance.now();
  log = [...log.filter((entry) => entry.at > now - KEPT_MS), { at: now, event }];
}

/** A snapshot asked for at `since`, with every event of its token that came later. */
export function replayed(list: OrderList, tick: string, since: number): OrderList {
  return log
    .filter((entry) => entry.at >= since && entry.event.tick.toLowerCase() === tick.toLowerCase())
    .reduce((now, entry) => applied(now, entry.event), list);
}

/** The open asks after an event. */
export function applied(list: OrderList, event: BookEvent): OrderList {
  switch (event.kind) {
    case 'gone':
      return withOrders(list, without(list, event.orderId));
    case 'deal':
      return withOrders(list, without(list, event.order.orderId));
    case 'order': {
      const rest = without(list, event.order.orderId);
      return withOrders(list, isResting(event.order) ? [...rest, event.order] : rest);
    }
  }
}

/** Open on the wire, and not paused or withdrawn behind it. */
export function isResting(order: Order): boolean {
  return order.orderState === 1 && order.orderType % 10 === 1;
}

function without(list: OrderList, orderId: string): Order[] {
  return list.results.filter((order) => order.orderId !== orderId);
}

function withOrders(list: OrderList, results: Order[]): OrderList {
  return { ...list, results, total: results.length };
}
