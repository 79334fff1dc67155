/** Which coins of the asset leave with an exit: few of them, and small ones along with what is paid out, so that they never become too many (bridge §5). */
import { Refusal } from '@rialto/refusals';

interface Picking<T> {
  readonly holds: (coin: T) => bigint;
  readonly needed: bigint;
  /** What may be left of the sum. */
  readonly fits?: (left: bigint) => boolean;
  readonly most: number;
}

const bySize =
  <T>(holds: (coin: T) => bigint) =>
  (a: T, b: T): number =>
    holds(a) < holds(b) ? -1 : 1;

/** @throws Refusal bridge-short where they hold less than is needed */
export function pickCoins<T>(
  coins: readonly T[],
  { holds, needed, fits = () => true, most }: Picking<T>,
): T[] {
  const sorted = coins.toSorted(bySize(holds));
  // The smallest that is enough: large ones are left for large orders.
  const one = sorted.find((coin) => holds(coin) >= needed && fits(holds(coin) - needed));
  if (one !== undefined) return [one];
  const taken: T[] = [];
  let sum = 0n;
  for (const coin of sorted.toReversed()) {
    if (taken.length === most) break;
    taken.push(coin);
    sum += holds(coin);
    if (sum >= needed && fits(sum - needed)) return taken;
  }
  throw new Refusal('bridge-short', `${needed} are needed, ${sum} are free`);
}

/** So many stay free for others of the same block, however many there are. */
const LEFT_FREE = 20;

/** What was picked, and the smallest beside it: they become one coin with what is left. @param most in all, by what they cost */
export function withSmallCoins<T>(
  picked: readonly T[],
  coins: readonly T[],
  { holds, needed, fits = () => true, most }: Picking<T>,
): readonly T[] {
  const others = coins.filter((coin) => !picked.includes(coin)).toSorted(bySize(holds));
  const room = Math.max(0, Math.min(most - picked.length, others.length - LEFT_FREE));
  const taken = [...picked];
  let left = picked.reduce((sum, coin) => sum + holds(coin), 0n) - needed;
  for (const coin of others.slice(0, room)) {
    if (!fits(left + holds(coin))) continue;
    taken.push(coin);
    left += holds(coin);
  }
  return taken;
}
