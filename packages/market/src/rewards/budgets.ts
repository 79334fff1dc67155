/** Service fees as budgets: what an address paid in fees is the most it gets back, and each fee is used once, whatever campaigns there are. Pure. */
import { ceilDiv, smaller } from '../numbers.ts';
import { PPM } from '../pool/terms.ts';
import type { Price } from './campaign.ts';

/** A trade, by what it may pay back. */
export interface FeeBudget {
  /** Of an order its id, of a swap its transaction's. */
  readonly reference: string;
  /** Sat. */
  readonly serviceFee: bigint;
}

/** Of each trade's fee, the sat that rewards have used. */
export type UsedBudgets = ReadonlyMap<string, bigint>;

/** Sat that one trade may still pay back under a cap in millionths. */
function leftOf({ reference, serviceFee }: FeeBudget, capPpm: bigint, used: UsedBudgets): bigint {
  const left = (serviceFee * capPpm) / PPM - (used.get(reference) ?? 0n);
  return left > 0n ? left : 0n;
}

/** Of a trade's fee, by its reference, so many sat. */
type Use = readonly [string, bigint];

export interface Granted {
  /** Smallest units of what is paid. */
  readonly amount: bigint;
  readonly used: readonly Use[];
}

/**
 * Cuts an address's reward to what its own trades' fees allow, and says which of them it uses, oldest first.
 * @param wanted smallest units
 * @param trades its own, in their order on the chain
 * @param price of what is paid; the higher of the campaign's own and the market's, so that a false one only lowers the reward
 * @returns at most `wanted`; worth, rounded up, at most what is left of the budgets. Source: rewards §3
 */
export function grant(
  wanted: bigint,
  trades: readonly FeeBudget[],
  { capPpm, price, used }: { readonly capPpm: bigint; readonly price: Price; readonly used: UsedBudgets },
): Granted {
  const lefts = trades.map((trade) => leftOf(trade, capPpm, used));
  const budget = lefts.reduce((sum, left) => sum + left, 0n);
  const amount = smaller(wanted, (budget * price.units) / price.sats);
  let worth = ceilDiv(amount * price.sats, price.units);
  const uses: Use[] = [];
  for (const [at, { reference }] of trades.entries()) {
    const part = smaller(lefts[at] ?? 0n, worth);
    if (part === 0n) continue;
    uses.push([reference, part]);
    worth -= part;
  }
  return { amount, used: uses };
}

/** The higher of two prices. */
export function higherPrice(one: Price, other: Price | undefined): Price {
  if (other === undefined || other.units < 1n) return one;
  return one.sats * other.units >= other.sats * one.units ? one : other;
}
