/** From orders on the wire to rows of the book and lots one can sell. Every amount has 18 digits here, whatever its token. Pure. */
import type { Order, TransferEntry } from '@rialto/contract';
import { TOKEN_DECIMALS, buildBook, parseDecimal } from '@rialto/market';
import type { BookRow, OrderSide } from '@rialto/market';
import type { Amount, Sats } from '@rialto/protocols';
import { lotState } from '../../../data/own/lot-state.ts';
import type { ChosenAsk } from '../../../flows/review.ts';

export function unitsOf(coinAmount: string): Amount {
  return (parseDecimal(coinAmount, TOKEN_DECIMALS) ?? 0n) as Amount;
}

export function satsOf(whole: string): Sats {
  return BigInt(whole) as Sats;
}

/**
 * @param held orders in a trade of one's own that is still handed in
 * @param side of all of them
 */
export function bookOf(
  orders: readonly Order[],
  me: string,
  held: readonly string[] = [],
  side: OrderSide = 'ask',
): readonly BookRow[] {
  return buildBook(
    orders.map((order) => ({
      id: order.orderId,
      total: satsOf(order.amount),
      amount: unitsOf(order.coinAmount),
      placedAt: order.timestamp,
      mine: (side === 'bid' ? order.buyerAddress : order.sellerAddress) === me,
      pending:
        order.pending || order.state !== 'open' || order.greyed === true || held.includes(order.orderId),
      ...(order.greyed === true ? { greyed: true } : {}),
      free: order.freeState === 1,
      ...(order.ticket === undefined || side === 'bid' ? {} : { locked: true }),
    })),
    TOKEN_DECIMALS,
    side,
  );
}

/** The orders as they are on the screen at this moment: what the review holds the transaction against. */
export function chosenAsks(orders: readonly Order[], ids: readonly string[]): readonly ChosenAsk[] {
  return ids.flatMap((id) => {
    const order = orders.find((one) => one.orderId === id);
    if (order === undefined) return [];
    return [
      {
        orderId: id,
        total: satsOf(order.amount),
        units: unitsOf(order.coinAmount),
        sellerAddress: order.sellerAddress,
        inscriptionId: order.inscriptionId,
        outpoint: order.outpoint,
        free: order.freeState === 1,
        ...(order.ticket === undefined ? {} : { ticket: order.ticket }),
      },
    ];
  });
}

/** Whether it was bought by this address; what one sold to oneself counts as sold. */
export function isBought({ buyerAddress, sellerAddress }: Order, me: string | undefined): boolean {
  return buyerAddress === me && sellerAddress !== me;
}

/** BRC-20 that is free until the inscriptions that wait have their block, and then in lots: no second one may be made of it. */
export function promisedOf(entries: readonly TransferEntry[]): Amount {
  const waiting = entries.filter((entry) => entry.inscriptionId !== '' && lotState(entry) === 'waiting');
  return waiting.reduce((sum, { amount }) => (sum + unitsOf(amount)) as Amount, 0n as Amount);
}
