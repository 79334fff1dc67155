/** What a sale is worth to the market: whether it counts, and which part of a service fee it bore. */
import { sats } from '@rialto/protocols';
import type { Sats, ScriptHex } from '@rialto/protocols';

/**
 * Why a sale moves no price, candle, volume or dollar rate (rules §29).
 * - `outside`: a stranger used the published signature; no purchase of the exchange
 * - `same-address`: the buyer is the seller
 * - `one-funding`: one side's money came from the other's
 */
export type Exclusion = 'outside' | 'same-address' | 'one-funding';

/** A coin that a side spends in a sale, and the transaction that made it. */
export interface FundedCoin {
  /** The block of that transaction. */
  readonly height: number;
  /** The scripts of the coins that transaction spent. */
  readonly funders: readonly ScriptHex[];
  /** It came back to this side from a purchase of its own on the exchange. */
  readonly change: boolean;
}

export interface SaleSide {
  /** Where this side's coins are, and where it is paid. */
  readonly scripts: readonly ScriptHex[];
  readonly coins: readonly FundedCoin[];
}

/** How old a transaction may be, in blocks, and still tie the two sides of a sale together. */
export const FUNDING_BLOCKS = 144;

/**
 * Whether a purchase on the exchange counts, and if not why. One hop: a coin that one side spends must not come from a
 * transaction, at most `FUNDING_BLOCKS` old, that spent a coin of the other. The change of a purchase is its buyer's own money,
 * although the seller's lot was spent beside it: else nobody could buy twice from one seller.
 * @param height of the block that has the purchase
 * @returns null when it counts
 */
export function exclusionOf(height: number, buyer: SaleSide, seller: SaleSide): Exclusion | null {
  if (overlap(buyer.scripts, seller.scripts)) return 'same-address';
  const isTied = (mine: SaleSide, other: SaleSide): boolean =>
    mine.coins.some(
      (coin) =>
        !coin.change && height - coin.height <= FUNDING_BLOCKS && overlap(coin.funders, other.scripts),
    );
  return isTied(buyer, seller) || isTied(seller, buyer) ? 'one-funding' : null;
}

function overlap(some: readonly ScriptHex[], others: readonly ScriptHex[]): boolean {
  const known = new Set(others);
  return some.some((script) => known.has(script));
}

/**
 * The part of a purchase's service fee that falls on each of its orders, by price; free ones bear none. In whole sats that sum to
 * the fee exactly, unless all are free.
 */
export function feeShares(
  fee: Sats,
  orders: readonly { readonly price: Sats; readonly free: boolean }[],
): readonly Sats[] {
  const owing: readonly bigint[] = orders.map(({ price, free }) => (free ? 0n : price));
  const total = owing.reduce((sum, price) => sum + price, 0n);
  if (total === 0n) return orders.map(() => sats(0n));
  let before = 0n;
  return owing.map((price) => {
    const after = before + price;
    const share = (fee * after) / total - (fee * before) / total;
    before = after;
    return sats(share);
  });
}
