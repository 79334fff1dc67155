/** The book of one market: asks, standing bids and live ones, each as rows. */
import { useMemo } from 'react';
import type { Order } from '@rialto/contract';
import { bestAsks, floorOf } from '@rialto/market';
import { useAsks, useBids, useSales } from '../../../data/queries.ts';
import type { Pair } from '../../../data/queries.ts';
import { useHeld } from '../../../flows/handing/handings.ts';
import { bookOf } from './rows.ts';
import type { Market } from '../market.ts';

const NONE: readonly Order[] = [];

type BookPart =
  | 'orders'
  | 'more'
  | 'rows'
  | 'bidOrders'
  | 'bids'
  | 'liveOrders'
  | 'live'
  | 'floor'
  | 'best'
  | 'bookLoading'
  | 'bookFailed'
  | 'retry'
  | 'sales';

export function useBook(pair: Pair, address: string): Pick<Market, BookPart> {
  const asks = useAsks(pair);
  const bids = useBids(pair);
  const sales = useSales(pair);
  const orders = asks.data?.results ?? NONE;
  const { bidOrders, liveOrders } = useMemo(() => apart(bids.data?.results ?? NONE), [bids.data]);
  const held = useHeld('take');
  const selling = useHeld('sell');
  const rows = useMemo(() => bookOf(orders, address, held), [orders, address, held]);
  return {
    orders,
    rows,
    bidOrders,
    bids: useMemo(() => bookOf(bidOrders, address, selling, 'bid'), [bidOrders, address, selling]),
    liveOrders,
    live: useMemo(() => bookOf(liveOrders, address, selling, 'bid'), [liveOrders, address, selling]),
    more: asks.data?.more === true,
    floor: floorOf(rows),
    best: bestAsks(rows, 1)[0],
    bookLoading: asks.isPending,
    bookFailed: asks.isError && asks.data === undefined,
    retry: () => void asks.refetch(),
    sales: sales.data?.results,
  };
}

/** Standing bids and live ones. */
function apart(orders: readonly Order[]): Pick<Market, 'bidOrders' | 'liveOrders'> {
  return {
    bidOrders: orders.filter(({ live }) => live !== true),
    liveOrders: orders.filter(({ live }) => live === true),
  };
}
