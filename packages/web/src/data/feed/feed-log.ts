/**
 * The last moments of the public feed, without a gap: a snapshot asked for before an event and answered after it must not
 * bring the past back, and one read before the feed began to count is asked for again.
 */
import type { FeedEvent, Order, OrderList } from '@rialto/contract';
import { parseDecimal } from '@rialto/market';

export type BookEvent = Extract<FeedEvent, { assetId: string }>;
type Change = (list: OrderList, event: BookEvent) => OrderList;

const KEPT_MS = 60_000;
const MAX_READS = 3;
const MAX_DEALS = 50;

interface Stand {
  readonly seq: number;
  readonly epoch: string;
}
interface Log {
  /** Where counting began. */
  readonly from: Stand;
  readonly entries: readonly { at: number; event: BookEvent }[];
}
/** None while no feed is open: then nothing is known to be newer than a snapshot. */
let log: Log | undefined;
let begun = 0;

/** The stream began anew or missed something: earlier messages no longer count. */
export function beginLog(from: Stand): void {
  begun += 1;
  log = { from, entries: [] };
}

export function endLog(): void {
  begun += 1;
  log = undefined;
}

export function record(event: BookEvent): void {
  if (log === undefined) return;
  const at = performance.now();
  log = { ...log, entries: [...log.entries.filter((entry) => entry.at > at - KEPT_MS), { at, event }] };
}

/** Reads a list of one token's orders and brings it to this moment. */
export async function upToDate(
  read: () => Promise<OrderList>,
  assetId: string,
  change: Change,
): Promise<OrderList> {
  for (let reads = 1; ; reads += 1) {
    const before = begun;
    const list = await read();
    if (before === begun || isAfterBeginning(list) || reads === MAX_READS)
      return replayed(list, assetId, change);
  }
}

/** False when events may be between the snapshot and where the log begins. */
function isAfterBeginning(list: OrderList): boolean {
  if (log === undefined) return true;
  return list.epoch === log.from.epoch && (list.seq ?? 0) >= log.from.seq;
}

/** A snapshot with every event that came later. */
function replayed(list: OrderList, assetId: string, change: Change): OrderList {
  const events = (log?.entries ?? []).map(({ event }) => event);
  return withEvents(
    list,
    events.filter((event) => event.assetId === assetId),
    change,
  );
}

/**
 * A list after events of its token, leaving out what it holds already. A snapshot of another server process cannot be compared: it
 * gets them all, and the last word on each order is the newest there is.
 */
export function withEvents(list: OrderList, events: readonly BookEvent[], change: Change): OrderList {
  const isNew = ({ seq, epoch }: Stand): boolean => list.epoch !== epoch || seq > (list.seq ?? 0);
  return events.filter(isNew).reduce(change, list);
}

/** The last digit of an order's type (rules §8). */
const SIDES = { ask: 1, bid: 2 } as const;

/** The open orders of one side after an event. */
const appliedTo =
  (side: number): Change =>
  (list, event) => {
    const id = event.kind === 'removed' ? event.orderId : event.order.orderId;
    const rest = without(list, id);
    const isShown = event.kind === 'order' && isResting(event.order, side);
    if (isShown && !(list.more === true && isBeyond(rest, event.order, side)))
      return withOrders(list, [...rest, event.order]);
    // An event of the other side leaves the list as it is, and its readers undisturbed.
    return rest.length === list.results.length ? list : withOrders(list, rest);
  };

export const applied = appliedTo(SIDES.ask);
export const appliedToBids = appliedTo(SIDES.bid);

/** Worse than all of them: a list that was cut may lack others in between. */
function isBeyond(orders: readonly Order[], order: Order, side: number): boolean {
  const rate = rateOf(order);
  return orders.every((one) => (side === SIDES.bid ? rateOf(one) > rate : rateOf(one) < rate));
}

const rateOf = ({ coinRatePrice }: Order): bigint => parseDecimal(coinRatePrice, RATE_DIGITS) ?? 0n;
const RATE_DIGITS = 18;

/** So few are left of a list that was cut that the next ones are wanted. */
export function wantsMore({ more, results }: OrderList): boolean {
  return more === true && results.length < FEW;
}
const FEW = 100;

/** The latest sales after an event, newest first. A block that is undone takes its sales with it. */
export function withSale(list: OrderList, event: BookEvent): OrderList {
  if (event.kind !== 'sale') {
    const id = event.kind === 'removed' ? event.orderId : event.order.orderId;
    const isListed = list.results.some((order) => order.orderId === id);
    return isListed ? withOrders(list, without(list, id)) : list;
  }
  const rest = without(list, event.order.orderId);
  return withOrders(list, [event.order, ...rest].slice(0, MAX_DEALS));
}

/** Open on the wire, and not paused or withdrawn behind it. */
function isResting(order: Order, side: number): boolean {
  return order.orderState === 1 && order.orderType % 10 === side;
}

function without(list: OrderList, orderId: string): Order[] {
  return list.results.filter((order) => order.orderId !== orderId);
}

function withOrders(list: OrderList, results: Order[]): OrderList {
  return { ...list, results, total: results.length };
}
