/** The queue of providers: when all lanes of a pool are at rest, the first who waits has the pool until his time is over (pools §5). */
import { addressToScript } from '@rialto/psbt';
import { hexToBytes, invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import {
  failExpired,
  movePoolActs,
  poolsWaitedFor,
  queueOfPool,
  turnsOfPool,
} from '../../store/pools/pool-act-store.ts';
import type { PoolActRow } from '../../store/pools/pool-act-store.ts';
import { poolNumbered } from '../../store/pools/pool-figures.ts';
import type { PoolContext } from '../context.ts';
import { isAtRest } from '../lane-tips.ts';
import { stateOf } from '../state.ts';
import type { PoolState } from '../state.ts';
import { plannedColumns } from './kept-act.ts';
import { mayTurn } from './turns.ts';
import { planLiquidity, runeOfAct } from './plan-liquidity.ts';

/** They pass by themselves: the turn is given a little later. */
const PASSING: readonly RefusalCode[] = ['syncing', 'node-down', 'database-down', 'signer-down'];

export async function giveTurns(context: PoolContext): Promise<void> {
  const { db } = context.store;
  await failExpired(db);
  for (const number of await poolsWaitedFor(db))
    await context.turns(`pool ${number}`, () => giveTurn(context, number));
}

async function giveTurn(context: PoolContext, number: number): Promise<void> {
  const { db } = context.store;
  const queue = await queueOfPool(db, number);
  const pool = await poolNumbered(db, number);
  if (queue.some(({ status }) => status === 'built') || pool === undefined) return;
  const state = await stateOf(context, pool);
  if (!isAtRest(state)) return;
  const { height } = state.tip;
  const turns = await turnsOfPool(db, number);
  const next = queue.find(({ address }) => mayTurn(turns, address, height));
  if (next === undefined) return;
  try {
    const columns = await planned(context, state, next);
    await movePoolActs(db, [next.id], 'build', { ...columns, turnHeight: height });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!PASSING.includes(error.code)) await movePoolActs(db, [next.id], 'fail', { reason: error.code });
  }
}

async function planned(context: PoolContext, state: PoolState, { address, asked: act }: PoolActRow) {
  invariant(act.kind === 'init' || act.kind === 'add' || act.kind === 'remove', 'providers wait for turns');
  const script = addressToScript(address, context.settings.network);
  const user = { address, script, key: hexToBytes(act.pubkey) };
  return plannedColumns(context, await planLiquidity(context, { state, rune: runeOfAct(act), user }, act));
}
