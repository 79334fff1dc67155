/** The tickers of a book: prices, the change and the volume of a day, of one token or of the most used. */
import type { QueryOf, Tickers } from '@rialto/contract';
import { basisPointsOver, formatRate } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { marketFigures } from '../../store/orders/market-figures.ts';
import type { MarketFigures } from '../../store/orders/market-figures.ts';
import { requireNetwork } from '../calls/public-calls.ts';
import type { Service } from '../service.ts';

const MAX_TOKENS = 100;

export const NO_FIGURES: MarketFigures = {
  lastRate: undefined,
  dayAgoRate: undefined,
  firstRate: undefined,
  floorRate: undefined,
  bidRate: undefined,
  volume24h: 0n,
  trades24h: 0,
  openOrders: 0,
};

/** Throws Refusal('unknown-tick') when one is asked for that is not of this book. */
export async function tickers(
  service: Service,
  book: MarketName,
  query: QueryOf<'tickers'>,
): Promise<Tickers> {
  requireNetwork(service, query.net);
  const { books, store } = service.orders;
  const { tick, assetId } = query;
  const tokens =
    tick === undefined && assetId === undefined
      ? await books.tokens(book, MAX_TOKENS)
      : [await books.token(book, { tick: tick ?? '', assetId })];
  const figures = await marketFigures(
    store.db,
    tokens.map((token) => token.asset),
  );
  const results = tokens.map((token) => ({
    book,
    tick: token.tick,
    assetId: token.asset,
    coinDecimalNum: token.decimals,
    net: service.config.NETWORK,
    ...pricesOf(figures.get(token.asset) ?? NO_FIGURES),
  }));
  return { results };
}

function pricesOf(figures: MarketFigures) {
  const { lastRate, dayAgoRate, floorRate, bidRate, volume24h, trades24h, openOrders } = figures;
  return {
    avgPrice: formatRate(lastRate ?? floorRate ?? 0n),
    lastPrice: formatRate(lastRate ?? 0n),
    floorPrice: formatRate(floorRate ?? 0n),
    bidPrice: formatRate(bidRate ?? 0n),
    price24hAgo: formatRate(dayAgoRate ?? 0n),
    ...changeOf(figures),
    volume24h: volume24h.toString(),
    trades24h,
    openOrders,
  };
}

/** The same in every list. One that is new since less than a day is told from its first sale on. */
export function changeOf({ lastRate = 0n, dayAgoRate, firstRate = 0n, trades24h }: MarketFigures) {
  // One sale has nothing to be compared with.
  const isYoung = dayAgoRate === undefined && trades24h > 1;
  const change24h = basisPointsOver(lastRate, isYoung ? firstRate : (dayAgoRate ?? 0n));
  if (change24h === undefined) return {};
  return isYoung ? { change24h, changeSince: 'listing' as const } : { change24h };
}
