/** A pool at this moment: what blocks have of it, and every signed act that can still confirm. */
import { after } from '@rialto/market';
import type { Reserves } from '@rialto/market';
import { amount, invariant, sats } from '@rialto/protocols';
import type { Coin, RuneAsset } from '@rialto/protocols';
import type { PoolScript } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { actsOfPools } from '../store/pools/pool-act-store.ts';
import { coinsOfPools } from '../store/pools/pool-chain-store.ts';
import type { PoolCoinRow, PoolRow } from '../store/pools/pool-chain-store.ts';
import { NOTHING_MOVED, sumsOfPools } from '../store/pools/pool-figures.ts';
import type { PoolSums } from '../store/pools/pool-figures.ts';
import { lotsOfPool } from '../store/pools/pool-lot-store.ts';
import type { HeldLot } from '../store/pools/pool-lot-store.ts';
import type { PoolContext } from './context.ts';
import { movesLots } from './moves-lots.ts';
import { boughtLots, pendingOf, possible } from './pending-acts.ts';
import type { PendingAct, PoolState } from './pool-state.ts';
import { readyLot } from './ready-lots.ts';
import { partsOfPool } from './wire-plan.ts';
import type { PoolParts } from './wire-plan.ts';

type Context = Pick<PoolContext, 'store' | 'chain' | 'ledger'>;

/** @throws Refusal syncing, node-down */
export async function stateOf(context: Context, pool: PoolRow): Promise<PoolState> {
  const [state] = await statesOf(context, [pool]);
  invariant(state !== undefined, 'who asks for one pool gets one');
  return state;
}

/** Of many pools, by as many questions as of one, and some more for each on which something waits. @throws Refusal syncing, node-down */
export async function statesOf(context: Context, pools: readonly PoolRow[]): Promise<PoolState[]> {
  const { db } = context.store;
  const numbers = pools.map(({ number }) => number);
  const [rows, acts, sums] = await Promise.all([
    coinsOfPools(db, numbers),
    actsOfPools(db, numbers, ['signed', 'void']),
    sumsOfPools(db, numbers),
  ]);
  const held: HeldLot[] = [];
  const lots = new Map<number, readonly HeldLot[]>();
  for (const { number, token } of pools) {
    if (token === null || !movesLots(token)) continue;
    const own = await lotsOfPool(db, { pool: number, token });
    lots.set(number, own);
    held.push(...own);
  }
  const { tip, assets } = await context.ledger.assetsOn([...rows, ...held].map(({ outpoint }) => outpoint));
  const states: PoolState[] = [];
  for (const pool of pools) {
    const { number } = pool;
    const parts = partsOfPool(pool);
    const own = acts.filter((row) => row.pool === number).map((row) => pendingOf(row, parts));
    states.push(
      assemble(pool, {
        ...{ tip, assets, parts, sums: sums.get(number) ?? NOTHING_MOVED },
        rows: rows.filter((row) => row.pool === number),
        held: lots.get(number) ?? [],
        // Asks nothing of a pool at rest.
        pending: await possible(context, own),
      }),
    );
  }
  return states;
}

interface Read extends Awaited<ReturnType<PoolContext['ledger']['assetsOn']>> {
  readonly parts: PoolParts;
  readonly rows: readonly PoolCoinRow[];
  readonly held: readonly HeldLot[];
  readonly pending: readonly PendingAct[];
  readonly sums: PoolSums;
}

function assemble(pool: PoolRow, { parts, rows, held, pending, sums, tip, assets }: Read): PoolState {
  const isOfLots = movesLots(pool.token);
  const coins = rows.map((row) => {
    const on = assets.get(row.outpoint) ?? [];
    const { role } = row;
    return { role, coin: coinOf(row, parts.script, isOfLots && role === 'lane' ? on : [unitsOf(row, on)]) };
  });
  const laneRows = rows.filter(({ role }) => role === 'lane');
  const deep = held.flatMap((lot) => readyLot(lot, { ...parts, tip, on: assets.get(lot.outpoint) ?? [] }));
  const taken = new Set(pending.flatMap((act) => (act.isLive ? act.spends : [])));
  return {
    ...parts,
    ...{ pool, tip, pending },
    lanes: coins.filter(({ role }) => role === 'lane').map(({ coin }) => coin),
    shareCoin: coins.find(({ role }) => role === 'share')?.coin,
    token: pool.token ?? undefined,
    ready: deep.filter(({ coin }) => !taken.has(coin.outpoint)),
    deepLots: deep.length,
    heldLots: pending.flatMap(boughtLots),
    confirmed: {
      r1: laneRows.reduce((sum, { value }) => sum + value, 0n),
      r2: isOfLots ? sums.units : laneRows.reduce((sum, row) => sum + row.amount, 0n),
      shares: sums.shares,
    },
  };
}

function unitsOf(row: PoolCoinRow, [rune]: Coin['assets']): RuneAsset {
  // A block is being applied: the coin is of the one, the ledger of the other.
  if (rune?.kind !== 'rune') throw new Refusal('syncing', 'a coin of the pool');
  return { ...rune, amount: amount(row.amount) };
}

function coinOf(row: PoolCoinRow, { script }: PoolScript, assets: Coin['assets']): Coin {
  const { outpoint, value, height } = row;
  return { outpoint, value: sats(value), script, height, assets };
}

/** The reserves with all that waits in our mempool. */
export function withWaiting({ confirmed, pending }: PoolState): Reserves {
  return pending
    .filter(({ isLive }) => isLive)
    .reduce((reserves, { change }) => after(reserves, change), confirmed);
}
