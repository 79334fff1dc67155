/** What is read of the order book, the same for all books: open orders and sales, own orders, own trades. */
import { API_ROOT, CALLS } from '@rialto/contract';
import type { OrderList, QueryOf } from '@rialto/contract';
import { marketNamed, marketOfType, statusesOfWireState } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { FastifyRequest } from 'fastify';
import { cancelTerms } from '../../orders/late/late-sale.ts';
import { orderView, tradeView, tradeViews } from '../../orders/view.ts';
import { findShown } from '../../store/orders/shown-orders.ts';
import { ordersOfAddress, troubledOrders, unresolvedRungs } from '../../store/orders/orders-of-address.ts';
import { findTrade, takerOf, tradesOfAddress } from '../../store/orders/trade-store.ts';
import type { ReadyList } from './book-cache.ts';
import type { Stand } from '../feed/feed-readers.ts';
import { requireNetwork } from '../calls/public-calls.ts';
import { sendReady } from './ready-bytes.ts';
import { BOOK_LIMIT, readyAsset, readyList, entryOf } from './ready-books.ts';
import type { ListSpec } from './ready-books.ts';
import type { Accounts } from '../../accounts/login.ts';
import { failure, sendAnswer, wrap } from '../reply.ts';
import { requestedOf, requireSession, route } from '../route.ts';
import type { CallRequest, RouteContext } from '../route.ts';
import type { Service } from '../service.ts';
import { visitorOf } from '../visitor.ts';
import { tickers } from './tickers.ts';

const TRADES_LIMIT = 20;
const MAX = 500;

/** True when the bids are asked for. Throws Refusal('invalid-order-type') unless it is a type of this book. */
function asksBids(book: MarketName, orderType: string | undefined): boolean {
  if (orderType === undefined) return false;
  const { market, side } = marketOfType(/^[0-9]+$/.test(orderType) ? Number(orderType) : Number.NaN);
  if (market.name !== book) throw new Refusal('invalid-order-type');
  return side === 'bid';
}

function specOf(query: QueryOf<'orders'>, bids: boolean): Omit<ListSpec, 'asset'> {
  const isOpen = query.orderState === '1';
  const limit = Number.parseInt(query.limit ?? '0', 10) || (isOpen ? BOOK_LIMIT : TRADES_LIMIT);
  const of = !isOpen ? 'deals' : bids ? 'bids' : 'asks';
  // The best first unless it is said: the cheapest ask, the dearest bid.
  const falling = of === 'bids' ? query.sortType !== '1' : of === 'asks' && query.sortType === '-1';
  return { of, limit: Math.min(limit, MAX), falling };
}

/** @throws Refusal bad-request */
function tokenAsked({ tick, assetId }: QueryOf<'orders'>) {
  if (tick === undefined) throw new Refusal('bad-request', 'tick');
  return { tick, assetId };
}

interface Found {
  readonly list: ReadyList;
  readonly stand: Stand;
}

async function findList(service: Service, request: FastifyRequest): Promise<Found> {
  const { cache, feed, orders } = service;
  const { params, query } = requestedOf('orders', request);
  const { book } = params;
  requireNetwork(service, query.net);
  const spec = specOf(query, asksBids(book, query.orderType));
  const asset =
    (await readyAsset(service, book, query, spec)) ??
    (await orders.books.token(book, tokenAsked(query))).asset;
  // Before the database is read: what the feed tells from now on may be in the list or not, what it told is.
  const before = feed.stand(asset);
  const list = await readyList(service, { asset, ...spec });
  cache.name(request.url, entryOf({ asset, ...spec }));
  return { list, stand: list.current() ? feed.stand(asset) : before };
}

/**
 * Of one buyer, for that buyer alone: bids that ended and whose locks are not home yet.
 * @throws Refusal not-yours, bad-request
 */
async function unresolvedBids(
  service: Service,
  accounts: Accounts,
  request: FastifyRequest,
): Promise<OrderList> {
  const { params, query } = requestedOf('orders', request);
  if (query.orderState !== UNRESOLVED || query.buyerAddress === undefined)
    throw new Refusal('bad-request', 'buyerAddress and orderState 50 go together');
  requireNetwork(service, query.net);
  if ((await visitorOf(accounts, request)) !== query.buyerAddress) throw new Refusal('not-yours');
  const { orders, ledger, config } = service;
  const { bid } = marketNamed(params.book).types;
  const at = await ledger.tip();
  const rows = await unresolvedRungs(orders.store.db, { address: query.buyerAddress, orderType: bid });
  const results = rows.map((row) => orderView(row, config.NETWORK, query.buyerAddress));
  return { total: results.length, results, at };
}

const UNRESOLVED = '50';

/** Looked at before anything is parsed: the book is read far more often. */
function isOfBuyer(query: unknown): boolean {
  if (typeof query !== 'object' || query === null) return false;
  return 'buyerAddress' in query || ('orderState' in query && query.orderState === UNRESOLVED);
}

/** The book is a hot read: it leaves as ready bytes. */
function registerBook({ app, accounts }: RouteContext, service: Service): void {
  const { cache, feed } = service;
  app.get(`${API_ROOT}${CALLS.orders.path}`, async (request, reply) => {
    const startedAt = performance.now();
    try {
      const at = await feed.at();
      if (isOfBuyer(request.query)) {
        const unresolved = await unresolvedBids(service, accounts, request);
        return await sendAnswer(reply, { status: 200, body: wrap('code', unresolved, startedAt) });
      }
      const hot = cache.peek(request.url);
      const { list, stand } =
        hot === undefined ? await findList(service, request) : { list: hot, stand: feed.stand(hot.assetId) };
      return await sendReady(request, reply, list, { fields: { at, ...stand }, startedAt });
    } catch (error) {
      return sendAnswer(reply, failure(error, reply));
    }
  });
}

/** Orders with something unresolved. */
const TROUBLED = '50';

function pageOf({ orderState, limit, before }: CallRequest<'myOrders'>['query']) {
  const statuses = statusesOfWireState(orderState);
  return { statuses, before, limit: limit === undefined ? undefined : Number.parseInt(limit, 10) };
}

async function myOrders(service: Service, { params, query, session }: CallRequest<'myOrders'>) {
  requireNetwork(service, query.net);
  const { address } = requireSession(session);
  if (params.address !== address) throw new Refusal('not-yours');
  const { orders, ledger, config } = service;
  const { tick, assetId } = query;
  const token =
    tick === undefined && assetId === undefined
      ? undefined
      : await orders.books.token(params.book, { tick: tick ?? '', assetId });
  const types = Object.values(marketNamed(params.book).types);
  const at = await ledger.tip();
  const ask = { address, types, assetId: token?.asset };
  const rows =
    query.orderState === TROUBLED
      ? await troubledOrders(orders.store.db, ask, at.height)
      : await ordersOfAddress(orders.store.db, { ...ask, ...pageOf(query) });
  if (query.sortType === '1') rows.reverse();
  const selling = rows.filter((row) => row.liveTrade !== null && row.ownerAddress === address);
  const sold = { orderIds: selling.map(({ id }) => id), owner: address };
  const terms = await cancelTerms(orders, sold, at.height);
  const results = rows.map((row) => ({
    ...orderView(row, config.NETWORK, address),
    ...terms.get(row.id),
  }));
  return { total: results.length, results, at };
}

const isOf = (book: MarketName, row: { orderType: number }): boolean =>
  marketOfType(row.orderType).market.name === book;

function registerTrades(context: RouteContext, service: Service): void {
  const { orders } = service;
  const { db } = orders.store;
  route(context, 'trade', async ({ params, query, session }) => {
    requireNetwork(service, query.net);
    const row = await findTrade(db, params.tradeId);
    if (row === undefined || !isOf(params.book, row)) throw new Refusal('unknown-trade');
    if (takerOf(row) !== requireSession(session).address) throw new Refusal('not-yours');
    return tradeView(orders, row);
  });
  route(context, 'myTrades', async ({ params, query, session }) => {
    requireNetwork(service, query.net);
    const { address } = requireSession(session);
    if (params.address !== address) throw new Refusal('not-yours');
    const rows = await tradesOfAddress(db, address, Object.values(marketNamed(params.book).types));
    const results = await tradeViews(orders, rows);
    return { total: results.length, results };
  });
}

export function registerBookReads(context: RouteContext, service: Service): void {
  const { orders, config } = service;
  registerBook(context, service);
  registerTrades(context, service);
  route(context, 'tickers', ({ params, query }) => tickers(service, params.book, query));
  route(context, 'myOrders', (asked) => myOrders(service, asked));
  route(context, 'order', async ({ params, query, request }) => {
    requireNetwork(service, query.net);
    const row = await findShown(orders.store.db, params.orderId);
    if (row === undefined || !isOf(params.book, row)) throw new Refusal('unknown-order');
    return orderView(row, config.NETWORK, await visitorOf(context.accounts, request));
  });
}
