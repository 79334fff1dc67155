/** The order book's calls. */
import { API_ROOT, CALLS, SCHEMAS } from '@rialto/contract';
import type { Order, Tickers } from '@rialto/contract';
import { formatRate, statusesOfWireState } from '@rialto/market';
import { Refusal } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { cancelSoftly, prepareCancel, submitCancel } from '../orders/cancel.ts';
import { placeAsk } from '../orders/place-ask.ts';
import { prepareTake } from '../orders/prepare-take.ts';
import { submitTake } from '../orders/submit-take.ts';
import { orderView, tradeView } from '../orders/view.ts';
import {
  cheapestOrders,
  findOrder,
  latestDeals,
  marketFigures,
  ordersOfAddress,
} from '../store/order-store.ts';
import type { MarketFigures, OrderRow } from '../store/order-store.ts';
import { findTrade, tradesOfAddress } from '../store/trade-store.ts';
import { sendSnapshot } from './book-cache.ts';
import { requireNetwork } from './public-calls.ts';
import { failure, sendAnswer, wrap } from './reply.ts';
import { requireSession, route } from './route.ts';
import type { RouteContext } from './route.ts';
import type { Service } from './service.ts';

const BOOK_LIMIT = 200;
const TRADES_LIMIT = 20;
const MOST = 500;

const NO_FIGURES: MarketFigures = {
  lastRate: undefined,
  floorRate: undefined,
  volume24h: 0n,
  trades24h: 0,
  openOrders: 0,
};

type OrdersQuery = ReturnType<typeof SCHEMAS.orders.query.parse>;

async function assetOf(service: Service, tick: string): Promise<AssetId> {
  const token = await service.ledger.token(tick);
  if (token === undefined) throw new Refusal('unknown-tick', tick);
  return token.asset;
}

async function orderList(service: Service, query: OrdersQuery, asset: AssetId) {
  const { db } = service.room.store;
  const limit = Math.min(
    Number.parseInt(query.limit ?? '0', 10) || (query.orderState === '1' ? BOOK_LIMIT : TRADES_LIMIT),
    MOST,
  );
  let rows: OrderRow[] = [];
  // There are no bids yet: the bid side is an empty list, not an error.
  if (query.orderType !== '2')
    rows =
      query.orderState === '1' ? await cheapestOrders(db, asset, limit) : await latestDeals(db, asset, limit);
  if (query.orderState === '1' && query.sortType === '-1') rows.reverse();
  const results: Order[] = rows.map((row) => orderView(row, service.config.NETWORK));
  return { total: results.length, results, at: await service.ledger.tip() };
}

/** The book is a hot read: it leaves as ready bytes. */
function registerBook(context: RouteContext, service: Service): void {
  context.app.get(`${API_ROOT}${CALLS.orders.path}`, async (request, reply) => {
    const hot = service.cache.peek(request.url);
    if (hot !== undefined) return sendSnapshot(request, reply, hot);
    try {
      const parsed = SCHEMAS.orders.query.safeParse(request.query);
      if (!parsed.success) throw new Refusal('bad-request', parsed.error.issues[0]?.path.join('.'));
      requireNetwork(service, parsed.data.net);
      const asset = await assetOf(service, parsed.data.tick);
      const startedAt = performance.now();
      const snapshot = await service.cache.get(request.url, asset, async () =>
        wrap('code', await orderList(service, parsed.data, asset), startedAt),
      );
      return await sendSnapshot(request, reply, snapshot);
    } catch (error) {
      return sendAnswer(reply, failure(error, 'code', request.log));
    }
  });
}

async function tickers(service: Service, tick: string | undefined): Promise<Tickers> {
  const tokens =
    tick === undefined
      ? await service.ledger.tokens({ limit: 100 })
      : [await service.ledger.token(tick)].flatMap((t) => t ?? []);
  if (tick !== undefined && tokens.length === 0) throw new Refusal('unknown-tick', tick);
  const figures = await marketFigures(
    service.room.store.db,
    tokens.map((token) => token.asset),
  );
  const results = tokens.map((token) => {
    const known = figures.get(token.asset) ?? NO_FIGURES;
    return {
      tick: token.tick,
      assetId: token.asset,
      net: service.config.NETWORK,
      avgPrice: formatRate(known.lastRate ?? known.floorRate ?? 0n),
      lastPrice: formatRate(known.lastRate ?? 0n),
      floorPrice: formatRate(known.floorRate ?? 0n),
      volume24h: known.volume24h.toString(),
      trades24h: known.trades24h,
      openOrders: known.openOrders,
    };
  });
  return { results };
}

function registerActs(context: RouteContext, service: Service): void {
  const { room } = service;
  route(context, 'pushAsk', ({ body, session }) => placeAsk(room, requireSession(session), body));
  route(context, 'updateOrder', ({ body, session }) => cancelSoftly(room, requireSession(session), body));
  route(context, 'prepareTake', async ({ body, session }) => {
    await requireTrading(service);
    return prepareTake(room, requireSession(session), body);
  });
  route(context, 'updateOrderV2', async ({ body, session }) => {
    if (body.orderState === 3) return cancelSoftly(room, requireSession(session), body);
    await requireTrading(service);
    return submitTake(room, requireSession(session), body);
  });
  route(context, 'prepareCancel', ({ body, session }) => prepareCancel(room, requireSession(session), body));
  route(context, 'submitCancel', ({ body, session }) => submitCancel(room, requireSession(session), body));
}

/** No trade while the index is stopped or behind: what it says may be old. */
async function requireTrading(service: Service): Promise<void> {
  const { status } = await service.followerState();
  if (status === 'stopped') throw new Refusal('trading-stopped');
  if (status === 'syncing') throw new Refusal('syncing');
}

export function registerOrders(context: RouteContext, service: Service): void {
  const { room, config } = service;
  const { db } = room.store;
  registerBook(context, service);
  registerActs(context, service);
  route(context, 'tickers', async ({ query }) => {
    requireNetwork(service, query.net);
    return tickers(service, query.tick);
  });
  route(context, 'myOrders', async ({ params, query, session }) => {
    requireNetwork(service, query.net);
    const { address } = requireSession(session);
    if (params.address !== address) throw new Refusal('not-yours');
    const assetId = query.tick === undefined ? undefined : await assetOf(service, query.tick);
    const rows = await ordersOfAddress(db, {
      address,
      statuses: statusesOfWireState(query.orderState),
      assetId,
    });
    const results = rows.map((row) => orderView(row, config.NETWORK, address));
    return { total: results.length, results, at: await service.ledger.tip() };
  });
  route(context, 'order', async ({ params, query }) => {
    requireNetwork(service, query.net);
    const row = await findOrder(db, params.orderId);
    if (row === undefined) throw new Refusal('unknown-order');
    return orderView(row, config.NETWORK);
  });
  route(context, 'trade', async ({ params, query, session }) => {
    requireNetwork(service, query.net);
    const row = await findTrade(db, params.tradeId);
    if (row === undefined) throw new Refusal('unknown-trade');
    if (row.buyerAddress !== requireSession(session).address) throw new Refusal('not-yours');
    return tradeView(room, row);
  });
  route(context, 'myTrades', async ({ params, query, session }) => {
    requireNetwork(service, query.net);
    const { address } = requireSession(session);
    if (params.address !== address) throw new Refusal('not-yours');
    const rows = await tradesOfAddress(db, address);
    const results = await Promise.all(rows.map((row) => tradeView(room, row)));
    return { total: results.length, results };
  });
}
