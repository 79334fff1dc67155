/** Candles of a token, the same for all books, and of a pool. A hot read: ready bytes until the token's next sale. */
import { API_ROOT, CALLS } from '@rialto/contract';
import type { Kline, QueryOf } from '@rialto/contract';
import { formatDecimal, formatRate } from '@rialto/market';
import type { Candle } from '@rialto/market';
import type { Queries } from '../../store/database.ts';
import { candlesOfSales } from '../../store/orders/kline-store.ts';
import type { CandleQuery } from '../../store/orders/kline-store.ts';
import type { ReadyList } from '../book/book-cache.ts';
import { requireNetwork } from './public-calls.ts';
import { sendReady } from '../book/ready-bytes.ts';
import { failure, sendAnswer } from '../reply.ts';
import { requestedOf } from '../route.ts';
import type { RouteContext } from '../route.ts';
import type { Service } from '../service.ts';

const LIMIT = 300;
const MAX = 500;

type Sold = Pick<CandleQuery, 'of' | 'asset' | 'decimals'>;

/** @param asked how long a candle is, and how many of the newest are wanted */
export async function klinesOf(
  db: Queries,
  sold: Sold,
  { interval, limit = String(LIMIT) }: Pick<QueryOf<'poolKline'>, 'interval' | 'limit'>,
): Promise<Kline[]> {
  const candles = await candlesOfSales(db, { ...sold, interval, limit: mostOf(limit) });
  return candles.map((candle) => klineOf(candle, sold.decimals));
}

/** Of candles that are made already, the newest. */
export function klinesFrom(candles: readonly Candle[], decimals: number, limit = String(LIMIT)): Kline[] {
  return candles.slice(-mostOf(limit)).map((candle) => klineOf(candle, decimals));
}

const mostOf = (limit: string): number => Math.min(Number.parseInt(limit, 10), MAX);

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

export function registerKlines({ app }: RouteContext, service: Service): void {
  app.get(`${API_ROOT}${CALLS.kline.path}`, async (request, reply) => {
    const startedAt = performance.now();
    try {
      const at = await service.feed.at();
      const send = (ready: ReadyList) => sendReady(request, reply, ready, { fields: { at }, startedAt });
      const hot = service.cache.peek(request.url);
      if (hot !== undefined) return await send(hot);
      const { params, query } = requestedOf('kline', request);
      requireNetwork(service, query.net);
      const { asset, decimals } = await service.orders.books.token(params.book, query);
      const { interval, limit = '' } = query;
      const entry = { assetId: asset, list: `kline ${interval} ${limit}` };
      const ready = await service.cache.get(entry, async () => {
        return { list: await klinesOf(service.orders.store.db, { of: 'order', asset, decimals }, query) };
      });
      service.cache.name(request.url, entry);
      return await send(ready);
    } catch (error) {
      return sendAnswer(reply, failure(error, reply));
    }
  });
}
