/** An act on a pool between its row and the templates. */
import { coinFromWire, coinToWire, poolActFromWire, poolActToWire } from '@rialto/contract';
import { hexToBytes, invariant, outpoint } from '@rialto/protocols';
import type { AssetId, Coin, Outpoint, RuneAsset, Txid } from '@rialto/protocols';
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
  const coins = [...plan.userCoins, ...plan.poolCoins].map(coinFromWire);
  const runes = new Map(
    coins.flatMap(({ assets }) =>
      assets.flatMap((one): [AssetId, RuneAsset][] => (one.kind === 'rune' ? [[one.asset, one]] : [])),
    ),
  );
  const rune = (asset: AssetId): RuneAsset => {
    const found = runes.get(asset);
    invariant(found !== undefined, 'a rune of an act lies on one of its coins');
    return found;
  };
  return { pool, ...poolActFromWire(plan, { script: pool.script, coin: coinFromWire, rune }) };
}

/** Everything it spends. */
export const spendsOf = ({ userCoins, poolCoins }: KeptPlan): Outpoint[] =>
  [...userCoins, ...poolCoins].map((coin) => coinFromWire(coin).outpoint);

/** The coins of the pool that it makes, as no block has them yet. */
export function madeBy({ userOutputs, poolOutputs }: PoolAct, txid: Txid): Coin[] {
  return poolOutputs.map(({ value, script, runes }, at) => ({
    outpoint: outpoint(txid, userOutputs.length + at),
    value,
    script,
    assets: runes,
  }));
}
