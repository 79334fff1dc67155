/** Lower the price of an order in place: a new signature for the same lot replaces the old one (rules §9; a higher price needs a hard cancel). */
import type { Order } from '@rialto/contract';
import { TOKEN_DECIMALS, parseDecimal } from '@rialto/market';
import { sats } from '@rialto/protocols';
import type { Amount, Network, Sats } from '@rialto/protocols';
import { call, newKey } from '../../data/calls/client.ts';
import { asOwner } from '../../data/calls/credentials.ts';
import type { Credential } from '../../data/calls/credentials.ts';
import type { User } from '../account/account.ts';
import { handInShown } from '../handing/shown.ts';
import type { Handed } from '../handing/shown.ts';
import { takeFromTray } from '../tray.ts';
import { askItem, prepareAsks, signedOffers } from './place-ask.ts';
import type { AskReview } from './place-ask.ts';
import { t } from '../../words.ts';

export interface EditIntent {
  readonly network: Network;
  readonly order: Order;
  /** For the whole lot, lower than before. */
  readonly price: Sats;
  readonly user: User;
}

export interface EditReview extends AskReview {
  readonly orderId: string;
}

/** The sats of the lot are asked of the exchange; a wrong answer makes a signature that fits no coin. */
export async function prepareEdit({ network, order, price, user }: EditIntent): Promise<EditReview> {
  const { book, tick, assetId, outpoint, inscriptionId } = order;
  const balance = await call('tokenBalance', {
    params: { book, address: user.address, tick },
    query: { net: network, assetId },
    ...asOwner(user.address),
  });
  const lot = balance.transferBalanceList.find((entry) => entry.outpoint === outpoint);
  if (lot === undefined) throw new Error(t('The coin of this order is gone.'));
  // The signature sells the coin, whatever the order says of it.
  if (lot.amount !== order.coinAmount || lot.inscriptionId !== inscriptionId)
    throw new Error(t('A lot does not hold the amount shown in the book.'));
  const review = await prepareAsks([
    {
      network,
      book,
      tick,
      assetId,
      outpoint,
      inscriptionId,
      price,
      address: user.address,
      publicKey: user.publicKey,
      decimals: order.coinDecimalNum,
      outValue: sats(BigInt(lot.outValue)),
      units: (parseDecimal(order.coinAmount, TOKEN_DECIMALS) ?? 0n) as Amount,
      free: order.freeState === 1,
    },
  ]);
  return { ...review, orderId: order.orderId };
}

export async function submitEdit(
  edit: EditReview,
  { user, session }: { user: User; session: Credential },
  title: string,
): Promise<Handed<void>> {
  const [psbtRaw = ''] = await signedOffers(edit, user);
  const [offer] = edit.offers;
  if (offer === undefined) throw new Error('invariant: nothing is offered');
  const { network: net, address, book, outpoint } = offer.intent;
  const body = { orderState: 1, net, address, orderId: edit.orderId, psbtRaw } as const;
  const request = { params: { book }, session, body, idempotencyKey: newKey() };
  const send = async (signal: AbortSignal): Promise<void> => {
    await call('updateOrderV2', { ...request, signal });
  };
  const item = askItem(offer.intent, title);
  return handInShown({ holds: [outpoint], send }, { item, done: () => takeFromTray(item.id) });
}
