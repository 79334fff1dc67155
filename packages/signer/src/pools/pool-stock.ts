/** Keeps pools ready: the shares of each are etched by ourselves, deep in the chain before its first provider comes, and paid like the pads. */
import { coinToWire } from '@rialto/contract';
import type { PoolSigners } from '@rialto/contract';
import { amount, bytesToHex } from '@rialto/protocols';
import { planEtchShares, publicKeyOf } from '@rialto/psbt';
import type { PoolScript } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { keepToLimits } from '../cosign/limits.ts';
import { feeRateNow, payingCoins } from '../pads/stock-keeper.ts';
import type { KeeperParts } from '../pads/stock-keeper.ts';
import { poolKey } from './pool-keys.ts';

/**
 * All the shares of a pool. Of them its providers hold √(R1 · R2) at the most: with 2^128 units, as many as a rune can have, fewer than this up
 * to 2,900 BTC. An amount of them takes 12 bytes in a message.
 */
export const SHARE_SUPPLY = amount(10n ** 25n);

export interface PoolStockParts extends KeeperParts {
  readonly poolMaster: Uint8Array | undefined;
  /** Pools that are etched and that nobody has opened. */
  readonly poolTarget: number;
}

/**
 * Etches the shares of one pool when too few are ready. One transaction of our own at a time, so no coin is spent twice.
 * @returns its number
 */
export async function refillPools(parts: PoolStockParts, now: number): Promise<number | undefined> {
  const { poolMaster, journal } = parts;
  const { pools } = journal.recall;
  const ready = pools.pools().filter(({ number }) => pools.signed(number).length === 0);
  if (poolMaster === undefined || parts.stopped() || ready.length >= parts.poolTarget) return undefined;
  const number = Math.max(-1, ...pools.etchings().map((one) => one.number)) + 1;
  const { pool } = poolKey(poolMaster, number);
  return etchShares(parts, { number, pool }, now);
}

interface Wanted {
  readonly number: number;
  readonly pool: PoolScript;
  /** Of k of n. */
  readonly signers?: PoolSigners;
}

/**
 * Etches the shares of one pool, when there is money for it and nothing of ours is to be sent.
 * @returns its number
 */
export async function etchShares(
  parts: PoolStockParts,
  { number, pool, signers }: Wanted,
  now: number,
): Promise<number | undefined> {
  const { journal, sender } = parts;
  if ((await sender.sendAll()).length > 0) return undefined;
  const plan = await whenPaid(() => planOf(parts, pool));
  const tip = await parts.ledger.tip();
  if (plan === undefined || parts.stopped()) return undefined;
  keepToLimits(journal.recall.usage(now), parts.limits, { stockFee: plan.fee });
  journal.append({
    at: new Date(now).toISOString(),
    kind: 'pool-etch',
    txid: plan.txid,
    unsigned: bytesToHex(plan.unsigned),
    coins: plan.draft.inputs.map(({ coin }) => coinToWire(coin)),
    ...tip,
    number,
    script: bytesToHex(pool.script),
    supply: SHARE_SUPPLY.toString(),
    fee: plan.fee.toString(),
    ...(signers === undefined ? {} : { signers }),
  });
  await sender.sendAll();
  return number;
}

async function planOf(parts: PoolStockParts, pool: PoolScript) {
  const [coins, feeRateSatVb] = await Promise.all([payingCoins(parts), feeRateNow(parts)]);
  const { script, secret } = parts.key;
  const payer = { script, key: publicKeyOf(secret), coins };
  return planEtchShares({ payer, pool, supply: SHARE_SUPPLY, feeRateSatVb });
}

/** Undefined while there is no money for it. */
async function whenPaid<T>(plan: () => Promise<T>): Promise<T | undefined> {
  try {
    return await plan();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
