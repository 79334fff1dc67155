/** Coins that hold exactly an amount together. */

/** So many coins are tried at most: whoever has a hundred of all sizes is told to split one instead. */
const MOST_STEPS = 20_000;

/**
 * Few of them: one where one is enough, else the fullest first.
 * @param most coins
 * @returns undefined where none are found; they may be there all the same
 */
export function exactCoins<T>(
  coins: readonly T[],
  holds: (coin: T) => bigint,
  amount: bigint,
  most: number,
): readonly T[] | undefined {
  const sorted = coins
    .filter((coin) => holds(coin) > 0n && holds(coin) <= amount)
    .toSorted((a, b) => (holds(a) > holds(b) ? -1 : 1));
  // What all from a place on hold: where that is too little nothing is looked for.
  const rest = sorted.map((_, at) => sorted.slice(at).reduce((sum, coin) => sum + holds(coin), 0n));
  let steps = 0;
  const search = (from: number, left: bigint, room: number): readonly T[] | undefined => {
    if (left === 0n) return [];
    for (let at = from; at < sorted.length && room > 0; at += 1) {
      if ((rest[at] ?? 0n) < left || (steps += 1) > MOST_STEPS) return undefined;
      const coin = sorted[at];
      if (coin === undefined || holds(coin) > left) continue;
      const others = search(at + 1, left - holds(coin), room - 1);
      if (others !== undefined) return [coin, ...others];
    }
    return undefined;
  };
  return search(0, amount, most);
}
