/** How deep in the chain a lot is before it is sold: whether its token is there depends on the order of events in blocks (trading §1). */
import { DUST_FLOOR } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';

export interface LotDepth {
  /** Blocks a lot must be deep; the one that has it is the first. */
  readonly minConfirmations: number;
  /** Below this price in sat one block is enough. */
  readonly smallValue: bigint;
}

/** Unless the operator says otherwise: to the server and to the signer the same. */
export const LOT_DEPTH: LotDepth = { minConfirmations: 3, smallValue: 100_000n };

/** Whether a lot is as deep as one of any price has to be. @param height of its block @param tip of the last block there is */
export const isDeepLot = (height: number | undefined, tip: number): boolean =>
  height !== undefined && tip - height + 1 >= LOT_DEPTH.minConfirmations;

/**
 * Whether a lot of a pot of rewards can pay somebody to whom so much is due, once it is deep: as a whole, on a coin that nodes relay.
 * @param amount in smallest units, as `due`
 * @param value sat it lies on. Source: rewards §5
 */
export const isFittingLot = (
  { amount, value }: { readonly amount: bigint; readonly value: bigint },
  due: bigint,
): boolean => amount <= due && value >= DUST_FLOOR;

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
