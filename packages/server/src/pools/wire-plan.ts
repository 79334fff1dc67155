/** An act on a pool between its row and the templates. */
import { coinFromWire, coinToWire, poolActFromWire, poolActToWire } from '@rialto/contract';
import { hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { soloPool } from '@rialto/psbt';
import type { PoolAct, PoolScript } from '@rialto/psbt';
import type { PoolRow } from '../store/pools/pool-chain-store.ts';
import type { PoolActRow } from '../store/pools/pool-act-store.ts';

export type KeptPlan = NonNullable<PoolActRow['plan']>;

export function scriptOfPool({ publicKey }: Pick<PoolRow, 'publicKey'>): PoolScript {
  return soloPool(hexToBytes(publicKey));
}

export const keptPlan = (act: PoolAct): KeptPlan => poolActToWire(act, coinToWire);

export function planOfKept(pool: PoolScript, plan: KeptPlan): PoolAct {
  return { pool, ...poolActFromWire(plan, { script: pool.script, coin: coinFromWire }) };
}

/** Everything it spends. */
export const spendsOf = ({ userCoins, poolCoins }: KeptPlan): Outpoint[] =>
  [...userCoins, ...poolCoins].map((coin) => coinFromWire(coin).outpoint);
