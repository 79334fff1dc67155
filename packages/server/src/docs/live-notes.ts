/** What the document says about each call of the live bids. */
import type { CallName } from '@rialto/contract';
import { FEES, LOT, ORDER, PSBT, TRADING, note } from './note-parts.ts';
import type { CallNote } from './note-parts.ts';

type LiveCall = Extract<
  CallName,
  | 'liveTerms'
  | 'pushLiveBid'
  | 'beatLiveBids'
  | 'removeLiveBid'
  | 'prepareLiveAnswer'
  | 'submitLiveAnswer'
  | 'liveAnswer'
  | 'waitingAnswers'
  | 'signLiveAnswer'
  | 'declineLiveAnswer'
>;

export const LIVE_NOTES: Readonly<Record<LiveCall, CallNote>> = {
  liveTerms: note(
    'book',
    'What a live bid is here: how long it is listed, how long its bidder has to sign, and what comes of leaving.',
  ),
  pushLiveBid: note(
    'book',
    'Lists a live bid: nothing is locked, and it is in the book while its bidder’s page beats.',
    ...(['unknown-tick', 'amount-differs', 'too-small', 'insufficient-funds', 'live-paused'] as const),
    ...(['not-yours', 'wrong-address-type', 'limit-reached', 'token-halted', 'not-followed'] as const),
    ...TRADING,
  ),
  beatLiveBids: note(
    'book',
    'A sign of life: the live bids of the own address, in every book, or those that are named, are listed for a while more.',
    'not-yours',
  ),
  removeLiveBid: note(
    'book',
    'Takes an own live bid out of the book; an answer that waits for it is ended, which counts like not being there.',
    ...(['not-yours', 'unknown-order', 'order-taken', 'order-closed'] as const),
  ),
  prepareLiveAnswer: note(
    'book',
    'Builds the sale of one own lot into a live bid. The bidder pays the price, both fees come out of it.',
    ...(['live-away', 'live-answered', 'live-coin-kept', 'bidder-short', 'own-order', 'no-pad'] as const),
    ...(['amount-differs', 'lots-differ', 'order-exists', 'proceeds-too-low', 'signer-down'] as const),
    ...(['fee-needs-consent', 'wrong-address-type', 'indexers-differ', 'indexer-no-answer'] as const),
    ...(['not-followed', 'limit-reached', 'sales-paused'] as const),
    ...[...TRADING, ...ORDER, ...LOT, ...FEES],
  ),
  submitLiveAnswer: note(
    'book',
    'The seller’s signed half. It waits for the bidder, who is told, and is deleted when the named seconds are over.',
    ...(['live-away', 'live-answered', 'live-coin-kept', 'live-over', 'bidder-short', 'no-pad'] as const),
    ...([
      'take-expired',
      'price-changed',
      'own-order',
      'amount-differs',
      'lots-differ',
      'signer-down',
    ] as const),
    ...(['order-exists', 'indexers-differ', 'indexer-no-answer', 'sales-paused'] as const),
    ...[...TRADING, ...ORDER, ...PSBT, ...LOT],
  ),
  liveAnswer: note(
    'book',
    'What became of an answer, for its seller and its bidder.',
    ...(['not-yours', 'live-over'] as const),
  ),
  waitingAnswers: note('book', 'Answers to the own live bids that wait for a signature.'),
  signLiveAnswer: note(
    'book',
    'The bidder’s signed half: the sale is completed and sent. The same again gets the same answer.',
    ...(['live-over', 'bidder-short', 'no-pad', 'lot-used', 'take-expired', 'node-refused'] as const),
    ...(['coin-spent', 'coin-unconfirmed', 'order-taken', 'not-yours', 'message-not-allowed'] as const),
    ...(['signer-down', 'signer-refused', 'limit-reached', 'token-halted'] as const),
    ...[...TRADING, ...PSBT],
  ),
  declineLiveAnswer: note(
    'book',
    'The bidder says no at once. It counts like not being there.',
    ...(['not-yours', 'live-over'] as const),
  ),
};
