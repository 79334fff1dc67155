/** One market and one user in it, gathered from the queries. */
import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Network } from '@rialto/protocols';
import { openFeed } from '../../data/feed/feed.ts';
import { whileSeen } from '../../data/feed/while-seen.ts';
import { BARE_TAKE, takeBehindPad } from '@rialto/market';
import type { UsualTake } from '@rialto/market';
import { useNetwork } from '../../data/network.ts';
import { useTickers } from '../../data/queries.ts';
import type { Pair } from '../../data/queries.ts';
import { useConfig } from '../../data/shell-queries.ts';
import { useAccount } from '../../flows/account/account.ts';
import { rulesOf } from './pair/books.ts';
import type { BookRules } from './pair/books.ts';
import { figuresOf } from './pair/figures.ts';
import { useBook } from './book/use-book.ts';
import { useOwn } from './mine/use-own.ts';
import { useToken } from './pair/use-token.ts';
import type { Wanted } from './pair/use-token.ts';
import type { Market } from './market.ts';

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

function useLive(net: Network, assetId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (assetId === '') return;
    return whileSeen((alive) => openFeed(client, { net, assetId, alive }));
  }, [client, net, assetId]);
}
