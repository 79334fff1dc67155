/** What the document says about each call besides its schemas: its group, one sentence, and how it may be refused. */
import type { CallName } from '@rialto/contract';
import { BID_NOTES } from './bid-notes.ts';
import { BRIDGE_NOTES } from './bridge-notes.ts';
import { LIVE_NOTES } from './live-notes.ts';
import { MVC_NOTES } from './mvc-notes.ts';
import { REWARD_NOTES } from './reward-notes.ts';
import { FEES, LOT, ORDER, PAUSE, PSBT, SIGNER, TRADING, note, ofOwner } from './note-parts.ts';
import type { CallNote } from './note-parts.ts';
import { POOL_NOTES } from './pool-notes.ts';

/** Every call; one without its words is a type error. */
export const CALL_NOTES: Readonly<Record<CallName, CallNote>> = {
  health: note('exchange', 'Whether node and index stand at the same block, and which.'),
  config: note('exchange', 'What the operator decided and a page must know.'),
  geo: note('exchange', 'The country of the caller, two letters; empty when it is not known.'),
  recommendedFees: note('exchange', 'Fee rates in sat/vB.'),
  btcRate: note('exchange', 'Dollars for a bitcoin.', 'not-found'),
  tokenPrices: note('exchange', 'Dollars for a whole BRC-20 token, by tick.', 'not-found'),
  crossChecks: note('exchange', 'What other indexers say of the tokens, and which are halted by it.'),
  faucet: note(
    'exchange',
    'Test coins and tokens, on the private chain.',
    ...(['wrong-address-type', 'faucet-closed', 'faucet-refused', 'limit-reached'] as const),
  ),

  loginChallenge: note('login', 'The text to sign. Good for five minutes.', 'wrong-address-type'),
  loginIn: {
    ...note(
      'login',
      'Opens a session with the signature of the challenge’s text: recoverable ECDSA (65 bytes) or BIP-322 simple, base64.',
      ...(['login-required', 'login-expired', 'login-wrong-signature', 'login-wrong-domain'] as const),
      ...(['login-replayed', 'wrong-address-type'] as const),
    ),
    signed: 'must',
  },
  loginOut: note('login', 'Ends the session.'),

  orders: note(
    'book',
    'The cheapest open orders of a token (orderState 1), or its latest deals. Has an ETag.',
    ...(['unknown-tick', 'invalid-order-type'] as const),
  ),
  order: {
    ...note('book', 'One order. With the session of its owner it carries the signed PSBT.', 'unknown-order'),
    signed: 'may',
  },
  markets: note(
    'book',
    'The markets of all books: price, change and volume of 24 hours, floor, open orders.',
  ),
  tickers: note('book', 'Prices and volume of the last 24 hours, of one token or all.', 'unknown-tick'),
  myOrders: note('book', 'The orders of the own address.', 'not-yours', 'unknown-tick'),
  pushAsk: note(
    'book',
    'Offers a lot: a signed ask becomes an order. The same signed ask twice is the same order.',
    ...([
      'not-yours',
      'unknown-tick',
      'amount-differs',
      'order-exists',
      'live-coin-kept',
      'price-raised',
      'limit-reached',
      'invalid-order-type',
    ] as const),
    ...(['indexers-differ', 'indexer-no-answer', 'syncing', 'wrong-address-type'] as const),
    ...PSBT,
    ...LOT,
  ),
  prepareTake: note(
    'book',
    'Builds the purchase of up to 20 orders. Nothing is locked: the first signed take wins.',
    ...(['own-order', 'lots-differ', 'fee-needs-consent', 'wrong-address-type', 'not-followed'] as const),
    'budget-exceeded',
    ...[...TRADING, ...PAUSE, ...ORDER, ...LOT, ...FEES, ...SIGNER],
  ),
  updateOrderV2: note(
    'book',
    'Lowers the price with a new signature (orderState 1), submits a signed take (2, takeId or one of its orders), or cancels softly (3, orderId or orderIds).',
    ...(['bid-expired', 'lock-ending', 'fill-waiting'] as const),
    ...([
      'unknown-trade',
      'take-expired',
      'price-changed',
      'price-raised',
      'amount-differs',
      'node-refused',
      'message-not-allowed',
    ] as const),
    ...(['outputs-exceed-inputs', 'own-order', 'wrong-address-type'] as const),
    ...[...TRADING, ...PAUSE, ...ORDER, ...PSBT, ...LOT, ...FEES, ...SIGNER],
  ),
  updateOrder: note('book', 'Cancels softly: the exchange deletes the signature.', ...ORDER),
  prepareCancel: note(
    'book',
    'Builds the transaction that spends the lot to its owner and makes the signature void. Of an order that is being bought only once the purchase is late.',
    ...([
      'cancel-too-early',
      'fee-needs-consent',
      'coin-spent',
      'coin-unconfirmed',
      'lot-mixed',
      'not-followed',
      'syncing',
      'take-expired',
    ] as const),
    ...[...ORDER, ...FEES],
  ),
  submitCancel: note(
    'book',
    'Sends the signed cancel.',
    ...(['cancel-too-early', 'fee-too-low', 'take-expired', 'node-refused', 'not-followed'] as const),
    ...(['coin-spent', 'coin-unconfirmed', 'syncing'] as const),
    ...[...ORDER, ...PSBT],
  ),
  lockTerms: note(
    'book',
    'What a seller is told before he locks a lot: key, blocks, sats in the lock.',
    'signer-down',
  ),
  prepareLock: note(
    'book',
    'Builds a protected ask: the transaction that locks the lot, its promise and two exits; or its move into a new lock.',
    ...(['not-yours', 'unknown-order', 'order-taken', 'unknown-tick', 'lots-differ'] as const),
    ...(['amount-differs', 'wrong-address-type', 'not-followed', 'indexers-differ'] as const),
    ...(['indexer-no-answer', 'fee-needs-consent', 'signer-down', 'live-coin-kept'] as const),
    ...[...TRADING, ...LOT, ...FEES],
  ),
  pushLock: note(
    'book',
    'Locks the lot. The order is offered when its lock is deep enough. The same once more gets the same answer.',
    ...(['not-found', 'take-expired', 'order-taken', 'node-refused', 'fill-waiting'] as const),
    'live-coin-kept',
    ...[...TRADING, ...PSBT, ...SIGNER],
  ),
  ownLocks: note('book', 'Own lots that lie in locks, each with its exits and its rescue file.', 'not-yours'),
  leaveLock: note(
    'book',
    'Sends a stored exit of a lock whose blocks are over. The dear one takes the place of the usual one that waits for a block.',
    ...(['not-yours', 'unknown-order', 'order-taken', 'lock-not-free', 'coin-spent'] as const),
    ...(['coin-unconfirmed', 'node-refused', 'own-not-waiting', 'syncing'] as const),
  ),
  kline: note('book', 'Candles of a token, oldest first.', 'unknown-tick'),
  trade: note('book', 'One own purchase and how far it is.', 'not-yours', 'unknown-trade'),
  myTrades: note('book', 'The purchases of the own address.', 'not-yours'),
  ...BID_NOTES,
  ...LIVE_NOTES,
  ...POOL_NOTES,
  ...MVC_NOTES,
  ...REWARD_NOTES,
  ...BRIDGE_NOTES,
  bidDummies: note('book', 'Outpoints kept for the bids of an address.'),
  lockedCoins: note(
    'book',
    'Outpoints that live orders of the own address keep.',
    'not-yours',
    'wrong-network',
  ),

  ownList: note(
    'own',
    'The own transactions that wait and the mixed coins, each with what can be done and what it costs.',
    ...(['not-yours', 'not-followed', 'syncing'] as const),
  ),
  prepareOwn: note(
    'own',
    'Builds an act: a higher fee, a child that pays for its parent, a cancelled transaction, a split, a gathering. Nothing is locked.',
    ...(['not-yours', 'not-followed', 'syncing', 'own-not-waiting', 'own-act-unfit'] as const),
    ...(['fee-needs-consent', 'wrong-address-type', 'coin-spent', 'coin-unconfirmed', 'lot-mixed'] as const),
    ...(['order-exists', 'unknown-tick', 'amount-differs', 'too-small', 'duplicate-input'] as const),
    ...(['too-large', 'nothing-to-gather'] as const),
    ...FEES,
  ),
  submitOwn: note(
    'own',
    'Sends what was prepared, signed. The same once more gets the same answer.',
    ...(['not-yours', 'not-found', 'own-expired', 'own-not-waiting', 'own-act-unfit', 'syncing'] as const),
    ...([
      'coin-spent',
      'coin-unconfirmed',
      'lot-mixed',
      'order-exists',
      'order-taken',
      'node-refused',
    ] as const),
    ...[...PSBT, ...FEES],
  ),

  feed: note('feed', 'Orders, deals and blocks, of one token or all.'),
  myFeed: note(
    'feed',
    'The own orders and purchases, and when waiting coins came or went. Ends with the session.',
  ),

  btcCoins: ofOwner('coins', 'The coins of an address as a bare list, 500 a page, the largest first.'),
  addressCoins: ofOwner('coins', 'Everything on an address, coin by coin, in pages, the largest first.'),
  coins: note('coins', 'Coins by outpoint with all on them. Spent and unknown ones are missing.', 'syncing'),
  rawTransaction: note('coins', 'A transaction as the node has it.', 'not-found'),
  transaction: note(
    'coins',
    'What a transaction did: who gave and got what, fees, block, and the orders it sold.',
    ...(['not-found', 'syncing'] as const),
  ),

  tokenList: note('brc20', 'Tokens, searched by tick.'),
  tokenBalance: note(
    'brc20',
    'Balance and transfer inscriptions of one token.',
    'unknown-tick',
    'wrong-address-type',
  ),
  balances: note('brc20', 'Balances of all tokens.', 'unknown-tick', 'wrong-address-type'),

  runeList: note('runes', 'Runes, searched by name.'),
  runeBalances: ofOwner('runes', 'Balances on confirmed coins, and what waiting transactions will bring.'),
  runeBalanceList: note('runes', 'Balances by the last block, of any address.', 'wrong-address-type'),
  runeCoins: note('runes', 'The outpoints that hold a rune.', 'unknown-tick', 'wrong-address-type'),
  rawRuneTransaction: note('runes', 'A transaction as the node has it.', 'not-found'),

  mrc20List: note('mrc20', 'MRC-20 tokens, searched by tick.'),
  idCoinList: note('mrc20', 'ID-Coins, searched by tick.'),
  mrc20Balances: ofOwner('mrc20', 'Balances, and what waiting transactions will bring.'),

  notifications: {
    ...note('notices', 'What is unread, by kind; for its owner also what happened, act by act.'),
    signed: 'may',
  },
  clearNotifications: note('notices', 'Marks as read what happened until `at`.', 'not-yours'),
  clearNotificationsByLink: note('notices', 'The same as a GET.', 'not-yours'),
};
