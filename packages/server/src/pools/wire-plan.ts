/** An act on a pool between its row and the templates. */
import { coinFromWire, coinToWire, poolActFromWire, poolActToWire } from '@rialto/contract';
import type { KnownPool } from '@rialto/contract';
import { hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { jointPool, soloPool } from '@rialto/psbt';
import type { PoolAct, PoolScript } from '@rialto/psbt';
import type { PoolRow } from '../store/pools/pool-chain-store.ts';
import type { PoolActRow } from '../store/pools/pool-act-store.ts';

export type KeptPlan = NonNullable<PoolActRow['plan']>;

/** The column: the internal key, or of k of n `k:key:key…` in the order of the leaf. */
export function keysInWords({ pubkey, signers }: Pick<KnownPool, 'pubkey' | 'signers'>): string {
  return signers === null ? pubkey : [signers.needed, ...signers.keys].join(':');
}

/** Made once: it takes longer than all else that is read of a pool. */
const scripts = new Map<string, PoolScript>();

export function scriptOfPool({ publicKey }: Pick<PoolRow, 'publicKey'>): PoolScript {
  const known = scripts.get(publicKey);
  if (known !== undefined) return known;
  const [first = '', ...keys] = publicKey.split(':');
  const made =
    keys.length === 0 ? soloPool(hexToBytes(first)) : jointPool(Number(first), keys.map(hexToBytes));
  scripts.set(publicKey, made);
  return made;
}

export const keptPlan = (act: PoolAct): KeptPlan => poolActToWire(act, coinToWire);

export function planOfKept(pool: PoolScript, plan: KeptPlan): PoolAct {
  return { pool, ...poolActFromWire(plan, { script: pool.script, coin: coinFromWire }) };
}

/** Everything it spends. */
export const spendsOf = ({ userCoins, poolCoins }: KeptPlan): Outpoint[] =>
  [...userCoins, ...poolCoins].map((coin) => coinFromWire(coin).outpoint);
