/** The tokens of each book, in one shape. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Mrc20Token, Rune, Token } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { call } from './calls/client.ts';

export interface BookToken {
  readonly book: MarketName;
  readonly assetId: string;
  readonly ticker: string;
  /** Names the token for sure: a tick can be taken by anybody who writes it a little differently. */
  readonly deployId: string;
  /** Digits after the point its amounts may have. */
  readonly decimals: number;
  /** False when a token whose tick looks the same is older. */
  readonly firstDeployed: boolean;
  /** False when its tick has signs of several scripts, or ones that are not letters: it is nobody's first. */
  readonly oneScript: boolean;
  readonly openOrders: number;
  /** A rune's. */
  readonly symbol?: string;
}

interface TokenQuery {
  readonly net: Network;
  /** A part of a tick, or a deploy id; empty for the first page. */
  readonly search: string;
  readonly signal: AbortSignal;
}

/** A mainnet node has more tokens than a list can show. */
const SIZE = '100';

async function read(book: MarketName, { net, search, signal }: TokenQuery): Promise<readonly BookToken[]> {
  const query = { net, size: SIZE, ...(search === '' ? {} : { tick: search }) };
  switch (book) {
    case 'brc20':
      return (await call('tokenList', { query, signal })).list.map(brc20Token);
    case 'mrc20': {
      // An ID-Coin is an MRC-20 token too; it has a book of its own.
      const { list } = await call('mrc20List', { query, signal });
      return list.filter(({ tag }) => tag === '').map((token) => mrc20Token(book, token));
    }
    case 'idcoin':
      return (await call('idCoinList', { query, signal })).list.map((token) => mrc20Token(book, token));
    case 'runes': {
      const { list } = await call('runeList', { query: { net, size: SIZE, search }, signal });
      return list.filter(({ traded }) => traded).map(runeToken);
    }
  }
}

function brc20Token({
  assetId,
  ticker,
  inscriptionId,
  decimal,
  firstDeployed,
  oneScript,
  openOrders,
}: Token): BookToken {
  return {
    book: 'brc20',
    assetId,
    ticker,
    deployId: inscriptionId,
    decimals: decimal,
    firstDeployed,
    oneScript,
    openOrders,
  };
}

function mrc20Token(book: MarketName, token: Mrc20Token): BookToken {
  const { assetId, tick, mrc20Id, decimals, firstDeployed, oneScript, openOrders } = token;
  return {
    book,
    assetId,
    ticker: tick,
    deployId: mrc20Id,
    decimals: Number.parseInt(decimals, 10),
    firstDeployed,
    oneScript,
    openOrders,
  };
}

function runeToken({ assetId, runeid, spacedRune, ...rest }: Rune): BookToken {
  const { symbol, divisibility: decimals, firstDeployed, openOrders } = rest;
  const named = { assetId, ticker: spacedRune, deployId: runeid, symbol };
  return { book: 'runes', ...named, decimals, firstDeployed, oneScript: true, openOrders };
}

const STALE_MS = 60_000;
/** A chain without a token is new: the first token may be deployed at any moment. */
const NONE_YET_MS = 5_000;

/** @param search null: no request is made */
export function useTokens(
  net: Network,
  book: MarketName,
  search: string | null = '',
): UseQueryResult<readonly BookToken[]> {
  return useQuery({
    queryKey: ['tokens', net, book, search],
    enabled: search !== null,
    queryFn: ({ signal }) => read(book, { net, search: search ?? '', signal }),
    staleTime: STALE_MS,
    refetchInterval: ({ state: { data } }) => (search === '' && data?.length === 0 ? NONE_YET_MS : false),
    ...(search === '' ? {} : { placeholderData: keepPreviousData }),
  });
}
