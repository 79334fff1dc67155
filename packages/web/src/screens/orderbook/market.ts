/** Everything the screen knows of one market and one person in it, gathered from the queries. */
import { useDeferredValue, useEffect, useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Order, Token, TokenBalance } from '@rialto/contract';
import type { BookRow } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { openFeed } from '../../data/feed.ts';
import { useNetwork } from '../../data/network.ts';
import { whileSeen } from '../../data/while-seen.ts';
import {
  useAsks,
  useBalance,
  useCoins,
  useDeals,
  useMyOrders,
  useTickers,
  useTokens,
} from '../../data/queries.ts';
import { useAccount } from '../../flows/account.ts';
import type { Account } from '../../flows/account.ts';
import { figuresOf } from './MarketBar.tsx';
import type { MarketFigures } from './MarketBar.tsx';
import { bookOf, satsOf } from './rows.ts';

export interface Market {
  readonly network: Network;
  readonly tokens: readonly Token[] | undefined;
  /** Undefined while loading, and when there is no such token. */
  readonly token: Token | undefined;
  readonly unknown: boolean;
  readonly failed: boolean;
  readonly figures: MarketFigures | undefined;
  readonly orders: readonly Order[];
  readonly rows: readonly BookRow[];
  readonly bookLoading: boolean;
  readonly bookFailed: boolean;
  readonly retry: () => void;
  readonly deals: readonly Order[] | undefined;
  readonly account: Account;
  readonly balance: TokenBalance | undefined;
  readonly spendable: bigint | undefined;
  readonly pendingSats: bigint;
  readonly myOpen: readonly Order[] | undefined;
  readonly myPast: readonly Order[] | undefined;
}

/** `pair` is `btc-{tick}`; without one the first token of the list. */
export function useMarket(pair: string | undefined): Market {
  const network = useNetwork();
  const account = useAccount();
  const address = account.person?.address ?? '';
  const tokens = useTokens(network);
  const list = tokens.data?.list;
  const token = tokenOf(list, pair);
  const tick = token?.ticker ?? '';
  const tickers = useTickers(network);
  const assetId = token?.assetId ?? '';
  useLive(network, assetId);
  return {
    network,
    account,
    tokens: list,
    token,
    unknown: list !== undefined && token === undefined,
    failed: tokens.isError,
    figures: token === undefined ? undefined : figuresOf(tickers.data, token.assetId),
    ...useBook(network, { tick, assetId }, address),
    ...useOwn(network, tick, account),
  };
}

type BookPart = 'orders' | 'rows' | 'bookLoading' | 'bookFailed' | 'retry' | 'deals';

function useBook(
  network: Network,
  { tick, assetId }: { tick: string; assetId: string },
  address: string,
): Pick<Market, BookPart> {
  const asks = useAsks(network, tick, assetId);
  const deals = useDeals(network, tick, assetId);
  // Many rows: drawn in small pieces, behind whatever the hand does.
  const orders = useDeferredValue(asks.data?.results);
  const rows = useMemo(() => bookOf(orders ?? [], address), [orders, address]);
  return {
    orders: orders ?? [],
    rows,
    bookLoading: asks.isPending || (asks.isSuccess && orders === undefined),
    bookFailed: asks.isError && asks.data === undefined,
    retry: () => void asks.refetch(),
    deals: deals.data?.results,
  };
}

type OwnPart = 'balance' | 'spendable' | 'pendingSats' | 'myOpen' | 'myPast';

function useOwn(network: Network, tick: string, account: Account): Pick<Market, OwnPart> {
  const address = account.person?.address ?? '';
  const balance = useBalance(network, address, tick);
  const coins = useCoins(network, address).data;
  const myOpen = useMyOrders(network, account.credential, '1');
  const myPast = useMyOrders(network, account.credential, '21');
  return {
    balance: balance.data,
    spendable: coins === undefined ? undefined : sumOf(coins.filter((coin) => coin.lockedBy === undefined)),
    pendingSats: sumOf((coins ?? []).filter((coin) => coin.lockedBy === 'unconfirmed')),
    ...ownOrders(myOpen.data?.results, myPast.data?.results),
  };
}

/** On the wire a cancel under way counts as cancelled; for its owner it is open until the block. */
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

function sumOf(coins: readonly { satoshis: string }[]): bigint {
  return coins.reduce((sum, coin) => sum + satsOf(coin.satoshis), 0n);
}

export function tokenOf(list: readonly Token[] | undefined, pair: string | undefined): Token | undefined {
  if (list === undefined) return undefined;
  if (pair === undefined) return list[0];
  const tick = pair.replace(/^btc-/i, '');
  // Ticks are the same whatever their case; the exact one wins all the same.
  return (
    list.find((token) => token.ticker === tick) ??
    list.find((token) => token.ticker.toLowerCase() === tick.toLowerCase())
  );
}

function useLive(net: Network, assetId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (assetId === '') return;
    return whileSeen((alive) => openFeed(client, { net, assetId, alive }));
  }, [client, net, assetId]);
}
