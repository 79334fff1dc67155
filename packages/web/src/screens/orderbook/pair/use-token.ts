/** The token that the address of a page means. */
import type { MarketName } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { deployOf } from '../../../data/pair-href.ts';
import { useTokens } from '../../../data/tokens.ts';
import type { BookToken } from '../../../data/tokens.ts';
import type { Market } from '../market.ts';

/** Which market: `pair` is `btc-{tick}`, `asset` decides between tokens of one tick. Without both the first of the list. */
export interface Wanted {
  readonly book: MarketName;
  readonly pair: string | undefined;
  readonly asset: string | undefined;
}

/** The list of tokens has the busiest only; one that is not in it is asked for by its name. */
export function useToken(
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
