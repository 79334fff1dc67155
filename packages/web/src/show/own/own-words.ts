/** One's own transactions and the acts on them, in words. */
import type { OwnAct, OwnKind, OwnOffer, OwnTransaction } from '@rialto/contract';
import { grouped } from '@rialto/market';
import { refusalSentence } from '../../refusal-sentence.ts';
import { msg, refusalWords, t } from '../../words.ts';

const KINDS: Readonly<Record<OwnKind, string>> = {
  take: msg('Purchase'),
  sale: msg('Sale'),
  cancel: msg('Cancel on-chain'),
  split: msg('Split'),
  gather: msg('Gathering of coins'),
  child: msg('Child that pays for its parent'),
  'cancel-transaction': msg('Cancel transaction'),
  wallet: msg('Sent from your wallet'),
  incoming: msg('Coming to you'),
};

/** What it is, and of what. */
export function transactionWords({ kind, coinAmount, tick }: OwnTransaction): string {
  const what = t(KINDS[kind]);
  return coinAmount === '' ? what : t('{what}: {amount} {tick}', { what, amount: grouped(coinAmount), tick });
}

/** On a button. A replacement and a child are one act to whoever wants it faster. */
const ACT_WORDS: Readonly<Record<OwnAct, string>> = {
  bump: msg('Speed up'),
  child: msg('Speed up'),
  'cancel-transaction': msg('Cancel transaction'),
  split: msg('Split'),
  gather: msg('Gather'),
};

/** @param purchase whether it is done to a purchase */
export function actWords(act: OwnAct, purchase: boolean): string {
  return purchase && act === 'cancel-transaction' ? t('Cancel purchase') : t(ACT_WORDS[act]);
}

const isSpeedUp = ({ act }: OwnOffer): boolean => act === 'bump' || act === 'child';
const isOpen = ({ refusal }: OwnOffer): boolean => refusal === '';
const costOf = ({ cost }: OwnOffer): bigint => BigInt(cost);

/** Of the ways to make it faster the cheapest that is open; while none is, the first, which says why. */
export function withOneSpeedUp(acts: readonly OwnOffer[]): readonly OwnOffer[] {
  const ways = acts.filter(isSpeedUp);
  const [cheapest] = ways.filter(isOpen).toSorted((a, b) => (costOf(a) < costOf(b) ? -1 : 1));
  const one = cheapest ?? ways[0];
  return acts.filter((offer) => !isSpeedUp(offer) || offer === one);
}

/** What to offer about something that waits: nothing is slow before a block came without it. */
export function offeredActs(acts: readonly OwnOffer[], blocks: number | undefined): readonly OwnOffer[] {
  return withOneSpeedUp(acts.filter(isOpen)).filter((offer) => !isSpeedUp(offer) || blocks !== 0);
}

/** What an act does and what may still go otherwise, in one sentence. */
export const ACT_MEANING: Readonly<Record<OwnAct, string>> = {
  bump: msg('Sends the same transaction with a higher fee. Only one of the two can confirm.'),
  child: msg(
    'You spend your change of it to yourself at a higher fee. A miner who wants that fee has to include both.',
  ),
  'cancel-transaction': msg(
    'Your coins go back to you at a higher fee. Until that confirms, the pending transaction may still win.',
  ),
  split: msg('Each asset on the coin moves to its own coin. All of them stay yours.'),
  gather: msg('Coins with the same rune become one coin. All of it stays yours.'),
};

/** How long it waits, and whether it is slow. */
export function waitingWords({ state, blocks, stuck }: OwnTransaction): string {
  if (state === 'held') return t('Not in the mempool. Sending it again automatically.');
  if (stuck === 'rate') return t('Its fee is below the Slow plan.');
  const waits =
    blocks === 0
      ? t('No block since.')
      : t('{blocks, plural, one {# block} other {# blocks}} came without it.', { blocks });
  return stuck === 'blocks' ? `${t('Stuck.')} ${waits}` : waits;
}

/** Why an act does not fit a transaction, as the exchange says it. */
const UNFIT: readonly string[] = [
  msg('it holds a pad of the exchange'),
  msg('it pays this rate already'),
  msg('it pays you no plain BTC'),
  msg('it spends coins that are not known here'),
  msg('it spends no plain coin of yours'),
  msg('its plan is no longer stored'),
  msg('its reveal only works with this transaction'),
  msg('moving a BRC-20 transfer uses it up'),
  msg('where its PIN goes is unknown'),
  msg('our node has not seen it'),
];

/** Why an act on offer cannot be done now. */
export function unableWords({ refusal, reason }: OwnOffer): string {
  if (UNFIT.includes(reason)) return t(reason);
  const sentence = refusalSentence(refusal) ?? refusal;
  return refusalWords(refusal, reason === '' ? sentence : `${sentence} (${reason})`);
}
