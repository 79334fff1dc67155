/** The cheapest lots for an amount, or the most tokens for a budget, at their true cost. Loaded when it is first wanted. */
import { HIGHEST_FEE_RATE, SERVICE_FEE, sweepForAmount, sweepForBudget } from '@rialto/market';
import type { SweepAsk, SweepCost, SweepTerms, UsualTake } from '@rialto/market';
import { amount as tokens, sats } from '@rialto/protocols';
import type { Network, Sats } from '@rialto/protocols';
import { LARGEST_PAD, MAX_COINS, SMALLEST_PAD, addressToScript, frameWeight, lotWeight } from '@rialto/psbt';
import type { ChosenAsk } from '../review.ts';

/** Tokens with 18 digits, or sats to spend with everything included. */
export type SweepTarget =
  { readonly kind: 'amount'; readonly units: bigint } | { readonly kind: 'budget'; readonly sats: bigint };

export interface SweepScene {
  readonly network: Network;
  /** What can be bought. */
  readonly asks: readonly ChosenAsk[];
  readonly feeRateSatVb: number;
  /** True where a small coin has to be in front of the lots, and its sats stay with theirs. */
  readonly behindPad: boolean;
  /** Sats that stay on the token coin, and what each lot brings as money; undefined while nobody said what a pad is. */
  readonly usual: Pick<UsualTake, 'dust' | 'brings'> | undefined;
  readonly buyer: Buyer | undefined;
}

interface Buyer {
  readonly address: string;
  /** Values of the coins that may pay. */
  readonly coins: readonly bigint[];
}

export interface SweepFound {
  readonly orderIds: readonly string[];
  /** Undefined when nothing is bought. */
  readonly cost: SweepCost | undefined;
  /** False when the book was too large to be sure that nothing is better. */
  readonly proven: boolean;
  /** Tokens bought beyond the amount, and tokens of it that cannot be had. */
  readonly over: bigint;
  readonly missing: bigint;
  /** Of the budget. */
  readonly unspent: bigint;
}

/** Searches again with more coins of the buyer's when those of the first answer do not reach. */
export function findSweep(scene: SweepScene, target: SweepTarget): SweepFound {
  const asks = scene.asks.map((ask) => sweepAskOf(scene, ask));
  let count = 1;
  for (;;) {
    const found = search(asks, termsOf(scene, count), target);
    const more = coinsFor(scene.buyer?.coins ?? [], found.cost);
    if (more <= count) return found;
    count = more;
  }
}

/**
 * The most tokens that so many sats in the wallet pay for. What lots bring comes only with them: a budget is all included, and the
 * wallet needs those sats at first.
 */
export function sweepWithin(scene: SweepScene, most: bigint): { budget: bigint; found: SweepFound } {
  let budget = most;
  for (;;) {
    const found = findSweep(scene, { kind: 'budget', sats: budget });
    const short = found.cost === undefined ? 0n : found.cost.total + found.cost.brings - most;
    if (short <= 0n) return { budget, found };
    budget = budget > short ? budget - short : 0n;
  }
}

function search(asks: readonly SweepAsk[], terms: SweepTerms, target: SweepTarget): SweepFound {
  if (target.kind === 'amount') {
    const {
      asks: bought,
      cost,
      proven,
      over,
      missing,
    } = sweepForAmount({ asks, terms }, tokens(target.units));
    return { orderIds: bought.map(({ id }) => id), cost, proven, over, missing, unspent: 0n };
  }
  const { asks: bought, cost, proven, unspent } = sweepForBudget({ asks, terms }, sats(target.sats));
  return { orderIds: bought.map(({ id }) => id), cost, proven, over: 0n, missing: 0n, unspent };
}

function sweepAskOf({ network, usual }: SweepScene, ask: ChosenAsk): SweepAsk {
  const weight = lotWeight(addressToScript(ask.sellerAddress, network));
  const { orderId: id, total, units, free } = ask;
  const brings = usual?.brings ?? sats(0n);
  return { id, total, amount: units, weight, brings, ...(free ? { free } : {}) };
}

/** Whose script nobody knows yet, the exchange's too, is weighed as P2TR: the larger of the two kinds. */
const TAPROOT = Uint8Array.from({ length: 34 }, (_, at) => (at === 0 ? 0x51 : at === 1 ? 32 : 1));

function termsOf(scene: SweepScene, coins: number): SweepTerms {
  const { buyer, network, behindPad } = scene;
  const own = behindPad ? ownPad(buyer?.coins ?? []) : undefined;
  const frame = {
    buyerScript: buyer === undefined ? TAPROOT : addressToScript(buyer.address, network),
    coins: coins + (own === undefined ? 0 : 1),
    padScript: behindPad && own === undefined ? TAPROOT : undefined,
  };
  const weight = frameWeight({ ...frame, serviceScript: TAPROOT });
  return {
    feeRateSatVb: Math.min(scene.feeRateSatVb, HIGHEST_FEE_RATE),
    weight,
    serviceWeight: weight - frameWeight({ ...frame, serviceScript: undefined }),
    // At most, while it is not known.
    dust: own ?? scene.usual?.dust ?? LARGEST_PAD,
    service: SERVICE_FEE,
  };
}

/** The buyer's own smallest coin of that kind goes in front before one of the exchange's does. */
function ownPad(coins: readonly bigint[]): Sats | undefined {
  const [smallest] = coins
    .filter((value) => value >= SMALLEST_PAD && value <= LARGEST_PAD)
    .toSorted((a, b) => (a < b ? -1 : 1));
  return smallest === undefined ? undefined : sats(smallest);
}

/** How many of the largest coins reach; as many as may be used when all do not. */
function coinsFor(coins: readonly bigint[], cost: SweepCost | undefined): number {
  let left = cost === undefined ? 0n : cost.prices + cost.serviceFee + cost.networkFee + cost.dust;
  const largest = coins.toSorted((a, b) => (a > b ? -1 : 1)).slice(0, MAX_COINS);
  for (const [at, value] of largest.entries()) {
    left -= value;
    if (left <= 0n) return at + 1;
  }
  return Math.max(1, largest.length);
}
