/** What the stock pays for on a BRC-20 pool: one thing at a time, at a fair rate, on a script of the pool's that an act in a block brought tokens to. */
import type { PoolFreeRequest, PoolRestockRequest } from '@rialto/contract';
import type { Ledger, Turns } from '@rialto/ground';
import type { AssetId } from '@rialto/protocols';
import { assetScript } from '@rialto/psbt';
import type { AssetScript } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { keyOfPool } from '../pool-keys.ts';
import type { PoolKey } from '../pool-keys.ts';
import type { PoolParts } from '../pool-parts.ts';
import type { PoolStockParts } from '../pool-stock.ts';
import type { PoolView } from '../pool-view.ts';
import { requireBrought } from './lot-rules.ts';
import { isLotted } from './lotted.ts';

export interface LotStockParts
  extends PoolStockParts, Pick<PoolParts, 'poolWorld' | 'poolViews' | 'isPoolStopped'> {
  readonly ledger: PoolStockParts['ledger'] & Pick<Ledger, 'balancesOf' | 'tokens'>;
  readonly turns: Turns;
  now(): number;
}

/**
 * In the turn of the stock, while nothing of it waits for a block: so what an earlier request did to tokens is in the index before the next.
 * @throws Refusal trading-stopped, lane-waits, fee-too-low, fee-too-high
 */
export function whenStockRests<T>(
  parts: LotStockParts,
  feeRateSatVb: number,
  act: () => Promise<T>,
): Promise<T> {
  return parts.turns('stock', async () => {
    if (parts.stopped()) throw new Refusal('trading-stopped');
    if ((await parts.sender.sendAll()).length > 0)
      throw new Refusal('lane-waits', 'the stock waits for a block');
    await requireFairRate(parts, feeRateSatVb);
    return act();
  });
}

/** Between what our node takes and the most that the stock pays. */
async function requireFairRate({ chain, feeRate }: LotStockParts, feeRateSatVb: number): Promise<void> {
  const { minimum } = await chain.estimateFees();
  if (feeRateSatVb < minimum) throw new Refusal('fee-too-low');
  if (feeRateSatVb > feeRate.highest) throw new Refusal('fee-too-high', `at most ${feeRate.highest} sat/vB`);
}

export interface Home {
  readonly master: Uint8Array;
  readonly view: PoolView;
  readonly token: AssetId;
  readonly key: PoolKey;
  readonly script: AssetScript;
}

/**
 * The script of the pool's that is asked about.
 * @throws Refusal pool-unknown, pool-paused, lots-differ (no pool of BRC-20), script-not-allowed (no act in a block brought lots there)
 */
export async function homeOf(
  { journal, poolMaster, poolViews, isPoolStopped }: LotStockParts,
  { poolNumber: number, place }: Pick<PoolFreeRequest | PoolRestockRequest, 'poolNumber' | 'place'>,
): Promise<Home> {
  const { pools } = journal.recall;
  const pool = pools.pool(number);
  if (pool === undefined || poolMaster === undefined) throw new Refusal('pool-unknown', `${number}`);
  if (isPoolStopped(number)) throw new Refusal('pool-paused');
  const view = await poolViews.view(number);
  const { token } = view;
  if (token === undefined || !isLotted(token)) throw new Refusal('lots-differ', 'the pool has no lots');
  requireBrought(place, { signed: pools.signed(number), mined: poolViews.mined(number) });
  const key = keyOfPool(poolMaster, pool);
  return { master: poolMaster, view, token, key, script: assetScript(key.keys, place) };
}
