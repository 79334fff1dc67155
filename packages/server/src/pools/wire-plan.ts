/** An act on a pool between its row and the templates. */
import { coinFromWire, coinToWire, poolActFromWire, poolActToWire } from '@rialto/contract';
import type { KnownPool } from '@rialto/contract';
import { hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { assetScript, jointPool, soloPool } from '@rialto/psbt';
import type { PoolAct, PoolKeys, PoolScript } from '@rialto/psbt';
import type { PoolRow } from '../store/pools/pool-chain-store.ts';
import type { PoolActRow } from '../store/pools/pool-act-store.ts';

export type KeptPlan = NonNullable<PoolActRow['plan']>;

/** The column: the internal key, or of k of n `k:key:key…` in the order of the leaf. */
export function keysInWords({ pubkey, signers }: Pick<KnownPool, 'pubkey' | 'signers'>): string {
  return signers === null ? pubkey : [signers.needed, ...signers.keys].join(':');
}

function scriptOfPool({ publicKey }: Pick<PoolRow, 'publicKey'>): PoolScript {
  const keys = keysOfPool({ publicKey });
  return 'key' in keys ? soloPool(keys.key) : jointPool(keys.k, keys.keys);
}

/** By which it signs, and makes the scripts of its lots. */
export function keysOfPool({ publicKey }: Pick<PoolRow, 'publicKey'>): PoolKeys {
  const [first = '', ...keys] = publicKey.split(':');
  return keys.length === 0 ? { key: hexToBytes(first) } : { k: Number(first), keys: keys.map(hexToBytes) };
}

export const keptPlan = (act: PoolAct): KeptPlan => poolActToWire(act, coinToWire);

/** What an act on a pool is read with. */
export interface PoolParts {
  readonly script: PoolScript;
  /** Of which the scripts of its lots are made. */
  readonly keys: PoolKeys;
}

export function partsOfPool(row: Pick<PoolRow, 'publicKey'>): PoolParts {
  return { script: scriptOfPool(row), keys: keysOfPool(row) };
}

export function planOfKept({ script: pool, keys }: PoolParts, plan: KeptPlan): PoolAct {
  const asset = (place: Outpoint) => assetScript(keys, place);
  return { pool, ...poolActFromWire(plan, { script: pool.script, coin: coinFromWire, asset }) };
}

/** Everything it spends. */
export const spendsOf = (plan: KeptPlan): Outpoint[] =>
  coinsOfPlan(plan).map((coin) => coinFromWire(coin).outpoint);

/** In the order of the inputs. */
export const coinsOfPlan = ({ lots, userCoins, poolCoins }: KeptPlan): KeptPlan['poolCoins'][number][] => [
  ...(lots?.coins ?? []),
  ...userCoins,
  ...poolCoins,
];

/** What its user brings: lots of his, and coins. */
export const usersPart = ({ lots, userCoins }: KeptPlan): KeptPlan['userCoins'] => [
  ...(lots?.places.length === 0 ? lots.coins : []),
  ...userCoins,
];
