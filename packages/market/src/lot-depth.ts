/** How deep in the chain a lot is before it is sold: whether its token is there depends on the order of events in blocks (trading §1). */
import { Refusal } from '@rialto/refusals';

export interface LotDepth {
  /** Blocks a lot must be deep; the one that has it is the first. */
  readonly minConfirmations: number;
  /** Below this price in sat one block is enough. */
  readonly smallValue: bigint;
}

/** Unless the operator says otherwise: to the server and to the signer the same. */
export const LOT_DEPTH: LotDepth = { minConfirmations: 3, smallValue: 100_000n };

/**
 * Holds a lot against the depth that its price wants.
 * @param height of the block that has the lot; undefined while none has
 * @param price in sat, what is paid for it in all
 * @throws Refusal coin-unconfirmed
 */
export function requireDeep(
  height: number | undefined,
  price: bigint,
  { tipHeight, minConfirmations, smallValue }: LotDepth & { readonly tipHeight: number },
): void {
  if (height === undefined) throw new Refusal('coin-unconfirmed');
  const depth = tipHeight - height + 1;
  const needed = price < smallValue ? 1 : minConfirmations;
  if (depth < needed) throw new Refusal('coin-unconfirmed', `${depth} of ${needed} blocks`);
}
