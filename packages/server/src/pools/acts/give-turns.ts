/** The queue of providers: when all lanes of a pool are at rest, the first who waits has the pool until his time is over (pools §5). */
import { addressToScript } from '@rialto/psbt';
import { hexToBytes, invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import {
  failExpired,
  movePoolActs,
  poolsWaitedFor,
  putBack,
  queueOfPool,
  turnsOfPool,
} from '../../store/pools/pool-act-store.ts';
import type { Liquidity, PoolActRow } from '../../store/pools/pool-act-store.ts';
import { poolNumbered } from '../../store/pools/pool-figures.ts';
import type { PoolContext } from '../context.ts';
import { stateOf } from '../state.ts';
import type { PoolState } from '../pool-state.ts';
import { askerWith, planTurn, rememberTurn } from './plan-turn.ts';
import { turnPlace } from './turn-place.ts';
import { turnFrom } from './turns.ts';
import type { PoolUser } from './user-coins.ts';

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
  const now = context.now();
  const isTaken = queue.some(({ status, expiresAt }) => status === 'built' && expiresAt.getTime() > now);
  if (isTaken || pool === undefined) return;
  const state = await stateOf(context, pool);
  const turns = await turnsOfPool(db, number);
  const waiting = queue.filter(({ status }) => status === 'waiting');
  for (const row of waiting) if (await hasTurn(context, { state, turns, row })) return;
}

interface Waiting {
  readonly state: PoolState;
  readonly turns: readonly PoolActRow[];
  readonly row: PoolActRow;
}

/** Gives it to him, unless he has to wait: by his address, or by what he brings. */
async function hasTurn(context: PoolContext, { state, turns, row }: Waiting): Promise<boolean> {
  const { db } = context.store;
  const clock = { now: context.now(), taskMs: context.settings.taskMs };
  const place = turnPlace(state, turns, { address: row.address, traced: new Set() }, clock);
  if (place === undefined) return false;
  try {
    const columns = await planTurn(context, place, {
      user: userOf(context, row),
      act: liquidityOf(row),
      token: row.token,
    });
    const asker = await askerWith(db, row.address, columns);
    const mayFrom = turnFrom(turns, asker);
    if (turnPlace(state, turns, asker, clock) === undefined) {
      await putBack(db, row.id, mayFrom);
      return false;
    }
    const { status: _, ...set } = columns;
    await movePoolActs(db, [row.id], 'build', set);
    await rememberTurn(db, { id: row.id, plan: columns.plan });
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (PASSING.includes(error.code)) return true;
    await movePoolActs(db, [row.id], 'fail', { reason: error.code });
    return false;
  }
}

function liquidityOf({ asked: act }: PoolActRow): Liquidity {
  invariant(act.kind === 'init' || act.kind === 'add' || act.kind === 'remove', 'providers wait for turns');
  return act;
}

function userOf({ settings }: PoolContext, row: PoolActRow): PoolUser {
  const { address } = row;
  const script = addressToScript(address, settings.network);
  return { address, script, key: hexToBytes(liquidityOf(row).pubkey) };
}
