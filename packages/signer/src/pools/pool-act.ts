/** An act on a pool read from a request: every coin looked up by ourselves, and what it does to the pool's reserves. */
import { poolActFromWire } from '@rialto/contract';
import type { UserPoolAct } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import type { Source } from '@rialto/ground';
import type { PoolChange } from '@rialto/market';
import type { Coin, Outpoint, RuneAsset } from '@rialto/protocols';
import { assetScript } from '@rialto/psbt';
import type { AssetScript, PoolAct } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { isLotted } from './lots/lotted.ts';
import type { PoolTokens } from './lots/lotted.ts';
import type { PoolKey } from './pool-keys.ts';
import { runeOf } from './pool-view.ts';
import type { PoolView } from './pool-view.ts';

/** What an act does to a pool, whoever pays for it. */
export interface PoolStep {
  /** Coins of the pool that it spends: the share coin where it does, and the lanes. */
  readonly share: Coin | undefined;
  readonly lanes: readonly Coin[];
  /** And that it makes, without their outpoints. */
  readonly nextShare: Output | undefined;
  readonly nextLanes: readonly Output[];
}

type Output = Pick<Coin, 'value' | 'script'> & { readonly runes: readonly RuneAsset[] };

/**
 * The act of a request.
 * @throws Refusal duplicate-input, coin-spent, syncing, lots-differ for a rune that is on none of its coins
 */
export async function readAct(
  source: Source,
  view: PoolView,
  { key: { pool, keys }, plan }: { readonly key: PoolKey; readonly plan: UserPoolAct['plan'] },
): Promise<PoolAct> {
  const lots = plan.lots?.coins ?? [];
  const points = [...lots, ...plan.userCoins, ...plan.poolCoins];
  if (new Set(points).size < points.length) throw new Refusal('duplicate-input');
  const { coins, tip } = await loadCoins(source, [...lots, ...plan.userCoins]);
  if (tip.hash !== view.tip.hash) throw new Refusal('syncing', 'a block came meanwhile');
  const isPools = new Set<Outpoint>(plan.poolCoins);
  const coinAt = (point: Outpoint): Coin => {
    const coin = isPools.has(point) ? view.coinAt(point) : coins.get(point);
    if (coin === undefined) throw new Refusal('coin-spent', point);
    return coin;
  };
  const asset = (place: Outpoint): AssetScript => assetScript(keys, place);
  return { pool, ...poolActFromWire(plan, { script: pool.script, coin: coinAt, asset }) };
}

/**
 * Which of its coins is what. The share coin comes first where there is one, then the lanes.
 * @throws Refusal psbt-shape when a coin of the pool is in another place, or shares come from nowhere
 */
export function stepOf(
  { poolCoins, poolOutputs, firstLane }: PoolAct,
  { token, shareRune }: PoolTokens,
): PoolStep {
  const isShare = (coin: Coin | undefined): boolean => runeOf(coin)?.asset === shareRune;
  const count = isShare(poolCoins[0]) ? 1 : 0;
  const lanes = poolCoins.slice(count);
  // What no message names goes to the first lane, or where lanes hold sats alone to the share coin.
  const pointer = isLotted(token) ? 0 : count;
  if (lanes.some(isShare) || firstLane !== pointer || poolOutputs.length <= count)
    throw new Refusal('psbt-shape', 'the coins of the pool');
  return {
    share: poolCoins.slice(0, count)[0],
    lanes,
    nextShare: poolOutputs.slice(0, count)[0],
    nextLanes: poolOutputs.slice(count),
  };
}

/**
 * What comes to the reserves; shares are those that leave the share coin.
 * @param lots units that come in lots, below zero where they go
 */
export function changeOf({ share, lanes, nextShare, nextLanes }: PoolStep, lots: bigint): PoolChange {
  const sats = (outputs: readonly { readonly value: bigint }[]): bigint =>
    outputs.reduce((sum, { value }) => sum + value, 0n);
  const before = lanes.reduce((sum, lane) => sum + (runeOf(lane)?.amount ?? 0n), 0n);
  const after = nextLanes.reduce((sum, { runes }) => sum + (runes[0]?.amount ?? 0n), 0n);
  return {
    d1: sats(nextLanes) - sats(lanes),
    d2: after - before + lots,
    ds: (runeOf(share)?.amount ?? 0n) - (nextShare?.runes[0]?.amount ?? 0n),
  };
}
