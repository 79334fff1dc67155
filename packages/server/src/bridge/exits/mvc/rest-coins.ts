/** Into how many coins goes what is left of the stock's tokens: one coin is one mint in a block, so there should be some (bridge §5). */

/** While there are fewer of them, one becomes two. */
const ENOUGH_COINS = 12;

/**
 * Small ones are not counted, for anybody can put them in, and none is made that would be too small for the largest mint.
 * @param rest units that are left, all in wrapped ones
 */
export function restCoinsOf(
  rest: bigint,
  {
    others,
    largest,
  }: {
    /** Free ones beside those that leave. */
    readonly others: readonly { readonly units: bigint }[];
    readonly largest: bigint;
  },
): 1 | 2 {
  const enough = others.filter(({ units }) => units >= largest).length;
  return rest >= 2n * largest && enough + 1 < ENOUGH_COINS ? 2 : 1;
}
