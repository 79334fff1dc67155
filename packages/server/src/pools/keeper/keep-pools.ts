/** The keeper of lanes: looks at every pool in a while, does one thing at a time, and lets a pool rest whose signer said no (pools §10). */
import { messageOf } from '../../repeat.ts';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import { keptBuilt, movePoolActs } from '../../store/pools/pool-act-store.ts';
import { allPools } from '../../store/pools/pool-chain-store.ts';
import type { PoolRow } from '../../store/pools/pool-chain-store.ts';
import type { PoolContext } from '../context.ts';
import { stateOf } from '../state.ts';
import { factsOf } from './facts.ts';
import { keepAct, signKeep } from './sign-keep.ts';
import { wishOf } from './wish.ts';

/** They pass by themselves: the same is asked again a little later. */
const PASSING: readonly RefusalCode[] = ['syncing', 'node-down', 'database-down', 'signer-down'];
/** Blocks for which a pool is left alone after a refusal. */
const REST_BLOCKS = 6;

/** @returns looks at all pools once; what was refused is remembered from one time to the next */
export function openKeeper(context: PoolContext): () => Promise<void> {
  const restsUntil = new Map<number, number>();
  const keep = async (pool: PoolRow): Promise<void> => {
    const state = await stateOf(context, pool);
    const { number } = pool;
    let row = await keptBuilt(context.store.db, number);
    if (row === undefined) {
      if ((restsUntil.get(number) ?? 0) > state.tip.height || state.lanes.length === 0) return;
      const wish = wishOf(await factsOf(context, state, await context.plans()));
      if (wish === undefined) return;
      row = await keepAct(context, state, wish);
    }
    try {
      await signKeep(context, state, row);
    } catch (error) {
      if (!(error instanceof Refusal) || PASSING.includes(error.code)) throw error;
      restsUntil.set(number, state.tip.height + REST_BLOCKS);
      await movePoolActs(context.store.db, [row.id], 'fail', { reason: error.code });
      context.warn('the keeper was refused', { pool: number, code: error.code, detail: messageOf(error) });
    }
  };
  return async () => {
    for (const pool of await allPools(context.store.db)) {
      if (pool.rune === null) continue;
      try {
        await context.turns(`pool ${pool.number}`, () => keep(pool));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
  };
}
