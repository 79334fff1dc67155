/** Candles of a token, the same for the three books. A hot read: ready bytes until the token's next deal. */
import { API_ROOT, CALLS, SCHEMAS } from '@rialto/contract';
import type { Kline, Klines } from '@rialto/contract';
import { formatDecimal, formatRate } from '@rialto/market';
import type { Candle, MarketName } from '@rialto/market';
import { Refusal } from '@rialto/protocols';
import { candlesOfDeals } from '../store/kline-store.ts';
import { sendSnapshot } from './book-cache.ts';
import { requireNetwork } from './public-calls.ts';
import { failure, sendAnswer, wrap } from './reply.ts';
import type { RouteContext } from './route.ts';
import type { Service } from './service.ts';

const LIMIT = 300;
const MOST = 500;

type KlineQuery = ReturnType<typeof SCHEMAS.kline.query.parse>;

function klineOf(candle: Candle, decimals: number): Kline {
  return {
    timestamp: candle.start,
    open: formatRate(candle.open),
    high: formatRate(candle.high),
    low: formatRate(candle.low),
    close: formatRate(candle.close),
    avg: formatRate(candle.average),
    volume: formatDecimal(candle.volume, decimals),
    turnover: candle.turnover.toString(),
    trades: candle.trades,
  };
}

function asked(params: unknown, query: unknown): { book: MarketName; query: KlineQuery } {
  const place = SCHEMAS.kline.params.safeParse(params);
  if (!place.success) throw new Refusal('bad-request', 'book');
  const wish = SCHEMAS.kline.query.safeParse(query);
  if (!wish.success) throw new Refusal('bad-request', wish.error.issues[0]?.path.join('.'));
  return { book: place.data.book, query: wish.data };
}

export function registerKlines({ app }: RouteContext, service: Service): void {
  app.get(`${API_ROOT}${CALLS.kline.path}`, async (request, reply) => {
    const hot = service.cache.peek(request.url);
    if (hot !== undefined) return sendSnapshot(request, reply, hot);
    try {
      const { book, query } = asked(request.params, request.query);
      requireNetwork(service, query.net);
      const { asset, decimals } = await service.room.books.token(book, query);
      const limit = Math.min(Number.parseInt(query.limit ?? String(LIMIT), 10), MOST);
      const startedAt = performance.now();
      const snapshot = await service.cache.get(request.url, asset, async () => {
        const wish = { asset, decimals, interval: query.interval, limit };
        const candles = await candlesOfDeals(service.room.store.db, wish);
        const list = candles.map((candle) => klineOf(candle, decimals));
        const answer: Klines = { list, at: await service.ledger.tip() };
        return wrap('code', answer, startedAt);
      });
      return await sendSnapshot(request, reply, snapshot);
    } catch (error) {
      return sendAnswer(reply, failure(error, 'code', request.log));
    }
  });
}
