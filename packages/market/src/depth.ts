/** The depth of a book as a picture: what changes hands up to each price, as steps. Pure and whole numbers only. */

/** One resting order, or several of one price. */
export interface DepthOrder {
  /** Sat per whole token × 10^18. */
  readonly rate: bigint;
  /** Smallest units. */
  readonly amount: bigint;
  /** Sat. */
  readonly total: bigint;
}

export interface DepthStep {
  readonly rate: bigint;
  /** Of this price and every better one. */
  readonly amount: bigint;
  readonly total: bigint;
  readonly orders: number;
  /** Its position in the picture: 0 to DEPTH_SCALE, from the left and from below. */
  readonly x: number;
  readonly y: number;
}

export interface DepthPicture {
  /** Best first. */
  readonly asks: readonly DepthStep[];
  readonly bids: readonly DepthStep[];
  /** The rates at the left and the right edge. */
  readonly from: bigint;
  readonly to: bigint;
  /** The amount at the upper edge. */
  readonly most: bigint;
  /** Orders too far from the best price to be in the picture. */
  readonly beyond: number;
}

export const DEPTH_SCALE = 1_000;
/** An ask is shown up to three times the best ask, a bid down to a third of the best bid: one absurd price hides nothing. */
const REACH = 3n;

type Sum = Omit<DepthStep, 'x' | 'y'>;

/**
 * @param asks best (lowest) first
 * @param bids best (highest) first
 * @returns undefined for a book without orders
 */
export function depthPicture(
  asks: readonly DepthOrder[],
  bids: readonly DepthOrder[] = [],
): DepthPicture | undefined {
  const [lowest, highest] = [asks[0]?.rate, bids[0]?.rate];
  const nearAsks = asks.filter(({ rate }) => rate <= (lowest ?? 0n) * REACH);
  const nearBids = bids.filter(({ rate }) => rate * REACH >= (highest ?? 0n));
  const [sells, buys] = [sumsOf(nearAsks), sumsOf(nearBids)];
  const rates = [...sells, ...buys].map(({ rate }) => rate);
  const [first] = rates;
  if (first === undefined) return undefined;
  const least = rates.reduce((a, b) => (b < a ? b : a), first);
  const last = rates.reduce((a, b) => (b > a ? b : a), first);
  // Room on both sides, so that the best price and the last step are seen; never an empty width.
  const room = (last - least) / 20n + last / 1_000n + 1n;
  const [from, to] = [least > room ? least - room : 0n, last + room];
  const most = [...sells, ...buys].reduce((a, { amount }) => (amount > a ? amount : a), 1n);
  const placed = (sum: Sum): DepthStep => ({
    ...sum,
    x: share(sum.rate - from, to - from),
    y: share(sum.amount, most),
  });
  const beyond = asks.length + bids.length - nearAsks.length - nearBids.length;
  return { asks: sells.map(placed), bids: buys.map(placed), from, to, most, beyond };
}

function sumsOf(orders: readonly DepthOrder[]): readonly Sum[] {
  const steps: Sum[] = [];
  for (const { rate, amount, total } of orders) {
    const before = steps.at(-1);
    const step = {
      rate,
      amount: (before?.amount ?? 0n) + amount,
      total: (before?.total ?? 0n) + total,
      orders: (before?.orders ?? 0) + 1,
    };
    if (before?.rate === rate) steps.splice(-1, 1, step);
    else steps.push(step);
  }
  return steps;
}

function share(part: bigint, whole: bigint): number {
  return Number.parseInt(((part * BigInt(DEPTH_SCALE)) / whole).toString(), 10);
}

/** The step whose price a place in the picture has reached, counted from the middle outwards; undefined before the best one. */
export function depthAt(picture: DepthPicture, x: number): DepthStep | undefined {
  return picture.asks.findLast((step) => step.x <= x) ?? picture.bids.findLast((step) => step.x >= x);
}
