/** The keeper of lanes: looks at every pool in a while, does one thing at a time, and lets a pool rest whose signer said no (pools §10). */
import { messageOf } from '../../repeat.ts';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import { keptBuilt, lastActsByPool, movePoolActs } from '../../store/pools/pool-act-store.ts';
import type { PoolActRow } from '../../store/pools/pool-act-store.ts';
import { allPools } from '../../store/pools/pool-chain-store.ts';
import type { PoolRow } from '../../store/pools/pool-chain-store.ts';
import type { PoolContext } from '../context.ts';
import { stateOf } from '../state.ts';
import type { PoolState } from '../pool-state.ts';
import { factsOf } from './facts.ts';
import { keepAct, signKeep } from './sign-keep.ts';
import { wishOf } from './wish.ts';

/** They pass by themselves: the same is asked again a little later. */
const PASSING: readonly RefusalCode[] = ['syncing', 'node-down', 'database-down', 'signer-down'];
/** Blocks for which a pool is left alone after a refusal. */
const REST_BLOCKS = 6;

/** @returns looks at all pools once; what was refused is remembered from one time to the next */
export function openKeeper(context: PoolContext): () => Promise<void> {
  const { db } = context.store;
  const restsUntil = new Map<number, number>();
  /** The block and the last act with which there was nothing to do. */
  const idle = new Map<number, string>();
  /** @returns false when there was nothing to do */
  const keep = async (pool: PoolRow): Promise<boolean> => {
    const { number } = pool;
    const state = await stateOf(context, pool);
    let row = await keptBuilt(db, number);
    if (row === undefined) {
      if ((restsUntil.get(number) ?? 0) > state.tip.height || state.lanes.length === 0) return false;
      const wish = wishOf(await factsOf(context, state, await context.plans()));
      if (wish === undefined) return false;
      row = await keepAct(context, state, wish);
    }
    await signOrRest(context, state, { row, restsUntil });
    return true;
  };
  return async () => {
    const acts = await lastActsByPool(db);
    const { hash } = await context.ledger.tip();
    for (const pool of await allPools(db)) {
      const { number } = pool;
      const moment = `${hash} ${acts.get(number) ?? ''}`;
      if (pool.token === null || idle.get(number) === moment) continue;
      try {
        const isBusy = await context.turns(`pool ${number}`, () => keep(pool));
        if (!isBusy) idle.set(number, moment);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
  };
}

interface Begun {
  readonly row: PoolActRow;
  readonly restsUntil: Map<number, number>;
}

/** @throws Refusal that passes by itself */
async function signOrRest(context: PoolContext, state: PoolState, { row, restsUntil }: Begun): Promise<void> {
  try {
    await signKeep(context, state, row);
  } catch (error) {
    if (!(error instanceof Refusal) || PASSING.includes(error.code)) throw error;
    const { code } = error;
    restsUntil.set(row.pool, state.tip.height + REST_BLOCKS);
    await movePoolActs(context.store.db, [row.id], 'fail', { reason: code });
    context.warn('the keeper was refused', { pool: row.pool, code, detail: messageOf(error) });
  }
}
