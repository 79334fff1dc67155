/** Keeps pools ready: the shares of each are etched by ourselves, deep in the chain before its first provider comes, and paid like the pads. */
import { coinToWire } from '@rialto/contract';
import { amount, bytesToHex } from '@rialto/protocols';
import { planEtchShares, publicKeyOf } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { keepToLimits } from '../cosign/limits.ts';
import { feeRateNow, payingCoins } from '../pads/stock-keeper.ts';
import type { KeeperParts } from '../pads/stock-keeper.ts';
import { poolKey } from './pool-keys.ts';

/** All the shares of a pool: more than its providers ever need, and few enough that an amount of them stays short in a message. */
export const SHARE_SUPPLY = amount(10n ** 18n);

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
  const { poolMaster, journal, sender } = parts;
  const { pools } = journal.recall;
  const ready = pools.pools().filter(({ number }) => pools.signed(number).length === 0);
  if (poolMaster === undefined || parts.stopped() || ready.length >= parts.poolTarget) return undefined;
  if ((await sender.sendAll()).length > 0) return undefined;
  const number = Math.max(-1, ...pools.pools().map((one) => one.number)) + 1;
  const { pool } = poolKey(poolMaster, number);
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
  });
  await sender.sendAll();
  return number;
}

async function planOf(parts: PoolStockParts, pool: ReturnType<typeof poolKey>['pool']) {
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
