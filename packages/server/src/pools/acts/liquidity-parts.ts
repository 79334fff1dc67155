/** What acts of providers are planned with: the pool, its share coin, and how what comes and goes is spread over its lanes. */
import { amount, invariant, sats } from '@rialto/protocols';
import type { AssetId, Coin, RuneId } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Liquidity } from '../../store/pools/pool-act-store.ts';
import { tracedPool } from '../../store/pools/pool-chain-store.ts';
import { unitsOn } from '../lane-tips.ts';
import type { PoolState } from '../pool-state.ts';
import type { PoolUser } from './user-coins.ts';

export type Of<Kind extends Liquidity['kind']> = Extract<Liquidity, { kind: Kind }>;

export interface LiquidityParts {
  readonly state: PoolState;
  /** What the pool trades, or is to trade. */
  readonly token: AssetId;
  readonly user: PoolUser;
}

/** @throws Refusal coin-unconfirmed */
export function shareCoinOf({ shareCoin }: PoolState): Coin {
  if (shareCoin === undefined) throw new Refusal('coin-unconfirmed', 'the shares of the pool');
  return shareCoin;
}

/** @throws invariant before its etching is in a block */
export function shareRuneOf({ pool }: PoolState): RuneId {
  const { shareRune } = tracedPool(pool);
  invariant(shareRune !== null, 'a share coin holds shares');
  return shareRune;
}

/** Over all lanes by what each holds; what rounding leaves over goes to the first. Lanes without units keep none. */
export function spread(lanes: readonly Coin[], { d1, d2 }: { readonly d1: bigint; readonly d2: bigint }) {
  const r1 = lanes.reduce((sum, { value }) => sum + value, 0n);
  const r2 = lanes.reduce((sum, lane) => sum + unitsOn(lane), 0n);
  const parts = lanes.map((lane) => ({
    lane,
    sats: (d1 * lane.value) / r1,
    units: r2 === 0n ? 0n : (d2 * unitsOn(lane)) / r2,
  }));
  const over = {
    sats: d1 - parts.reduce((sum, part) => sum + part.sats, 0n),
    units: r2 === 0n ? 0n : d2 - parts.reduce((sum, part) => sum + part.units, 0n),
  };
  return parts.map(({ lane, ...part }, at) => ({
    coin: lane,
    next: {
      value: sats(lane.value + part.sats + (at === 0 ? over.sats : 0n)),
      amount: amount(unitsOn(lane) + part.units + (at === 0 ? over.units : 0n)),
    },
  }));
}
