/** The address of a market. */
import type { MarketName } from '@rialto/market';

interface NamedPair {
  readonly book: MarketName;
  readonly ticker: string;
  readonly assetId: string;
  /** One tick may name several tokens: all but the first are identified by asset id. */
  readonly firstDeployed: boolean;
}

/** The deploy, or the rune, that an asset is. */
export const deployOf = (assetId: string): string => assetId.slice(assetId.indexOf(':') + 1);

/** What names a market in its address: its tick; of a rune its id, which every wallet and explorer can be asked for. */
export const pairOf = ({ book, ticker, assetId }: Omit<NamedPair, 'firstDeployed'>): string =>
  `btc-${book === 'runes' ? deployOf(assetId) : ticker}`;

export const bookHref = (book: MarketName): string => `/orderbook/${book}`;

/** @param select an order to begin with */
export function hrefOfPair(named: NamedPair, select?: string): string {
  const { book, assetId, firstDeployed } = named;
  const search = new URLSearchParams({
    ...(firstDeployed || book === 'runes' ? {} : { asset: assetId }),
    ...(select === undefined ? {} : { select }),
  }).toString();
  const pair = encodeURIComponent(pairOf(named)).replace('%3A', ':');
  return `${bookHref(book)}/${pair}${search === '' ? '' : `?${search}`}`;
}

/** Where the order book makes a transfer inscription of a token. @param amount of it, as it is typed */
export function inscribeHref(token: Omit<NamedPair, 'book'>, amount?: string): string {
  const href = hrefOfPair({ ...token, book: 'brc20' });
  const search = new URLSearchParams({
    side: 'sell',
    ...(amount === undefined ? {} : { make: JSON.stringify(amount) }),
  }).toString();
  return `${href}${href.includes('?') ? '&' : '?'}${search}`;
}
