/** The lots of a BRC-20 pool that can be given away (pools §12). */
import type { Tip } from '@rialto/ground';
import { isDeepLot } from '@rialto/market';
import { hexToBytes, lotOf } from '@rialto/protocols';
import type { Amount, Coin } from '@rialto/protocols';
import { assetScript } from '@rialto/psbt';
import type { PoolLot } from '@rialto/psbt';
import type { HeldLot } from '../store/pools/pool-lot-store.ts';
import type { PoolParts } from './wire-plan.ts';

/** A lot of the pool's that can be given away, with what it holds. */
export interface ReadyLot extends PoolLot {
  readonly amount: Amount;
}

/** None where anything else is on its coin, or it is too young: whether a transfer counts depends on the order of events (trading §1). */
export function readyLot(
  { outpoint, value, amount: units, script, place, height }: HeldLot,
  { keys, tip, on }: { readonly tip: Tip; readonly on: Coin['assets'] } & Pick<PoolParts, 'keys'>,
): ReadyLot[] {
  const coin = { outpoint, value, script: hexToBytes(script), height, assets: on };
  if (!isDeepLot(height, tip.height) || lotOf(coin)?.kind !== 'brc20') return [];
  return [{ coin, amount: units, script: assetScript(keys, place) }];
}
