/** What happened, in one line: what, how much, for how much. Pure. */
import type { NotificationItem } from '@rialto/contract';
import { formatSats, grouped, shortened } from '@rialto/market';
import { reasonWords } from '../../../show/progress/progress-words.ts';
import { msg, t } from '../../../words.ts';

const BID_ENDED = msg('Your bid for {amount} {tick} has ended');
const EVENTS: Readonly<Record<NotificationItem['event'], string>> = {
  sold: msg('Sold {amount} {tick} for {sats} sat'),
  bought: msg('Bought {amount} {tick} for {sats} sat'),
  invalid: msg('Your order to sell {amount} {tick} has ended'),
  lost: msg('Trade of {amount} {tick} not completed'),
  waiting: msg('{amount} {tick}: waits longer than two blocks'),
  added: msg('Added {amount} {tick} and {sats} sat to the pool'),
  removed: msg('Took {amount} {tick} and {sats} sat out of the pool'),
  turn: msg('Your turn: sign your liquidity of {amount} {tick} now'),
  'paid-out': msg('The pool of {tick} was dissolved'),
  left: msg('Your position in the pool of {tick} went to {address}'),
  earned: msg('Earned {amount} {tick}: claim it under Rewards'),
};
/** By type, where it says more than the event. */
const BY_TYPE: Readonly<Record<number, Partial<typeof EVENTS>>> = {
  1: { lost: msg('Your change of liquidity in {tick} was not completed') },
  2: { invalid: BID_ENDED },
  5: {
    sold: msg('Swapped {amount} {tick} for {sats} sat'),
    bought: msg('Swapped {sats} sat for {amount} {tick}'),
    lost: msg('Swap of {amount} {tick} not completed: swap again'),
  },
};

const [LIQUIDITY, SWAP] = [1, 5];

type Told = Pick<NotificationItem, 'event' | 'tick' | 'coinAmount' | 'amount'> &
  Partial<Pick<NotificationItem, 'notificationType' | 'to'>>;

export function itemWords({ event, tick, coinAmount, amount, notificationType, to = '' }: Told): string {
  if (event === 'waiting' && tick === '') return t('Your transaction waits longer than two blocks');
  const words = BY_TYPE[notificationType ?? 0]?.[event] ?? EVENTS[event];
  const address = to === '' ? t('someone else') : shortened(to, 10, 8);
  return t(words, { amount: grouped(coinAmount), tick, sats: formatSats(BigInt(amount)), address });
}

/** Why, where something came to nothing; what to do, where something can be done. */
export function itemNote({ event, reason }: Pick<NotificationItem, 'event' | 'reason'>): string {
  if (event === 'waiting') return t('Speed it up');
  if (event === 'left') return t('Its coin was spent like money, by a wallet that knows no runes.');
  return event === 'lost' || event === 'invalid' ? reasonWords(reason) : '';
}

/** Where an item leads: to its transaction; what waits or came to nothing to where its owner can act. */
export function leadOf({
  event,
  txId,
  book,
  notificationType,
}: Pick<NotificationItem, 'event' | 'txId' | 'book'> &
  Partial<Pick<NotificationItem, 'notificationType'>>): string {
  if (event === 'waiting') return '/recover';
  if (event === 'earned') return '/events';
  if (txId !== '' && event !== 'lost') return `/tx/${txId}`;
  const pools = book === 'brc20' ? 'brc20' : 'runes';
  if (notificationType === SWAP) return `/swap/${pools}`;
  if (notificationType === LIQUIDITY)
    return event === 'turn' ? `/swap-pools/${pools}` : '/pool?action=release';
  return book === undefined ? '/' : `/orderbook/${book}?orders=past`;
}
