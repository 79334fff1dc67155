/** Where a pool's tokens move as whole lots (BRC-20): which lots make up an amount, what liquidity in whole lots is worth, which lots to make. Pure. */
import { invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { compareWhole } from '../numbers.ts';
import { sellExactIn } from './curve.ts';
import { bandFee } from './fits.ts';
import type { PoolChange, Reach } from './reach.ts';
import { removeShares } from './shares.ts';
import type { TwoSides } from './shares.ts';
import { MOST_ROUNDING_PPM, PPM } from './terms.ts';

/** As many lots as one act moves: its size, and what a wallet shows, stay small (pools §12). */
const MOST_LOTS = 4;
/** Different amounts that are looked at for a sum; the keeper makes fewer (`lotsToMake`). */
const MOST_AMOUNTS = 24;

interface Lot {
  /** In smallest units of the token. */
  readonly amount: bigint;
}

interface Wanted {
  /** In smallest units. */
  readonly units: bigint;
  /** True where a sum above it will not do. */
  readonly atMost?: boolean;
}

interface Found {
  readonly sum: bigint;
  /** How many of each amount, in the order of the amounts. */
  readonly counts: readonly number[];
  readonly lots: number;
}

/**
 * The lots, one to four, whose sum is nearest to an amount; of equally near sums the smaller, of equal sums the one of fewer lots. Of more than
 * 24 different amounts the ones nearest to the amount are looked at.
 * @param ready lots that can be moved
 * @returns some of them, the largest first; none when there is none, or all are above what is wanted at most. Source: pools §12
 */
export function nearestLots<L extends Lot>(ready: readonly L[], { units, atMost = false }: Wanted): L[] {
  const byAmount = new Map<bigint, L[]>();
  for (const lot of ready) {
    if (lot.amount < 1n || (atMost && lot.amount > units)) continue;
    byAmount.set(lot.amount, [...(byAmount.get(lot.amount) ?? []), lot]);
  }
  const amounts = [...byAmount.keys()]
    .toSorted((a, b) => compareWhole(far(a, units), far(b, units)))
    .slice(0, MOST_AMOUNTS)
    .toSorted((a, b) => compareWhole(b, a));
  const limits = amounts.map((amount) => Math.min(byAmount.get(amount)?.length ?? 0, MOST_LOTS));
  const best = bestSum({ amounts, limits, units, atMost });
  return (best?.counts ?? []).flatMap((count, at) => (byAmount.get(amounts[at] ?? 0n) ?? []).slice(0, count));
}

const far = (a: bigint, b: bigint): bigint => (a < b ? b - a : a - b);

interface Search extends Required<Wanted> {
  /** The largest first. */
  readonly amounts: readonly bigint[];
  /** How many there are of each. */
  readonly limits: readonly number[];
}

/** Every choice of up to four is looked at: of 24 amounts these are some 20,000. */
function bestSum({ amounts, limits, units, atMost }: Search): Found | undefined {
  let best: Found | undefined;
  const isBetter = (found: Found): boolean => {
    if (best === undefined) return true;
    const nearer = compareWhole(far(found.sum, units), far(best.sum, units));
    return (nearer || compareWhole(found.sum, best.sum) || found.lots - best.lots) < 0;
  };
  const visit = (at: number, found: Found): void => {
    if (found.lots > 0 && isBetter(found)) best = found;
    const amount = amounts[at];
    if (amount === undefined || found.lots === MOST_LOTS) return;
    const most = Math.min(limits[at] ?? 0, MOST_LOTS - found.lots);
    for (let count = most; count >= 0; count -= 1) {
      const sum = found.sum + amount * BigInt(count);
      if (atMost && sum > units) continue;
      visit(at + 1, { sum, counts: [...found.counts, count], lots: found.lots + count });
    }
  };
  visit(0, { sum: 0n, counts: [], lots: 0 });
  return best;
}

/**
 * An addition of whole lots: none of their units comes back, so the sats are what these shares cost, rounded up.
 * @param units what the lots hold together
 * @throws Refusal pool-too-small for a pool without liquidity, liquidity-too-small for less than a share, liquidity-rounds when rounding
 *   would cost over 0.1 % of a side. Source: pools §4, §12
 */
export function addLots(reach: Reach, units: bigint): TwoSides & { readonly shares: bigint } {
  const [r1, r2, all] = [reach.r1.most, reach.r2.most, reach.shares.least];
  if (r1 < 1n || r2 < 1n || all < 1n) throw new Refusal('pool-too-small');
  const shares = (units * all) / r2;
  if (shares < 1n) throw new Refusal('liquidity-too-small');
  const sats = (shares * r1 + all - 1n) / all;
  const rounds = (brought: bigint, reserve: bigint): boolean =>
    (brought * all - shares * reserve) * PPM > brought * all * MOST_ROUNDING_PPM;
  if (rounds(units, r2) || rounds(sats, r1)) throw new Refusal('liquidity-rounds');
  return { sats, units, shares };
}

/**
 * What a removal pays in sats beside so many units in whole lots: its part of the sats, and what the rest of its units brings when it is sold
 * to the pool that is left.
 * @param units what the lots hold together; zero where there is none
 * @param lpFeePpm of that sale, in millionths
 * @returns sat, rounded down
 * @throws Refusal as `removeShares`; pool-too-small for lots above the shares' part of the units. Source: pools §4, §12
 */
export function removeLots(
  reach: Reach,
  { shares, units }: { readonly shares: bigint; readonly units: bigint },
  lpFeePpm: bigint,
): TwoSides {
  invariant(units >= 0n, 'lots hold something or there is none');
  const part = removeShares(reach, shares);
  const rest = part.units - units;
  if (rest < 0n) throw new Refusal('pool-too-small', `${part.units} at most`);
  if (rest === 0n) return part;
  const left = shifted(reach, { d1: -part.sats, d2: -part.units, ds: -shares });
  return { sats: part.sats + soldFor(left, rest, lpFeePpm), units };
}

/** The reach behind one more act, which stands on all that the reach stands on. */
function shifted({ r1, r2, shares }: Reach, { d1, d2, ds }: PoolChange): Reach {
  const by = ({ least, most }: Reach['r1'], change: bigint) => ({
    least: least + change,
    most: most + change,
  });
  return { r1: by(r1, d1), r2: by(r2, d2), shares: by(shares, ds) };
}

/** What is worth no sat is given away. */
function soldFor(reach: Reach, units: bigint, lpFeePpm: bigint): bigint {
  try {
    return sellExactIn(reach, units, lpFeePpm);
  } catch (error) {
    if (error instanceof Refusal) return 0n;
    throw error;
  }
}

/**
 * Whether a removal in lots takes no more than its shares are worth, with half the providers' fee on what it sells.
 * @param change sats and shares below zero, units zero or below. Source: pools §3, §12
 */
export function removeLotsFits(reach: Reach, { d1, d2, ds }: PoolChange, lpFeePpm: bigint): boolean {
  if (d1 > 0n || d2 > 0n || ds > -1n) return false;
  try {
    return -d1 <= removeLots(reach, { shares: -ds, units: -d2 }, bandFee(lpFeePpm)).sats;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Whether buyers that wait may hold so many more of the ready lots: half of all, so that nobody takes a pool's lots out of trade with acts he
 * means to void. Where none is held the first buyer may.
 * @param all every ready lot, those that are held included
 * @param held by acts that wait. Source: pools §12
 */
export function lotsFree({ all, held, wanted }: { all: number; held: number; wanted: number }): boolean {
  return held === 0 ? wanted <= all : (held + wanted) * 2 <= all;
}

/** How many of each amount are kept ready. */
const EACH = 3;
/** The largest lot is a twentieth of the reserve, the smallest a thousandth. */
const [LARGEST_PART, SMALLEST_PART] = [20n, 1_000n];

/** What a lot holds at the most: of larger ones hardly a purchase, or a removal, can be made. Source: pools §12 */
export function largestLot(reserve: bigint): bigint {
  return reserve / LARGEST_PART;
}

/** One, two and five times the powers of ten that are fit for a reserve, the largest first. */
function ladderOf(reserve: bigint, unit: bigint): bigint[] {
  const [least, most] = [reserve / SMALLEST_PART, largestLot(reserve)];
  const rungs: bigint[] = [];
  for (let ten = unit; ten <= most; ten *= 10n)
    for (const times of [1n, 2n, 5n])
      if (ten * times >= least && ten * times <= most) rungs.push(ten * times);
  return rungs.toReversed();
}

/**
 * The lots that are to be inscribed: of each rung of 1, 2, 5, 10 … between a thousandth and a twentieth of the reserve three, one of each first.
 * @param available what can be inscribed, in smallest units
 * @param reserve all units of the pool
 * @param unit the finest the token has, in smallest units
 * @param most lots at a time
 * @returns amounts, never more than is available together. Source: pools §12
 */
export function lotsToMake(
  ready: readonly Lot[],
  { available, reserve, unit, most }: { available: bigint; reserve: bigint; unit: bigint; most: number },
): bigint[] {
  invariant(unit > 0n, 'a token has a finest unit');
  const rungs = ladderOf(reserve, unit);
  const wanted = Array.from({ length: EACH }, (_, round) =>
    rungs.filter((rung) => ready.filter(({ amount }) => amount === rung).length <= round),
  ).flat();
  const made: bigint[] = [];
  let left = available;
  for (const rung of wanted) {
    if (made.length === most) break;
    if (rung > left) continue;
    made.push(rung);
    left -= rung;
  }
  return made;
}
