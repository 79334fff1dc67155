/** The lists of a token's orders as ready bytes; the books that anybody may ask for first are made before they ask. */
import type { MarketName } from '@rialto/market';
import type { AssetId } from '@rialto/protocols';
import { orderView } from '../../orders/view.ts';
import { every } from '../../repeat.ts';
import type { Warn } from '../../repeat.ts';
import { countOpenAsks } from '../../store/orders/market-figures.ts';
import { bestOrders, latestSales, shownBids } from '../../store/orders/shown-orders.ts';
import type { ShownOrder } from '../../store/orders/shown-orders.ts';
import type { ReadyList, CacheEntry } from './book-cache.ts';
import type { Service } from '../service.ts';

/** How many orders a book shows. */
export const BOOK_LIMIT = 200;

export interface ListSpec {
  readonly asset: AssetId;
  readonly of: 'asks' | 'bids' | 'deals';
  readonly limit: number;
  /** Open orders from the dearest down. */
  readonly falling: boolean;
}

export const entryOf = ({ asset, of, limit, falling }: ListSpec): CacheEntry => ({
  assetId: asset,
  list: `${of} ${limit} ${falling ? 'falling' : 'rising'}`,
});

/** So many, and whether there are more: one more than is shown is read to know it. */
async function rowsOf(
  { orders }: Service,
  { asset, of, limit }: ListSpec,
): Promise<{ readonly rows: readonly ShownOrder[]; readonly more: boolean }> {
  const { db } = orders.store;
  if (of === 'bids') return shownBids(db, asset, limit);
  const found =
    of === 'deals'
      ? await latestSales(db, asset, limit + 1)
      : await bestOrders(db, { asset, side: 'ask' }, limit + 1);
  return { rows: found.slice(0, limit), more: found.length > limit };
}

/** A list, kept until an order of its token changes. */
export function readyList(service: Service, spec: ListSpec): Promise<ReadyList> {
  return service.cache.get(entryOf(spec), async () => {
    const { rows, more } = await rowsOf(service, spec);
    const results = rows.map((row) => orderView(row, service.config.NETWORK));
    // The best are read: of asks the cheapest come first, of bids the dearest.
    if (spec.falling !== (spec.of === 'bids')) results.reverse();
    return { total: results.length, results, more };
  });
}

/** The token that is asked for by its id, when what is wanted of it stands ready: then nothing needs to be looked up. */
export async function readyAsset(
  { cache, orders }: Service,
  book: MarketName,
  { assetId }: { readonly assetId?: string | undefined },
  spec: Omit<ListSpec, 'asset'>,
): Promise<AssetId | undefined> {
  if (assetId === undefined) return undefined;
  const asset = assetId as AssetId;
  if (cache.find(entryOf({ asset, ...spec })) === undefined) return undefined;
  return (await orders.books.bookOf(asset)) === book ? asset : undefined;
}

const LOOK_MS = 500;
/** Tokens with open orders whose books are made before anybody asks. */
const MAX_BOOKS = 5_000;

/**
 * Makes all books ready, at the start and whenever the cache was emptied. One after another: while the database reads one, and
 * another thread compresses it, calls are answered.
 */
export function keepBooksReady(
  service: Service,
  tell: { readonly warn: Warn; done(books: number): void },
): { stop(): void } {
  let stopped = false;
  let done = -1;
  const makeAll = async (): Promise<void> => {
    const turn = service.cache.clearings();
    const goOn = (): boolean => !stopped && turn === service.cache.clearings();
    if (turn === done) return;
    const open = await countOpenAsks(service.orders.store.db);
    const assets = [...open].toSorted(([, a], [, b]) => b - a).map(([asset]) => asset as AssetId);
    for (const asset of assets.slice(0, MAX_BOOKS)) {
      if (!goOn()) return;
      await service.orders.books.bookOf(asset);
      await readyList(service, { asset, of: 'asks', limit: BOOK_LIMIT, falling: false });
      await readyList(service, { asset, of: 'bids', limit: BOOK_LIMIT, falling: true });
    }
    done = turn;
    tell.done(assets.length);
  };
  const timer = every(LOOK_MS, makeAll, tell.warn);
  return {
    stop: () => {
      stopped = true;
      clearInterval(timer);
    },
  };
}
