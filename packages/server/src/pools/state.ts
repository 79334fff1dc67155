/** A pool at this moment: what blocks have of it, and every signed act that can still confirm. */
import { coinFromWire } from '@rialto/contract';
import { after, stillPending } from '@rialto/market';
import type { Reserves } from '@rialto/market';
import { amount, invariant, isTxid, sats } from '@rialto/protocols';
import type { Coin, Outpoint, RuneAsset } from '@rialto/protocols';
import { poolCoinsMade } from '@rialto/psbt';
import type { PoolScript } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { actsOfPool } from '../store/pools/pool-act-store.ts';
import type { PoolActRow } from '../store/pools/pool-act-store.ts';
import { coinsOfPools } from '../store/pools/pool-chain-store.ts';
import type { PoolCoinRow, PoolRow } from '../store/pools/pool-chain-store.ts';
import { poolCoinFates, sumsOf } from '../store/pools/pool-figures.ts';
import { lotsOfPool } from '../store/pools/pool-lot-store.ts';
import type { PoolContext } from './context.ts';
import { movesLots } from './moves-lots.ts';
import type { PendingAct, PoolState } from './pool-state.ts';
import { readyLot } from './ready-lots.ts';
import { partsOfPool, planOfKept, spendsOf } from './wire-plan.ts';
import type { PoolParts } from './wire-plan.ts';

/** @throws Refusal syncing, node-down */
export async function stateOf(
  context: Pick<PoolContext, 'store' | 'chain' | 'ledger'>,
  pool: PoolRow,
): Promise<PoolState> {
  const { db } = context.store;
  const { token } = pool;
  const isOfLots = movesLots(token);
  const [rows, acts, { shares, units }] = await Promise.all([
    coinsOfPools(db, [pool.number]),
    actsOfPool(db, pool.number, ['signed', 'void']),
    sumsOf(db, pool.number),
  ]);
  const held = token === null || !isOfLots ? [] : await lotsOfPool(db, { pool: pool.number, token });
  const points = [...rows, ...held].map(({ outpoint }) => outpoint);
  const { tip, assets } = await context.ledger.assetsOn(points);
  const parts = partsOfPool(pool);
  const coins = rows.map((row) => {
    const on = assets.get(row.outpoint) ?? [];
    const { role } = row;
    return { role, coin: coinOf(row, parts.script, isOfLots && role === 'lane' ? on : [unitsOf(row, on)]) };
  });
  const lanes = coins.filter(({ role }) => role === 'lane').map(({ coin }) => coin);
  const laneRows = rows.filter(({ role }) => role === 'lane');
  const pending = await possible(
    context,
    acts.map((row) => pendingOf(row, parts)),
  );
  const deep = held.flatMap((lot) => readyLot(lot, { ...parts, tip, on: assets.get(lot.outpoint) ?? [] }));
  const taken = new Set(pending.flatMap((act) => (act.isLive ? act.spends : [])));
  const ready = deep.filter(({ coin }) => !taken.has(coin.outpoint));
  return {
    ...parts,
    ...{ pool, tip, lanes, ready, deepLots: deep.length, heldLots: pending.flatMap(boughtLots) },
    shareCoin: coins.find(({ role }) => role === 'share')?.coin,
    token: token ?? undefined,
    confirmed: {
      r1: laneRows.reduce((sum, { value }) => sum + value, 0n),
      r2: isOfLots ? units : laneRows.reduce((sum, row) => sum + row.amount, 0n),
      shares,
    },
    pending,
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

/** The lots that a purchase takes. */
function boughtLots({ row, change }: PendingAct): Outpoint[] {
  const lots = change.d1 > 0n && change.d2 < 0n ? (row.plan?.lots?.coins ?? []) : [];
  return lots.map((coin) => coinFromWire(coin).outpoint);
}

function pendingOf(row: PoolActRow, parts: PoolParts): PendingAct {
  const { plan, txid, d1, d2, ds } = row;
  invariant(plan !== null && txid !== null && isTxid(txid), 'what was signed has a plan');
  const gives = poolCoinsMade(planOfKept(parts, plan), txid);
  return {
    id: txid,
    txid,
    spends: spendsOf(plan),
    makes: gives.map(({ outpoint }) => outpoint),
    change: { d1, d2, ds },
    row,
    gives,
    isLive: row.status === 'signed',
  };
}

/**
 * Those that can still confirm. A coin of the pool that is no coin of it any more was spent by a block; of lots, and of what its payers brought, a block
 * had every coin when it was signed, so one that is gone without its act was spent by another.
 */
async function possible(
  { store, chain }: Pick<PoolContext, 'store' | 'chain'>,
  candidates: readonly PendingAct[],
): Promise<readonly PendingAct[]> {
  if (candidates.length === 0) return [];
  const points = candidates.flatMap(({ spends }) => spends);
  const fates = await poolCoinFates(store.db, points);
  const spentBy = new Map<string, string>();
  for (const [point, by] of fates) if (by !== null) spentBy.set(point, by);
  const made = new Set(candidates.flatMap(({ makes }) => makes));
  const lost = candidates.filter(({ isLive }) => !isLive);
  const payers = lost.flatMap(({ row }) =>
    [...(row.plan?.lots?.coins ?? []), ...(row.plan?.userCoins ?? [])].map(
      ({ outpoint }) => outpoint as Outpoint,
    ),
  );
  const gone = await spentInBlocks(chain, payers);
  for (const point of gone) spentBy.set(point, 'another');
  // Built on what itself came to nothing long ago.
  for (const { row } of candidates)
    for (const { outpoint } of row.plan?.poolCoins ?? [])
      if (!fates.has(outpoint) && !made.has(outpoint)) spentBy.set(outpoint, 'another');
  const alive = new Set(stillPending(candidates, spentBy).map(({ id }) => id));
  return candidates.filter(({ id }) => alive.has(id));
}

async function spentInBlocks(
  chain: PoolContext['chain'],
  points: readonly Outpoint[],
): Promise<readonly Outpoint[]> {
  if (points.length === 0) return [];
  const [first, spending] = [await chain.unspentAt(points), await chain.spendingOf(points)];
  const missing = points.filter((point) => !first.coins.has(point) && !spending.has(point));
  // What left the mempool meanwhile is unspent again.
  const again = missing.length === 0 ? undefined : await chain.unspentAt(missing);
  return missing.filter((point) => again?.coins.has(point) !== true);
}

/** The reserves with all that waits in our mempool. */
export function withWaiting({ confirmed, pending }: PoolState): Reserves {
  return pending
    .filter(({ isLive }) => isLive)
    .reduce((reserves, { change }) => after(reserves, change), confirmed);
}
