/** The address of a market. */
import type { MarketName } from '@rialto/market';

interface NamedPair {
  readonly book: MarketName;
  readonly ticker: string;
  readonly assetId: string;
  /** One tick may name several tokens: all but the first are identified by asset id. */
  readonly firstDeployed: boolean;
}

export const bookHref = (book: MarketName): string => `/orderbook/${book}`;

/** @param select an order to begin with */
export function hrefOfPair({ book, ticker, assetId, firstDeployed }: NamedPair, select?: string): string {
  const search = new URLSearchParams({
    ...(firstDeployed ? {} : { asset: assetId }),
    ...(select === undefined ? {} : { select }),
  }).toString();
  return `${bookHref(book)}/btc-${encodeURIComponent(ticker)}${search === '' ? '' : `?${search}`}`;
}
