/** What is read of the order book, the same for the three books: open orders and deals, own orders, own trades. */
import { API_ROOT, CALLS, SCHEMAS } from '@rialto/contract';
import { marketNamed, marketOfType, statusesOfWireState } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { Refusal } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { orderView, tradeView } from '../orders/view.ts';
import {
  cheapestOrders,
  findOrder,
  latestDeals,
  ordersOfAddress,
  troubledOrders,
} from '../store/order-store.ts';
import type { OrderRow } from '../store/order-store.ts';
import { findTrade, tradesOfAddress } from '../store/trade-store.ts';
import { sendSnapshot } from './book-cache.ts';
import { requireNetwork } from './public-calls.ts';
import { failure, sendAnswer, wrap } from './reply.ts';
import { requireSession, route } from './route.ts';
import type { Asked, RouteContext } from './route.ts';
import type { Service } from './service.ts';
import { tickers } from './tickers.ts';

const BOOK_LIMIT = 200;
const TRADES_LIMIT = 20;
const MOST = 500;

type OrdersQuery = ReturnType<typeof SCHEMAS.orders.query.parse>;

/** True when the bids are asked for. Throws Refusal('invalid-order-type') for another book's type. */
function asksBids(book: MarketName, orderType: string | undefined): boolean {
  if (orderType === undefined) return false;
  const { market, side } = marketOfType(Number.parseInt(orderType, 10));
  if (market.name !== book) throw new Refusal('invalid-order-type', `${orderType} in ${book}`);
  return side === 'bid';
}

async function orderList(
  service: Service,
  query: OrdersQuery,
  { asset, bids }: { asset: AssetId; bids: boolean },
) {
  const { db } = service.room.store;
  // Before the database is read: what the feed tells from now on may be in the list or not, what it told is.
  const stand = service.feed.stand(asset);
  const limit = Math.min(
    Number.parseInt(query.limit ?? '0', 10) || (query.orderState === '1' ? BOOK_LIMIT : TRADES_LIMIT),
    MOST,
  );
  let rows: OrderRow[] = [];
  // There are no bids yet: the bid side is an empty list, not an error.
  if (!bids)
    rows =
      query.orderState === '1' ? await cheapestOrders(db, asset, limit) : await latestDeals(db, asset, limit);
  if (query.orderState === '1' && query.sortType === '-1') rows.reverse();
  const results = rows.map((row) => orderView(row, service.config.NETWORK));
  return { total: results.length, results, at: await service.ledger.tip(), ...stand };
}

/** The book is a hot read: it leaves as ready bytes. */
function registerBook(context: RouteContext, service: Service): void {
  context.app.get(`${API_ROOT}${CALLS.orders.path}`, async (request, reply) => {
    const hot = service.cache.peek(request.url);
    if (hot !== undefined) return sendSnapshot(request, reply, hot);
    try {
      const params = SCHEMAS.orders.params.safeParse(request.params);
      const parsed = SCHEMAS.orders.query.safeParse(request.query);
      if (!params.success) throw new Refusal('bad-request', 'book');
      if (!parsed.success) throw new Refusal('bad-request', parsed.error.issues[0]?.path.join('.'));
      const [{ book }, query] = [params.data, parsed.data];
      requireNetwork(service, query.net);
      const bids = asksBids(book, query.orderType);
      const { asset } = await service.room.books.token(book, query);
      const startedAt = performance.now();
      const snapshot = await service.cache.get(request.url, asset, async () =>
        wrap('code', await orderList(service, query, { asset, bids }), startedAt),
      );
      return await sendSnapshot(request, reply, snapshot);
    } catch (error) {
      return sendAnswer(reply, failure(error, 'code', request.log));
    }
  });
}

/** Orders with something unresolved. */
const TROUBLED = '50';

function pageOf({ orderState, limit, before }: Asked<'myOrders'>['query']) {
  const statuses = statusesOfWireState(orderState);
  return { statuses, before, limit: limit === undefined ? undefined : Number.parseInt(limit, 10) };
}

async function myOrders(service: Service, { params, query, session }: Asked<'myOrders'>) {
  requireNetwork(service, query.net);
  const { address } = requireSession(session);
  if (params.address !== address) throw new Refusal('not-yours');
  const { room, ledger, config } = service;
  const { tick, assetId } = query;
  const token =
    tick === undefined && assetId === undefined
      ? undefined
      : await room.books.token(params.book, { tick: tick ?? '', assetId });
  const types = Object.values(marketNamed(params.book).types);
  const at = await ledger.tip();
  const ask = { address, types, assetId: token?.asset };
  const rows =
    query.orderState === TROUBLED
      ? await troubledOrders(room.store.db, ask, at.height)
      : await ordersOfAddress(room.store.db, { ...ask, ...pageOf(query) });
  if (query.sortType === '1') rows.reverse();
  const results = rows.map((row) => orderView(row, config.NETWORK, address));
  return { total: results.length, results, at };
}

const isOf = (book: MarketName, row: { orderType: number }): boolean =>
  marketOfType(row.orderType).market.name === book;

function registerTrades(context: RouteContext, service: Service): void {
  const { room } = service;
  const { db } = room.store;
  route(context, 'trade', async ({ params, query, session }) => {
    requireNetwork(service, query.net);
    const row = await findTrade(db, params.tradeId);
    if (row === undefined || !isOf(params.book, row)) throw new Refusal('unknown-trade');
    if (row.buyerAddress !== requireSession(session).address) throw new Refusal('not-yours');
    return tradeView(room, row);
  });
  route(context, 'myTrades', async ({ params, query, session }) => {
    requireNetwork(service, query.net);
    const { address } = requireSession(session);
    if (params.address !== address) throw new Refusal('not-yours');
    const rows = await tradesOfAddress(db, address, marketNamed(params.book).types.ask);
    const results = await Promise.all(rows.map((row) => tradeView(room, row)));
    return { total: results.length, results };
  });
}

export function registerBookReads(context: RouteContext, service: Service): void {
  const { room, config } = service;
  registerBook(context, service);
  registerTrades(context, service);
  route(context, 'tickers', ({ params, query }) => tickers(service, params.book, query));
  route(context, 'myOrders', (asked) => myOrders(service, asked));
  route(context, 'order', async ({ params, query }) => {
    requireNetwork(service, query.net);
    const row = await findOrder(room.store.db, params.orderId);
    if (row === undefined || !isOf(params.book, row)) throw new Refusal('unknown-order');
    return orderView(row, config.NETWORK);
  });
}
