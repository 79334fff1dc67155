/** The pools on MVC as anybody reads them: in words of our own, and in those of mvcswap. */
import type { AnswerOf } from '@rialto/contract';
import type { FtOutput } from '@rialto/mvc';
import type { MvcPoolFacts } from '@rialto/ground';
import { aprPpm } from '@rialto/market';
import { invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';
import { costsOfBuy, costsOfSell } from '../quotes/costs.ts';
import { leastOf } from '../quotes/quote.ts';
import { reservesOf, standOf } from '../stand.ts';
import type { PoolStand } from '../stand.ts';
import { findPool, isMoving, pairOf, poolsIn } from './find-pool.ts';
import type { MvcList } from './find-pool.ts';
import { swapsSince } from './swaps-done.ts';

const DAY_SECONDS = 86_400;
const HOURS = 24n;

type PoolList = AnswerOf<'mvcPools'>;

export async function poolList(context: MvcContext, list: MvcList): Promise<Omit<PoolList, 'network'>> {
  const pools = await poolsIn(context, list);
  const open = await isMoving(context);
  const tip = await context.ledger.tip();
  invariant(tip !== undefined, 'a chain that moves has a block');
  const rows = await Promise.all(pools.map((pool) => poolRow(context, pool)));
  return { pools: rows, open, at: { height: tip.height, hash: tip.hash } };
}

async function poolRow(context: MvcContext, pool: MvcPoolFacts): Promise<PoolList['pools'][number]> {
  const stand = await standOf(context, pool);
  const since = Math.floor(context.now() / 1000) - DAY_SECONDS;
  const swaps = await swapsSince(context, pool.number, since);
  const volume = swaps.reduce((sum, { sats }) => sum + sats, 0n);
  const all = reservesOf(stand);
  const { confirmed } = stand;
  const { lpFeePpm, feeRate } = context.settings;
  const apr = aprPpm(confirmed, (volume * lpFeePpm) / 1_000_000n, HOURS);
  return {
    pair: pairOf(pool),
    list: pool.list,
    ...tokenWords(stand),
    ...pool.token,
    mintable: pool.mintable,
    poolHash: pool.keyHash,
    token1Pool: all.r1.toString(),
    token2Pool: all.r2.toString(),
    token1PoolConfirmed: confirmed.r1.toString(),
    token2PoolConfirmed: confirmed.r2.toString(),
    poolEquity: all.shares.toString(),
    shareGenesis: pool.share.genesis,
    lpFeePercent: percentOf(lpFeePpm),
    volume24h: volume.toString(),
    swaps24h: swaps.length,
    aprPpm: apr?.toString() ?? null,
    waiting: stand.pending.length,
    paused: pool.stopped,
    least: {
      buy: leastOf(costsOfBuy(pool.token, { coins: 1 }, feeRate)).toString(),
      sell: leastOf(costsOfSell(pool.token, { coins: 1, sats: 0n, rest: true }, feeRate)).toString(),
    },
  };
}

function percentOf(ppm: bigint): string {
  const digits = (ppm % 10_000n).toString().padStart(4, '0').replace(/0+$/, '');
  return digits === '' ? `${ppm / 10_000n}` : `${ppm / 10_000n}.${digits}`;
}

/** The token on a coin of the pool: there is always one, for the last unit never leaves. */
export function tokenOf({ coins, pool }: Pick<PoolStand, 'coins' | 'pool'>): FtOutput {
  const found = coins.find(({ token }) => token !== undefined && token.genesis === pool.token.genesis);
  invariant(found?.token !== undefined, 'a pool holds its token');
  return found.token;
}

function tokenWords(stand: PoolStand) {
  const { name, symbol, decimals } = tokenOf(stand);
  return { name: name ?? '', symbol: symbol ?? '', decimals };
}

/** As `allpairs` of mvcswap; SPACE has no ids. */
export async function allPairs(context: MvcContext, list: MvcList): Promise<AnswerOf<'mvcAllPairs'>> {
  const pools = await poolsIn(context, list);
  const rows = await Promise.all(
    pools.map(async (pool) => {
      const stand = await standOf(context, pool);
      const { confirmed } = stand;
      return [pairOf(pool), { ...pairWords(stand), poolAmount: confirmed.r1.toString() }] as const;
    }),
  );
  return Object.fromEntries(rows);
}

const SPACE = {
  symbol: 'SPACE',
  name: 'Microvision',
  tokenID: '',
  genesisHash: '',
  codeHash: '',
  decimal: 8,
};

function pairWords(stand: PoolStand) {
  const { pool } = stand;
  const { name, symbol, decimals } = tokenWords(stand);
  const { codehash, genesis } = pool.token;
  return {
    token1: SPACE,
    token2: { symbol, name, tokenID: genesis, genesisHash: genesis, codeHash: codehash, decimal: decimals },
    lptoken: {
      symbol: `LP-${symbol}`,
      name: `Shares of ${symbol}`,
      tokenID: pool.share.genesis,
      genesisHash: pool.share.genesis,
      codeHash: pool.share.codehash,
      decimal: 0,
    },
    swapCodeHash: codehash,
    swapID: genesis,
  };
}

/** As `swapinfo` of mvcswap: what can be traded with now, waiting swaps included. */
export async function swapInfo(context: MvcContext, pair: string): Promise<AnswerOf<'mvcSwapInfo'>> {
  const stand = await standOf(context, await findPool(context, pair));
  const { r1, r2, shares } = reservesOf(stand);
  return {
    swapToken1Amount: r1.toString(),
    swapToken2Amount: r2.toString(),
    swapLpAmount: shares.toString(),
    swapFeeRate: Number(context.settings.lpFeePpm) / 100,
    projFeeRate: 0,
    minProjFee: '0',
  };
}

/** @throws Refusal bad-request for a pair that is not SPACE and a token of ours */
export function pairOfRoute(
  tokenIn: string,
  tokenOut: string,
): { readonly pair: string; readonly side: 'buy' | 'sell' } {
  if ((tokenIn === 'space') === (tokenOut === 'space'))
    throw new Refusal('bad-request', 'one of the two is space');
  return tokenIn === 'space'
    ? { pair: `space-${tokenOut}`, side: 'buy' }
    : { pair: `space-${tokenIn}`, side: 'sell' };
}
