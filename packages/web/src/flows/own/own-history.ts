/** All of one's own orders that are over, in all books, page after page until there is no more. */
import type { Order, OrderList } from '@rialto/contract';
import { MARKETS } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { call } from '../../data/calls/client.ts';
import type { Credential } from '../../data/calls/credentials.ts';

/** Newest first; an order that moved between two pages is in it once. */
export async function readHistory(net: Network, session: Credential): Promise<readonly Order[]> {
  const found: Order[] = [];
  for (const { name: book } of MARKETS) {
    const read = (before: string | undefined): Promise<OrderList> =>
      call('myOrders', {
        params: { book, address: session.address },
        query: { net, orderState: '21', ...(before === undefined ? {} : { before }) },
        session,
      });
    found.push(...(await allPages(read)));
  }
  return found.toSorted((a, b) => b.timestamp - a.timestamp);
}

type ReadPage = (before: string | undefined) => Promise<Pick<OrderList, 'results'>>;

/** @param read one page, of those placed before an order */
export async function allPages(read: ReadPage): Promise<readonly Order[]> {
  const orders = new Map<string, Order>();
  for (let before: string | undefined; ;) {
    const { results } = await read(before);
    const fresh = results.filter(({ orderId }) => !orders.has(orderId));
    if (fresh.length === 0) return [...orders.values()];
    for (const order of fresh) orders.set(order.orderId, order);
    before = results.at(-1)?.orderId;
  }
}
