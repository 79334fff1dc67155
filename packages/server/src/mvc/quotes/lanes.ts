/** Where a swap would stand: the pool's coins that it could spend, each with what it builds on and what could still be mined beside it. */
import { actsBelow, compareWhole, reachOf, standingOf } from '@rialto/market';
import type { Reach, Reserves, SignedAct } from '@rialto/market';
import type { IndexedPoolCoin } from '@rialto/ground';
import type { PoolStand } from '../stand.ts';

/** One coin of SPACE and, where the pool gives tokens, one of those, or as many as hold what is bought. */
export interface Lane {
  readonly space: IndexedPoolCoin;
  readonly tokens: readonly IndexedPoolCoin[];
  /** What it stands on. */
  readonly base: Reserves;
  readonly reach: Reach;
  readonly ancestors: readonly SignedAct[];
  /** Swaps over it that are with their users' wallets. */
  readonly signing: number;
}

/** A coin by what it is, whatever the id of its transaction. */
export const coinId = ({ core, outpoint }: Pick<IndexedPoolCoin, 'core' | 'outpoint'>): string =>
  `${core}:${outpoint.slice(outpoint.indexOf(':') + 1)}`;

/**
 * Every lane there is for a swap: none where the pool has not so many free coins. Each takes the tokens that stand on what it stands on
 * itself, so that lanes do not grow together: a pool of four carries four times what one does in a block.
 * @param tokens how many coins of tokens go into it; none where the pool gives SPACE
 * @param first of those, the coins that join fewest lanes and that fewest are about to take, or simply the largest
 */
export function lanesOf(stand: PoolStand, tokens: number, first: 'quiet' | 'large' = 'quiet'): Lane[] {
  const { free, pool } = stand;
  const spaces = free.filter(({ token }) => token === undefined);
  const held = free
    .filter(({ token }) => token !== undefined && token.genesis === pool.token.genesis)
    .toSorted((a, b) => compareWhole(unitsOn(b), unitsOn(a)));
  if (held.length < tokens) return [];
  const below = actsBelow(stand.pending, [...spaces, ...held].map(coinId));
  const belowOf = (coin: IndexedPoolCoin) => below.get(coinId(coin)) ?? NONE;
  return spaces.map((space) => {
    const ranks = new Map(held.map((coin) => [coin, joining(belowOf(space), belowOf(coin))]));
    const rank = (coin: IndexedPoolCoin): Joining => ranks.get(coin) ?? { added: 0, shared: 0 };
    // Of those equally asked for the largest: what is left on one is the next one's most.
    const inOrder = (a: IndexedPoolCoin, b: IndexedPoolCoin): number =>
      rank(a).added - rank(b).added ||
      rank(b).shared - rank(a).shared ||
      signing(stand, a) - signing(stand, b);
    return laneOf(stand, space, (first === 'large' ? held : held.toSorted(inOrder)).slice(0, tokens));
  });
}

const NONE: ReadonlySet<SignedAct> = new Set();

/** What a coin brings along that a lane does not stand on yet, and what both stand on: how many acts. */
interface Joining {
  readonly added: number;
  readonly shared: number;
}

export function joining(lane: ReadonlySet<SignedAct>, coin: ReadonlySet<SignedAct>): Joining {
  const shared = [...coin].filter((act) => lane.has(act)).length;
  return { added: coin.size - shared, shared };
}

export const unitsOn = ({ token }: IndexedPoolCoin): bigint => token?.amount ?? 0n;
const signing = ({ signing: of }: PoolStand, { outpoint }: IndexedPoolCoin): number => of.get(outpoint) ?? 0;

function laneOf(stand: PoolStand, space: IndexedPoolCoin, tokens: readonly IndexedPoolCoin[]): Lane {
  const coins = [space, ...tokens];
  const { base, others, ancestors } = standingOf(stand.confirmed, stand.pending, coins.map(coinId));
  const reach = reachOf(base, others);
  return {
    space,
    tokens,
    base,
    reach,
    ancestors,
    signing: coins.reduce((sum, coin) => sum + signing(stand, coin), 0),
  };
}
