/** A pot of the test's word with coins in it, claimants, and claims on it. */
import { sats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { planClaim } from '../../src/claim/plan-claim.ts';
import type { ClaimRequest } from '../../src/claim/plan-claim.ts';
import type { PoolAct } from '../../src/pool/pool-draft.ts';
import { coin } from '../people.ts';
import type { User } from '../people.ts';
import { RATE, SOLO, poolCoin, traded } from '../pool/acts.ts';

/** Its key signs alone, as the key of a pool of one key does. */
export const POT = SOLO;

export const satCoin = (name: string, value: bigint): Coin => poolCoin(POT, name, value, []);
export const runeCoin = (name: string, units: bigint, value = 546n): Coin =>
  poolCoin(POT, name, value, [traded(units)]);

export const RUNE = traded(1n).asset;

interface Claiming extends Partial<Omit<ClaimRequest, 'payer' | 'pot'>> {
  readonly who: User;
  readonly money?: readonly Coin[];
}

/** Of 40,000 sat out of 100,000, or as many units, where nothing else is said. */
export function claim({ who, money = [coin('money', who, 50_000n)], ...more }: Claiming): PoolAct {
  const { pays = 'sats' } = more;
  return planClaim({
    payer: { script: who.script, key: who.key, coins: money },
    pot: POT.pool,
    pays,
    coins: pays === 'sats' ? [satCoin('pot', 100_000n)] : [runeCoin('pot', 100_000n)],
    amount: 40_000n,
    feeRateSatVb: RATE,
    ...more,
  });
}

export const satsOf = (all: readonly { readonly value: bigint }[]): bigint =>
  sats(all.reduce((sum, { value }) => sum + value, 0n));
