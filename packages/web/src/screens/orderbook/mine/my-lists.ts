/** Which of one's own orders are shown: those of all books, or of this pair alone; remembered on this device. */
import type { Order } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import { useMyOrders } from '../../../data/queries.ts';
import { recallText, rememberText } from '../../../memory.ts';
import { createStore, useStore } from '../../../store.ts';
import { ownOrders } from './use-own.ts';
import type { Market } from '../market.ts';

export type Scope = 'all' | 'pair';

export interface MyLists {
  /** Undefined while they load. */
  readonly open: readonly Order[] | undefined;
  readonly past: readonly Order[] | undefined;
}

const KEY = 'my-orders-of';
const scope = createStore<Scope>(recallText(KEY) === 'pair' ? 'pair' : 'all');

export const useScope = (): Scope => useStore(scope);

export function chooseScope(next: Scope): void {
  scope.set(next);
  rememberText(KEY, next);
}

/** The exchange answers for one book at a time: the others are asked for when they are wanted. */
export function useMyLists(market: Pick<Market, 'pair' | 'account'>): MyLists {
  const chosen = useScope();
  const { pair } = market;
  const ofBook = (book: MarketName) => chosen === 'all' || book === pair.book;
  const lists = [
    useListsOf('mrc20', market, ofBook('mrc20')),
    useListsOf('brc20', market, ofBook('brc20')),
    useListsOf('idcoin', market, ofBook('idcoin')),
    useListsOf('runes', market, ofBook('runes')),
  ].filter((list) => list !== undefined);
  return listsOf(lists, chosen === 'all' ? undefined : pair.assetId);
}

/** One book's; undefined where they are not wanted. A book that cannot be read does not hide the others. */
function useListsOf(
  book: MarketName,
  { pair: { net }, account }: Pick<Market, 'pair' | 'account'>,
  wanted: boolean,
): MyLists | undefined {
  const session = wanted ? account.credential : undefined;
  const open = useMyOrders({ net, book }, session, '1');
  const past = useMyOrders({ net, book }, session, '21');
  if (!wanted) return undefined;
  const { myOpen, myPast } = ownOrders(
    open.data?.results ?? (open.isError ? [] : undefined),
    past.data?.results ?? (past.isError ? [] : undefined),
  );
  return { open: myOpen, past: myPast };
}

/** @param assetId of this token alone */
export function listsOf(lists: readonly MyLists[], assetId: string | undefined): MyLists {
  const together = (part: keyof MyLists): readonly Order[] | undefined => {
    const found = lists.map((list) => list[part]);
    if (found.length === 0 || found.includes(undefined)) return undefined;
    const orders = found.flatMap((list) => list ?? []);
    const shown = assetId === undefined ? orders : orders.filter((order) => order.assetId === assetId);
    return shown.toSorted(newestFirst);
  };
  return { open: together('open'), past: together('past') };
}

/** What is being cancelled stands above what is open. */
function newestFirst(a: Order, b: Order): number {
  const leaving = Number(b.state === 'cancelling') - Number(a.state === 'cancelling');
  return leaving === 0 ? b.timestamp - a.timestamp : leaving;
}
