/** What the exchange says of orders, trades and notices in a few fixed sentences: in the language of the reader. Others stay as they are. */
import { msg, t } from './words.ts';

const SAID: readonly string[] = [
  msg('withdrawn by its owner'),
  msg('its owner is spending the coin'),
  msg('cancelled on the chain'),
  msg('a block was undone'),
  msg('its coin is being spent'),
  msg('the coin was spent elsewhere'),
  msg('bought outside this exchange with the published signature; the seller was paid'),
  msg('bought outside this exchange with an earlier signature; the seller was paid'),
  msg('cancelled by the buyer: its coins went back to the payer'),
  msg('you were offline until the quote expired; nothing was sent'),
  msg('the page was closed before it was submitted; nothing was sent'),
  msg('it never reached the exchange; nothing was sent'),
  msg('its time is over; the exchange deleted the signature'),
  msg('its owner may soon take the lock back alone; the exchange deleted the signature'),
  msg('withdrawn by its owner; the exchange deleted the signature'),
  msg('withdrawn by its owner; the money stays in its lock until it is taken back'),
  msg('withdrawn by its owner; its funding was sent once and may still confirm, unless its coins are spent'),
  msg('its owner signed the bid anew; the exchange deleted the old signatures'),
  msg('its owner is taking the coins back'),
  msg('its lock was spent: the bidder took the coins home'),
  msg('ended: its seller may soon take the lot out alone; renew it, or take it back'),
  msg('the transaction that locks its lot came to nothing'),
  msg('not signed in time'),
  msg('Liquidity'),
  msg('Swap finished or failed'),
  msg('Bid invalid'),
  msg('Order finished'),
  msg('Reward earned'),
  msg('Order invalid'),
  msg('Transaction is waiting'),
];
/** Stored once and for good, and said in other words. */
const SAID_AS: Readonly<Record<string, string>> = {
  'its token is not on the chain any more': msg('its token is no longer on the chain'),
  'somebody else took the order first; nothing was paid': msg(
    'someone else took the order first; nothing was paid',
  ),
  'ended by the seller, because no block took it; nothing was paid': msg(
    'cancelled by the seller because it never confirmed; nothing was paid',
  ),
};
const SPENT_BY = /^its coin (?:\w+:\d+ )?is being spent by (\w+)$/;
const SPENT = /^a block spent its coin \w+:\d+ another way$/;

export function saidWords(text: string): string {
  if (SAID.includes(text)) return t(text);
  const as = SAID_AS[text];
  if (as !== undefined) return t(as);
  if (SPENT.test(text)) return t('the coin was spent elsewhere');
  const [, txid] = SPENT_BY.exec(text) ?? [];
  return txid === undefined ? text : t('its coin is being spent by {txid}', { txid });
}
