/** Closes an epoch: who gets what, cut to the fees that were paid and to what is left in the pot. Once closed it never changes. Pure. */
import { compareWhole } from '../numbers.ts';
import { grant, higherPrice } from './budgets.ts';
import type { Granted, UsedBudgets } from './budgets.ts';
import type { Campaign, EpochBounds, Price } from './campaign.ts';
import { wantedOf } from './scores.ts';
import type { EpochFacts, RewardTrade } from './scores.ts';

export interface RewardRow {
  readonly address: string;
  /** Sat, or smallest units of what the campaign pays. */
  readonly amount: bigint;
  /** What it would have been without the cap by fees. */
  readonly wanted: bigint;
}

export interface ClosedEpoch {
  readonly bounds: EpochBounds;
  /** By address. */
  readonly rows: readonly RewardRow[];
  readonly total: bigint;
  /** Sat of each trade's fee that its rows used. */
  readonly used: ReadonlyMap<string, bigint>;
  /** True where the pot did not hold all of it, and every row is the less for it. */
  readonly scaled: boolean;
}

export interface ClosingFacts extends EpochFacts {
  /** What lies in the pot and no unpaid row waits for. */
  readonly remaining: bigint;
  /** By the epochs of all campaigns that were closed before. */
  readonly used: UsedBudgets;
  /** Of what is paid, by its final trades of the epoch before; undefined where there was none. */
  readonly price: Price | undefined;
}

/**
 * Rows of one epoch, at most: a stranger who spreads shares over many addresses makes no table too large for the signer. The largest are
 * kept, of the same ones those first by address; the rest stays in the pot.
 */
const MOST_ROWS = 10_000;

/**
 * The table of an epoch. Every input is on the chain or published: whoever has them gets the same rows.
 * @returns at most 10,000 rows of more than nothing, sorted by address; their sum is at most `remaining`. Source: rewards §3 and §4
 */
export function closeEpoch(campaign: Campaign, bounds: EpochBounds, facts: ClosingFacts): ClosedEpoch {
  const wanted = largest([...wantedOf(campaign, bounds, facts)].filter(([, amount]) => amount > 0n));
  const asked = wanted.reduce((sum, [, amount]) => sum + amount, 0n);
  const limit = facts.remaining < asked ? (facts.remaining < 0n ? 0n : facts.remaining) : asked;
  const inOrder = wanted.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const cut = cutterOf(campaign, bounds, facts);
  const used = new Map<string, bigint>();
  const rows: RewardRow[] = [];
  for (const [address, amount] of inOrder) {
    const granted = cut(address, (amount * limit) / asked);
    for (const [reference, sats] of granted.used) used.set(reference, sats);
    if (granted.amount > 0n) rows.push({ address, amount: granted.amount, wanted: amount });
  }
  const total = rows.reduce((sum, { amount }) => sum + amount, 0n);
  return { bounds, rows, total, used, scaled: limit < asked };
}

function largest(wanted: readonly (readonly [string, bigint])[]): readonly (readonly [string, bigint])[] {
  if (wanted.length <= MOST_ROWS) return wanted;
  const byAmount = wanted.toSorted(([a, one], [b, other]) => compareWhole(other, one) || (a < b ? -1 : 1));
  return byAmount.slice(0, MOST_ROWS);
}

/** Cuts an address's part to what its own trades of the epoch paid in fees; parts that shares earn are not cut. */
function cutterOf(
  { rule, pays }: Campaign,
  { first, last }: EpochBounds,
  { trades, used, price }: ClosingFacts,
): (address: string, amount: bigint) => Granted {
  if (!('capPpm' in rule)) return (_, amount) => ({ amount, used: [] });
  const own = new Map<string, RewardTrade[]>();
  for (const trade of trades) {
    if (trade.height < first || trade.height > last) continue;
    const before = own.get(trade.payer);
    if (before === undefined) own.set(trade.payer, [trade]);
    else before.push(trade);
  }
  const worth = pays === 'sats' ? rule.capPrice : higherPrice(rule.capPrice, price);
  return (address, amount) =>
    grant(amount, own.get(address) ?? [], { capPpm: rule.capPpm, price: worth, used });
}
