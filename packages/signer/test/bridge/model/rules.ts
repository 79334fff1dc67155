/** The rules of the bridge in plain numbers, as bridge.md has them and not as any package works them out: what the signer is held against. */
import type { WireBridgeTerms } from '@rialto/contract';

export type Side = 'btc' | 'mvc';
export type Kind = 'payout' | 'refund';

const TIERS = [
  { upTo: 100_000n, btc: 1, mvc: 2 },
  { upTo: 500_000n, btc: 2, mvc: 3 },
  { upTo: undefined, btc: 4, mvc: 5 },
] as const;
const [MINIMUM, MAXIMUM] = [10_000n, 2_000_000n];
const NETWORK = { btc: 600n, mvc: 1_000n } as const;
const OLD = 144;

/** As the operator's file says it. */
export const FILE = {
  fees: {
    mint: { ppm: '1000', constant: '100', network: NETWORK.btc.toString() },
    redeem: { ppm: '1000', constant: '100', network: NETWORK.mvc.toString() },
  },
  tiers: TIERS.map(({ upTo, btc, mvc }) => ({
    ...(upTo === undefined ? {} : { upTo: `${upTo}` }),
    btc,
    mvc,
  })),
  ...{ minimum: MINIMUM.toString(), maximum: MAXIMUM.toString(), hourCap: '4000000', exposure: '1000000' },
} as const;

export function depthOn(side: Side, amount: bigint): number {
  const tier = TIERS.find(({ upTo }) => upTo === undefined || amount <= upTo);
  if (tier === undefined) throw new Error('the last has no end');
  return tier[side];
}

/** When somebody else's spending of a coin is so deep that what was to spend it is dead. */
export const deadOn = (side: Side, amount: bigint): number =>
  side === 'btc' ? depthOn(side, amount) : Math.max(OLD, depthOn(side, amount));

/** What a payment that came in on a side brings on the other. */
export const paysOut = (side: Side, amount: bigint): bigint =>
  amount - (amount + 999n) / 1_000n - 100n - NETWORK[side];

/** What goes back; 0 for too little. */
export const goesBack = (side: Side, amount: bigint): bigint =>
  amount * 10n < MINIMUM ? 0n : amount - NETWORK[side];

export function fits(side: Side, terms: WireBridgeTerms, amount: bigint): boolean {
  const isWanted = terms.amount === 'any' || BigInt(terms.amount) === amount;
  const isInLimits = amount >= MINIMUM && amount <= MAXIMUM;
  return isWanted && isInLimits && paysOut(side, amount) >= BigInt(terms.least);
}
