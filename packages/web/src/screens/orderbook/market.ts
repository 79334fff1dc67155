/** Everything the screen knows of one market and one user in it, gathered from the queries. */
import { useEffect, useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Order, TokenBalance } from '@rialto/contract';
import { BARE_TAKE, bestAsks, floorOf, takeBehindPad } from '@rialto/market';
import type { BookRow, MarketName, UsualTake } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { deployOf } from '../../data/pair-href.ts';
import { openFeed } from '../../data/feed/feed.ts';
import { useNetwork } from '../../data/network.ts';
import { whileSeen } from '../../data/feed/while-seen.ts';
import {
  useAsks,
  useBalance,
  useBids,
  useCoins,
  useSales,
  useMyOrders,
  useTickers,
} from '../../data/queries.ts';
import type { Pair } from '../../data/queries.ts';
import { useConfig } from '../../data/shell-queries.ts';
import { useTokens } from '../../data/tokens.ts';
import type { BookToken } from '../../data/tokens.ts';
import { useAccount } from '../../flows/account/account.ts';
import type { Account } from '../../flows/account/account.ts';
import { useHeld } from '../../flows/handing/handings.ts';
import { rulesOf } from './pair/books.ts';
import type { BookRules } from './pair/books.ts';
import { figuresOf } from './pair/figures.ts';
import type { MarketFigures } from './pair/figures.ts';
import { bookOf, satsOf } from './book/rows.ts';

export interface Market {
  readonly rules: BookRules;
  /** What a take of this book usually is; undefined while the exchange has not said what its pads are. */
  readonly usual: UsualTake | undefined;
  readonly network: Network;
  readonly tokens: readonly BookToken[] | undefined;
  /** Undefined while loading, and when there is no such token. */
  readonly token: BookToken | undefined;
  readonly pair: Pair;
  readonly unknown: boolean;
  readonly failed: boolean;
  readonly figures: MarketFigures | undefined;
  readonly orders: readonly Order[];
  readonly rows: readonly BookRow[];
  /** The same of the bids, the highest first. */
  readonly bidOrders: readonly Order[];
  readonly bids: readonly BookRow[];
  /** Live bids, the highest first: no price, no spread and no depth is made of them. */
  readonly liveOrders: readonly Order[];
  readonly live: readonly BookRow[];
  /** The best ask, the same for everybody. */
  readonly floor: BookRow | undefined;
  /** The best ask this user can take: nobody buys from themselves. */
  readonly best: BookRow | undefined;
  /** There are more expensive orders than those in the book. */
  readonly more: boolean;
  readonly bookLoading: boolean;
  readonly bookFailed: boolean;
  readonly retry: () => void;
  readonly sales: readonly Order[] | undefined;
  readonly account: Account;
  readonly balance: TokenBalance | undefined;
  /** Values of the coins that may pay. */
  readonly coins: readonly bigint[] | undefined;
  readonly spendable: bigint | undefined;
  readonly pendingSats: bigint;
  readonly myOpen: readonly Order[] | undefined;
  readonly myPast: readonly Order[] | undefined;
}

/** Which market: `pair` is `btc-{tick}`, `asset` decides between tokens of one tick. Without both the first of the list. */
interface Wanted {
  readonly book: MarketName;
  readonly pair: string | undefined;
  readonly asset: string | undefined;
}

export function useMarket(requested: Wanted): Market {
  const network = useNetwork();
  const account = useAccount();
  const { book } = requested;
  const { tokens, token, ...state } = useToken(network, requested);
  const pair: Pair = { net: network, book, tick: token?.ticker ?? '', assetId: token?.assetId ?? '' };
  const tickers = useTickers(network, book);
  const rules = rulesOf(book);
  const padValue = useConfig().data?.padValue;
  useLive(network, pair.assetId);
  return {
    usual: usualTake(rules, padValue),
    rules,
    network,
    account,
    tokens,
    token,
    pair,
    ...state,
    figures: token === undefined ? undefined : figuresOf(tickers.data, token.assetId),
    ...useBook(pair, account.user?.address ?? ''),
    ...useOwn(pair, account),
  };
}

/** @param padValue as the exchange says it */
export function usualTake(
  { behindPad }: Pick<BookRules, 'behindPad'>,
  padValue: string | undefined,
): UsualTake | undefined {
  if (!behindPad) return BARE_TAKE;
  return padValue === undefined ? undefined : takeBehindPad(BigInt(padValue));
}

/** The list of tokens has the busiest only; one that is not in it is asked for by its name. */
function useToken(
  network: Network,
  { book, pair, asset }: Wanted,
): Pick<Market, 'tokens' | 'token' | 'unknown' | 'failed'> {
  const first = useTokens(network, book);
  const listed = tokenOf(first.data, pair, asset);
  const tick = pair?.replace(PAIR, '');
  const isMissing = first.data !== undefined && listed === undefined && tick !== undefined;
  const more = useTokens(network, book, isMissing ? tick : null);
  const token = listed ?? (isMissing ? tokenOf(more.data, pair, asset) : undefined);
  return {
    tokens: first.data,
    token,
    unknown: token === undefined && (isMissing ? more.isFetched : first.data !== undefined),
    failed: first.isError || (isMissing && more.isError),
  };
}

const NONE: readonly Order[] = [];

type BookPart =
  | 'orders'
  | 'more'
  | 'rows'
  | 'bidOrders'
  | 'bids'
  | 'liveOrders'
  | 'live'
  | 'floor'
  | 'best'
  | 'bookLoading'
  | 'bookFailed'
  | 'retry'
  | 'sales';

function useBook(pair: Pair, address: string): Pick<Market, BookPart> {
  const asks = useAsks(pair);
  const bids = useBids(pair);
  const sales = useSales(pair);
  const orders = asks.data?.results ?? NONE;
  const { bidOrders, liveOrders } = useMemo(() => apart(bids.data?.results ?? NONE), [bids.data]);
  const held = useHeld('take');
  const selling = useHeld('sell');
  const rows = useMemo(() => bookOf(orders, address, held), [orders, address, held]);
  return {
    orders,
    rows,
    bidOrders,
    bids: useMemo(() => bookOf(bidOrders, address, selling, 'bid'), [bidOrders, address, selling]),
    liveOrders,
    live: useMemo(() => bookOf(liveOrders, address, selling, 'bid'), [liveOrders, address, selling]),
    more: asks.data?.more === true,
    floor: floorOf(rows),
    best: bestAsks(rows, 1)[0],
    bookLoading: asks.isPending,
    bookFailed: asks.isError && asks.data === undefined,
    retry: () => void asks.refetch(),
    sales: sales.data?.results,
  };
}

/** Standing bids and live ones. */
function apart(orders: readonly Order[]): Pick<Market, 'bidOrders' | 'liveOrders'> {
  return {
    bidOrders: orders.filter(({ live }) => live !== true),
    liveOrders: orders.filter(({ live }) => live === true),
  };
}

type OwnPart = 'balance' | 'coins' | 'spendable' | 'pendingSats' | 'myOpen' | 'myPast';

function useOwn(pair: Pair, account: Account): Pick<Market, OwnPart> {
  const address = account.user?.address ?? '';
  const balance = useBalance(pair, address);
  const all = useCoins(pair.net, address).data;
  const myOpen = useMyOrders(pair, account.credential, '1');
  const myPast = useMyOrders(pair, account.credential, '21');
  const coins = all?.filter((coin) => coin.lockedBy === undefined).map((coin) => 0n + satsOf(coin.satoshis));
  const waiting = (all ?? []).filter((coin) => coin.lockedBy === 'unconfirmed');
  return {
    balance: balance.data,
    coins,
    spendable: coins?.reduce((sum, value) => sum + value, 0n),
    pendingSats: waiting.reduce((sum, coin) => sum + satsOf(coin.satoshis), 0n),
    ...ownOrders(myOpen.data?.results, myPast.data?.results),
  };
}

/** On the wire an unconfirmed cancel counts as cancelled; for its owner it is open until the block. */
export function ownOrders(
  open: readonly Order[] | undefined,
  past: readonly Order[] | undefined,
): Pick<Market, 'myOpen' | 'myPast'> {
  const leaving = (past ?? []).filter((order) => order.state === 'cancelling');
  return {
    myOpen: open === undefined ? undefined : [...leaving, ...open],
    myPast: past?.filter((order) => order.state !== 'cancelling'),
  };
}

const PAIR = /^btc-/i;

type Named = Pick<BookToken, 'assetId' | 'ticker' | 'firstDeployed'>;

/** The asset decides; else the id of its deploy, which names a rune; else the exact tick; else, ticks being the same whatever their case, the first-deployed of that name. */
export function tokenOf<One extends Named>(
  list: readonly One[] | undefined,
  pair: string | undefined,
  asset?: string,
): One | undefined {
  if (asset !== undefined) return list?.find((token) => token.assetId === asset);
  if (pair === undefined) return list?.[0];
  const tick = pair.replace(PAIR, '');
  const deployed = list?.find(({ assetId }) => deployOf(assetId) === tick);
  if (deployed !== undefined) return deployed;
  const named = (list ?? []).filter((token) => token.ticker.toLowerCase() === tick.toLowerCase());
  const exact = named.filter((token) => token.ticker === tick);
  return [...exact, ...named].find((token) => token.firstDeployed) ?? exact[0] ?? named[0];
}

function useLive(net: Network, assetId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (assetId === '') return;
    return whileSeen((alive) => openFeed(client, { net, assetId, alive }));
  }, [client, net, assetId]);
}
