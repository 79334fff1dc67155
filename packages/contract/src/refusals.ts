/** The catalogue of refusals: every code with its HTTP status and the sentence people read. Adding a code without a sentence is a type error. */
import type { RefusalCode } from '@rialto/refusals';

export interface RefusalEntry {
  readonly status: 400 | 403 | 404 | 409 | 413 | 422 | 429 | 503;
  readonly sentence: string;
}

const no = (sentence: string, status: RefusalEntry['status'] = 422): RefusalEntry => ({ status, sentence });

/**
 * Code -> HTTP status and sentence (product §5, §8). What an honest person can meet is 422, for want of credentials 403, too often 429,
 * while a part of ours is down 503 (rules §5); 404 is a path that is no call, 413 a body that was cut off before it was read.
 */
export const REFUSALS: Readonly<Record<RefusalCode, RefusalEntry>> = {
  'login-required': no('Please login first.', 403),
  'login-expired': no('Please login first.', 403),
  'login-wrong-signature': no('The signature does not belong to this address. Please sign again.', 403),
  'login-wrong-domain': no('This login message was made for another site.', 403),
  'login-replayed': no('This login was already used. Please sign again.', 403),
  'not-yours': no('This belongs to another address.', 403),
  'bad-request': no('The request is not understood.'),
  'body-too-large': no('The request is too large.', 413),
  'no-such-call': no('No such API call.', 404),
  'too-large': no('The request is too large.'),
  'not-found': no('Not found.'),
  'wrong-network': no('This exchange runs on another network.'),
  'wrong-address-type': no('Please use a native SegWit or Taproot address (Starts with bc1)'),
  'unknown-tick': no('Token not found.'),
  'unknown-order': no('Order not found.'),
  'unknown-trade': no('Trade not found.'),
  'invalid-order-type': no('Invalid order type'),
  'invalid-order-state': no('Invalid order state'),
  'idempotency-mismatch': no('This Idempotency-Key was used for another request.'),
  'too-many-requests': no('Too many requests. Please wait a moment.', 429),
  'psbt-malformed': no('The PSBT cannot be read.'),
  'psbt-too-large': no('The PSBT is too large.'),
  'psbt-finalised': no('The PSBT is finalized already; sign it without finalizing.'),
  'psbt-shape': no('The PSBT does not have the inputs and outputs of this order.'),
  'psbt-version': no('The transaction version or locktime is not the one of this order.'),
  'psbt-sequence': no('The sequence number of an input is not allowed.'),
  'psbt-changed': no('Can not modify transaction, signatures exist'),
  'sighash-not-allowed': no('Sighash type is not allowed'),
  'signature-missing': no('No inputs were signed'),
  'not-finalized': no('Not finalized'),
  'signer-missing': no('Need Signer to sign input'),
  'signature-invalid': no('A signature is not valid.'),
  'duplicate-input': no('Duplicate input detected'),
  'outputs-exceed-inputs': no('Outputs are spending more than Inputs'),
  'fee-too-low': no('The network fee is too low to be sent.'),
  'fee-too-high': no('The network fee is above the limit.'),
  'fee-needs-consent': no('The network fee is far above the Fast plan. Confirm that you want to pay it.'),
  'script-not-allowed': no('Only native SegWit and Taproot coins can be used.'),
  'message-not-allowed': no('The transaction contains an unexpected token message.'),
  'effects-differ': no('The transaction does not do what was asked.'),
  'coin-unknown': no('This transaction spends a coin that does not exist.'),
  'coin-spent': no('This coin is already spent.'),
  'coin-unconfirmed': no('This coin is not confirmed yet.'),
  'lot-mixed': no('This coin holds another asset too. Split it first.'),
  'lot-used': no('This transfer inscription has already moved and can’t be sold. Inscribe a new one.'),
  'lot-message-odd': no(
    'Other indexers may read these tokens’ messages differently, so they can’t be sold. For BRC-20, inscribe a new transfer.',
  ),
  'not-a-lot': no('This coin holds no transferable token.'),
  'amount-differs': no('The amount does not match this coin.'),
  'too-small': no('Order should be at least 0.0001 BTC (10,000 sat).'),
  'insufficient-funds': no('Insufficient balance on this address.'),
  'no-pad': no('No pad coin is free right now. Please try again in a moment.'),
  'too-many-coins': no('The amount needs more than 5 coins. Merge your coins first.'),
  'order-exists': no('This coin is already listed.'),
  'order-taken': no('The order was taken. Try another one.'),
  'order-closed': no('The order is no longer open.'),
  'own-order': no('This is your own order.'),
  'lots-differ': no('All orders in one purchase must be for the same token.'),
  'budget-exceeded': no('The purchase costs more than the budget.'),
  'take-expired': no('The quote has expired. Refresh it.'),
  'price-changed': no('The price changed. Refresh the quote.'),
  'price-raised': no('To raise the price, cancel on-chain first, then list again.'),
  'bid-too-large': no('This is more than one bid may lock here.'),
  'bid-expired': no('The bid has expired.'),
  'lock-ending': no('The bid can’t be filled any more: its owner may soon take it back alone.'),
  'fill-waiting': no('A sale into this bid is already waiting.'),
  'not-admitted': no('This bid was not accepted by the exchange’s signer.'),
  'cancel-too-early': no(
    'Someone is buying this order. If the purchase does not confirm in time, you can cancel on-chain.',
  ),
  'takes-paused': no(
    'Too many of your purchases failed because their coins were spent elsewhere. New ones have to wait.',
    429,
  ),
  'takes-waiting': no('Too many of your purchases are unconfirmed. Wait until one confirms.', 429),
  'unknown-bid': no('Bid not found.'),
  'rung-too-small': no('A rung of this bid is too small for this fee rate.'),
  'bid-greyed': no(
    'The network takes no fee as low as this bid’s funding pays. It can be sold into when fees fall.',
  ),
  'opens-too-little': no('The first sale into this bid must be for at least a quarter of it.'),
  'sales-paused': no(
    'A sale of yours failed: its coin was spent elsewhere. For 144 blocks sell only into published bids.',
    429,
  ),
  'proceeds-too-low': no('The sale brings less than it must.'),
  'lock-not-free': no('The lock is not free yet.'),
  'live-away': no('This bidder is not there right now. Try another bid.'),
  'live-answered': no('Another seller’s answer to this bid is waiting for its bidder. Try again soon.'),
  'live-over': no('This answer is over: its time ran out, or it was ended.'),
  'live-paused': no('Answers to your live bids were left unsigned. New live bids have to wait.', 429),
  'live-coin-kept': no('A coin of this sale is in another sale that is being signed. Try again soon.'),
  'bidder-short': no('This bidder’s coins do not cover the bid right now. Try another bid.'),
  'event-not-allowed': no('This can’t be done in the order’s current state.'),
  'own-not-waiting': no('This transaction is no longer waiting, or is not yours.'),
  'own-act-unfit': no('This cannot be done with this transaction.'),
  'own-expired': no('This has expired. Prepare it again.'),
  'node-refused': no('The Bitcoin node refused the transaction.'),
  'node-down': no('The Bitcoin node does not answer. Nothing was sent.', 503),
  syncing: no('The index is syncing with the chain. Please wait.', 503),
  'not-followed': no('This address is not tracked yet. Log in with it to load its coins.'),
  'database-down': no('The database does not answer. Nothing was saved.', 503),
  'signer-refused': no('The signer refused the transaction.'),
  'signer-down': no('The signer does not answer. Nothing was sent.', 503),
  maintenance: no('Down for maintenance. Please come back soon.', 503),
  'region-not-served': no('This exchange is not available in your region.', 403),
  'trading-stopped': no('Trading is paused by the operator.', 503),
  'token-halted': no('Trading of this token is halted: another indexer disagrees.'),
  'indexers-differ': no('Another indexer disagrees about this lot, so it can’t be listed or bought.'),
  'indexer-no-answer': no(
    'Another indexer must confirm this first and is not responding. Nothing was listed.',
    503,
  ),
  'limit-reached': no('The exchange has reached a limit. Try again later.', 429),
  'faucet-closed': no('The faucet is open on the private chain only.'),
  'faucet-refused': no('The faucet does not give this.'),
};

/** The text of a refusal for users: the sentence, with the detail where there is one. */
export function sentenceOf(code: RefusalCode, detail?: string): string {
  const { sentence } = REFUSALS[code];
  return detail === undefined ? sentence : `${sentence} (${detail})`;
}
