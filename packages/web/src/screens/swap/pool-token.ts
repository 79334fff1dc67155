/** The token that the address of a pool's page names. */
import { TOKEN_DECIMALS } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { usePools } from '../../data/pools/pool-queries.ts';
import type { PoolRow } from '../../data/pools/pool-queries.ts';
import type { PoolRules } from '../../data/pools/pool-rules.ts';
import { useTokens } from '../../data/tokens.ts';
import type { BookToken } from '../../data/tokens.ts';

export interface PoolToken {
  /** As calls name it. */
  readonly id: string;
  readonly assetId: string;
  readonly name: string;
  /** Digits of the unit in which amounts are counted. */
  readonly divisibility: number;
  /** Digits that the token itself has: no more are typed. */
  readonly digits: number;
}

interface NamedToken {
  readonly token: PoolToken | undefined;
  readonly isPending: boolean;
}

const named = (pair: string | undefined): string => (pair ?? '').replace(/^btc-/i, '');

/** A pair that the address leaves open is the first pool's; one that has no pool is looked for among all tokens. */
export function useNamedToken(net: Network, rules: PoolRules, pair: string | undefined): NamedToken {
  const wanted = named(pair);
  const pools = usePools(net, rules.kind);
  const pool =
    wanted === '' ? pools.data?.[0] : pools.data?.find((row) => isNamed(rules, row.token2, row.name, wanted));
  const search = searchOf(rules, pool, pools.isPending ? '' : wanted);
  const tokens = useTokens(net, rules.book, search);
  return {
    token: pool === undefined ? tokenNamed(rules, tokens.data, wanted) : tokenOf(pool, tokens.data),
    isPending: pools.isPending || (pool === undefined && search !== null && tokens.isPending),
  };
}

/** What is asked of the list of tokens: those without a pool; of BRC-20, whose amounts all count alike, also how many digits one has. */
function searchOf({ movesLots }: PoolRules, pool: PoolRow | undefined, wanted: string): string | null {
  if (pool !== undefined) return movesLots ? pool.name : null;
  return wanted === '' ? null : wanted;
}

/** Ticks are the same whatever their case. */
function isNamed({ movesLots }: PoolRules, id: string, name: string, wanted: string): boolean {
  return movesLots ? id === wanted.toLowerCase() : id === wanted || name === wanted.toUpperCase();
}

function tokenOf(pool: PoolRow, tokens: readonly BookToken[] | undefined): PoolToken {
  const { token2: id, tokenId: assetId, name, divisibility } = pool;
  const digits = tokens?.find((one) => one.assetId === assetId)?.decimals ?? divisibility;
  return { id, assetId, name, divisibility, digits };
}

/** One without a pool. */
function tokenNamed(
  rules: PoolRules,
  tokens: readonly BookToken[] | undefined,
  wanted: string,
): PoolToken | undefined {
  if (wanted === '') return undefined;
  const all = tokens?.map((token) => ({ token, id: idOf(rules, token) })) ?? [];
  const found = all.filter(({ token, id }) => isNamed(rules, id, token.ticker, wanted));
  const first = found.find(({ token }) => token.firstDeployed) ?? found[0];
  if (first === undefined) return undefined;
  const { id, token } = first;
  const { assetId, ticker: name, decimals: digits } = token;
  return { id, assetId, name, divisibility: rules.movesLots ? TOKEN_DECIMALS : digits, digits };
}

/** As calls on its pool would name it. */
export const idOf = ({ movesLots }: PoolRules, { ticker, deployId }: BookToken): string =>
  movesLots ? ticker.toLowerCase() : deployId;
