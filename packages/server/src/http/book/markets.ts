/** The markets of all books as one list, read for everybody at once every few seconds; then chosen from, sorted and cut into pages. */
import type { Market, MarketSort, Markets, QueryOf } from '@rialto/contract';
import { isOneScript } from '@rialto/ground';
import type { ListedToken } from '@rialto/ground';
import { formatRate } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { runeAsset, writeSpacedName } from '@rialto/protocols';
import type { AssetId, RuneRow } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { activeAssets, marketFigures } from '../../store/orders/market-figures.ts';
import type { MarketFigures } from '../../store/orders/market-figures.ts';
import { hasMarket } from '../../orders/books.ts';
import { remembered } from './remembered.ts';
import { NO_FIGURES, changeOf } from './tickers.ts';
import { nextOf, pageOf } from '../calls/address-calls.ts';
import { requireNetwork } from '../calls/public-calls.ts';
import type { Service } from '../service.ts';
import type { Tagger } from './tick-sign.ts';

/** So old the list may be. */
const KEPT_MS = 4_000;
/** Of each protocol, the most used; and of all, those that are traded. */
const MOST_USED = 300;
const MOST_TRADED = 1_000;
/** Tokens without a market that a search finds beside them, of each protocol. */
const MOST_FOUND = 50;
const MOST_NAMED = 50;
/** All that an asset id may be made of. */
const ASSET = /^[!-~]{1,90}$/;

/** A market, and its numbers as numbers. */
interface Row {
  readonly market: Market;
  readonly figures: MarketFigures;
}

interface Token extends Pick<Market, 'book' | 'tick' | 'deployId' | 'firstDeployed'> {
  readonly asset: AssetId;
}

interface TokenChoice {
  readonly limit: number;
  readonly search?: string;
  readonly assets?: readonly AssetId[];
}

type AnswerMarkets = (query: QueryOf<'markets'>) => Promise<Markets>;

export function openMarkets(service: Service, tagger: Tagger): AnswerMarkets {
  const books = new Map<AssetId, MarketName>();
  const tokensOf = async (choice: TokenChoice): Promise<Token[]> => {
    const { ledger } = service;
    const all = [ledger.tokens(choice), ledger.mrc20s(choice), ledger.runes(choice)] as const;
    const [brc20, mrc20, runes] = await Promise.all(all);
    return [
      ...brc20.map(brc20Market),
      ...mrc20.map((token): Token => {
        const book = books.get(token.asset) ?? (tagger.tagOf(token) === '' ? 'mrc20' : 'idcoin');
        books.set(token.asset, book);
        const { asset, display: tick, deploy: deployId, firstDeployed } = token;
        return { book, asset, tick, deployId, firstDeployed };
      }),
      ...runes.filter(hasMarket).map(runeMarket),
    ];
  };
  const rowsOf = async (tokens: readonly Token[]): Promise<Row[]> => {
    const assets = [...new Set(tokens.map(({ asset }) => asset))];
    const figures = await marketFigures(service.orders.store.db, assets);
    const once = new Map(tokens.map((token) => [token.asset, token]));
    return [...once.values()].map((token) => rowOf(token, figures.get(token.asset)));
  };
  const all = remembered(KEPT_MS, async () => {
    const active = await activeAssets(service.orders.store.db, MOST_TRADED);
    const [used, traded] = await Promise.all([
      tokensOf({ limit: MOST_USED }),
      tokensOf({ limit: MOST_TRADED, assets: active }),
    ]);
    return rowsOf([...used, ...traded]);
  });
  /** Of those that are named, the ones that are not in the list of all: rarely used, not for sale, not sold in a day. */
  const unlisted = async (named: ReadonlySet<string>, listed: readonly Row[]): Promise<Token[]> => {
    const known = new Set<string>(listed.map(({ market }) => market.assetId));
    const assets = [...named].filter((one): one is AssetId => ASSET.test(one) && !known.has(one));
    return assets.length === 0 ? [] : tokensOf({ limit: MOST_NAMED, assets });
  };
  return async (query) => {
    requireNetwork(service, query.net);
    const named = namedIn(query.assetIds);
    const search = query.search?.trim().toLowerCase() ?? '';
    const { book } = query;
    const listed = await all();
    if (named !== undefined) {
      const rows = [...listed, ...(await rowsOf(await unlisted(named, listed)))];
      return pageIn(
        rows.filter((row) => isAsked(row, { named, search, book })),
        query,
      );
    }
    const known = listed.filter((row) => isAsked(row, { named, search, book }));
    const found =
      search === '' || known.length >= pageOf(query).size
        ? []
        : (await rowsOf(await tokensOf({ search, limit: MOST_FOUND }))).filter((row) =>
            isAsked(row, { named, search: '', book }),
          );
    const once = new Map([...found, ...known].map((row) => [row.market.assetId, row]));
    return pageIn([...once.values()], query);
  };
}

const brc20Market = ({ asset, tick, deployId, firstDeployed }: ListedToken): Token => {
  return { book: 'brc20', asset, tick, deployId, firstDeployed };
};

/** Names are Latin capitals and unique: none looks like another. */
function runeMarket(rune: RuneRow): Token {
  const asset = runeAsset(rune.id);
  return { book: 'runes', asset, tick: writeSpacedName(rune), deployId: rune.id, firstDeployed: true };
}

/** Throws Refusal('bad-request') when too many are named. */
function namedIn(assetIds: string | undefined): ReadonlySet<string> | undefined {
  if (assetIds === undefined) return undefined;
  const named = assetIds.split(',').filter((one) => one !== '');
  if (named.length > MOST_NAMED) throw new Refusal('bad-request', 'assetIds');
  return new Set(named);
}

interface Asked {
  readonly named: ReadonlySet<string> | undefined;
  readonly search: string;
  readonly book: MarketName | undefined;
}

function isAsked({ market }: Row, { named, search, book }: Asked): boolean {
  return (
    (book === undefined || market.book === book) &&
    (named === undefined || named.has(market.assetId)) &&
    (isNamed(market, search) || market.deployId.startsWith(search))
  );
}

/** The name of a rune is its letters; the bullets between them are how it is written. */
function isNamed({ book, tick }: Market, search: string): boolean {
  const name = tick.toLowerCase();
  if (name.includes(search)) return true;
  const [letters, wanted] = [name, search].map((text) => text.replace(/[•.\s]/g, ''));
  return book === 'runes' && wanted !== undefined && wanted !== '' && letters?.includes(wanted) === true;
}

function rowOf({ asset, ...token }: Token, figures: MarketFigures = NO_FIGURES): Row {
  const { lastRate = 0n, floorRate = 0n, bidRate = 0n, volume24h, trades24h, openOrders } = figures;
  const market: Market = {
    ...token,
    assetId: asset,
    oneScript: token.book === 'runes' || isOneScript(token.tick),
    lastPrice: formatRate(lastRate),
    ...changeOf(figures),
    volume24h: volume24h.toString(),
    trades24h,
    floorPrice: formatRate(floorRate),
    bidPrice: formatRate(bidRate),
    openOrders,
  };
  return { market, figures };
}

const NUMBERS: Readonly<Record<MarketSort, (row: Row) => bigint | undefined>> = {
  volume: ({ figures }) => figures.volume24h,
  listed: ({ market }) => BigInt(market.openOrders),
  last: ({ figures }) => figures.lastRate,
  floor: ({ figures }) => figures.floorRate,
  bid: ({ figures }) => figures.bidRate,
  change: ({ market }) => (market.change24h === undefined ? undefined : BigInt(market.change24h)),
};

function pageIn(rows: readonly Row[], query: QueryOf<'markets'>): Markets {
  const page = pageOf(query);
  const { from, size } = page;
  const number = NUMBERS[query.sortKey ?? 'volume'];
  const sign = query.sortType === '1' ? 1 : -1;
  const sorted = rows.toSorted(
    (a, b) =>
      compared(number(a), number(b), sign) ||
      compared(NUMBERS.volume(a), NUMBERS.volume(b), -1) ||
      b.market.openOrders - a.market.openOrders ||
      (a.market.tick < b.market.tick ? -1 : 1),
  );
  const list = sorted.slice(from, from + size).map(({ market }) => market);
  return { list, total: rows.length, ...nextOf(page, rows.length) };
}

/** Those without a number last, whichever way. */
function compared(a: bigint | undefined, b: bigint | undefined, sign: 1 | -1): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a === b ? 0 : a < b ? -sign : sign;
}
