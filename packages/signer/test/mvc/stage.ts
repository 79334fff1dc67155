/** A pool with a lane or more, and a purchase of it that fits the price. */
import type { MvcSwapAct } from '@rialto/contract';
import { buyExactIn, reachOf } from '@rialto/market';
import type { MvcCoin } from '@rialto/mvc';
import {
  POOL_SPACE,
  POOL_UNITS,
  USER,
  buyAct,
  checkOf,
  fundedFor,
  openMvcWorld,
  openedPool,
} from './world.ts';
import type { MvcPool, MvcWorld } from './world.ts';

export const LP = 3_000n;

export const reach = reachOf({ r1: POOL_SPACE, r2: POOL_UNITS, shares: 1n }, []);

export const unitsFor = (value: bigint): bigint => buyExactIn(reach, value, LP);

export interface Begun {
  readonly world: MvcWorld;
  readonly pool: MvcPool;
  readonly tokens: MvcCoin;
  readonly space: MvcCoin;
}

export async function begin(settings: Readonly<Record<string, string>> = {}, lanes = 1): Promise<Begun> {
  const world = await openMvcWorld(settings);
  const pool = await openedPool(world, lanes);
  const [space, tokens] = [pool.first[0], pool.first[lanes]];
  if (space === undefined || tokens === undefined) throw new Error('a lane');
  return { world, pool, tokens, space };
}

/** A purchase of the first lane that fits the price. */
export function buyOf(
  { world, tokens, space }: Begun,
  value: bigint,
  more: Partial<MvcSwapAct> = {},
): MvcSwapAct {
  const coins = fundedFor(world, USER, value + 400_000n);
  const lane = { tokens: tokens.outpoint, space: space.outpoint };
  const act = buyAct(world, lane, { sats: value, units: unitsFor(value), coins });
  return { ...act, ...more } as MvcSwapAct;
}

export const codeOf = async ({ world, pool }: Begun, act: MvcSwapAct): Promise<string> => {
  const answer = await checkOf(world, pool.number, act);
  return answer.ok ? 'signed' : answer.code;
};
