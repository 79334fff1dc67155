/** What the document says about each call besides its schemas: its group, one sentence, and how it may be refused. */
import type { RefusalCode } from '@rialto/refusals';
import type { CallName } from '@rialto/contract';

export const GROUPS = {
  exchange: ['The exchange', 'Where it stands, what its operator has set, fees and prices.'],
  login: ['Login', 'A session names the caller. It moves nothing: every movement has its own signature.'],
  book: ['Order book', 'Read orders and deals; list, take and cancel.'],
  own: ['Own transactions', 'What waits, and what can be done: pay more, call it back, split a coin.'],
  feed: ['Live feeds', 'Server-sent events.'],
  coins: ['Coins', 'What is on an address, coin by coin, and raw transactions.'],
  brc20: ['BRC-20', 'Tokens, balances and transfer inscriptions.'],
  runes: ['Runes', 'Runes, balances and outpoints.'],
  mrc20: ['MRC-20 and ID-Coins', 'Tokens and balances.'],
  notices: ['Notifications', 'What happened to one’s orders.'],
} as const;

export interface CallNote {
  readonly group: keyof typeof GROUPS;
  readonly summary: string;
  /** Beside those that every call of its kind may meet. */
  readonly refusals: readonly RefusalCode[];
  /** `must`: requires the two headers though there is no session yet. `may`: answers the owner more than others. */
  readonly signed?: 'must' | 'may';
}

const note = (group: CallNote['group'], summary: string, ...refusals: RefusalCode[]): CallNote => ({
  group,
  summary,
  refusals,
});
const ofOwner = (group: CallNote['group'], summary: string, ...refusals: RefusalCode[]): CallNote => ({
  ...note(group, summary, 'wrong-address-type', 'not-followed', 'limit-reached', 'syncing', ...refusals),
  signed: 'may',
});

const PSBT: RefusalCode[] = [
  ...(['psbt-malformed', 'psbt-too-large', 'psbt-finalised', 'psbt-shape', 'psbt-changed'] as const),
  ...([
    'psbt-version',
    'psbt-sequence',
    'duplicate-input',
    'signature-missing',
    'not-finalized',
    'signer-missing',
    'signature-invalid',
  ] as const),
  ...(['sighash-not-allowed', 'script-not-allowed', 'effects-differ'] as const),
];
const LOT: RefusalCode[] = [
  ...([
    'not-a-lot',
    'lot-mixed',
    'lot-used',
    'lot-message-odd',
    'too-small',
    'coin-spent',
    'coin-unconfirmed',
  ] as const),
  ...(['coin-unknown', 'token-halted'] as const),
];
const ORDER: RefusalCode[] = [
  'not-yours',
  'unknown-order',
  'order-closed',
  'order-taken',
  'event-not-allowed',
];
/** Of whoever took too many purchases back, or has too many on their way. */
const PAUSE: RefusalCode[] = ['takes-paused', 'takes-waiting'];
const FEES: RefusalCode[] = ['fee-too-low', 'fee-too-high', 'insufficient-funds', 'too-many-coins'];
const SIGNER: RefusalCode[] = ['signer-down', 'signer-refused', 'limit-reached', 'no-pad'];
const TRADING: RefusalCode[] = ['trading-stopped', 'syncing'];

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
      'price-raised',
      'limit-reached',
    ] as const),
    ...(['invalid-order-type', 'bids-not-open'] as const),
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
    ...(['indexer-no-answer', 'fee-needs-consent', 'signer-down'] as const),
    ...[...TRADING, ...LOT, ...FEES],
  ),
  pushLock: note(
    'book',
    'Locks the lot. The order is offered when its lock is deep enough. The same once more gets the same answer.',
    ...(['not-found', 'take-expired', 'order-taken', 'node-refused', 'fill-waiting'] as const),
    ...[...TRADING, ...PSBT, ...SIGNER],
  ),
  ownLocks: note('book', 'Own lots that lie in locks, each with its exits and its rescue file.', 'not-yours'),
  leaveLock: note(
    'book',
    'Sends a stored exit of a lock whose blocks are over.',
    ...(['not-yours', 'unknown-order', 'order-taken', 'lock-not-free', 'coin-spent'] as const),
    ...(['coin-unconfirmed', 'node-refused', 'syncing'] as const),
  ),
  kline: note('book', 'Candles of a token, oldest first.', 'unknown-tick'),
  trade: note('book', 'One own purchase and how far it is.', 'not-yours', 'unknown-trade'),
  myTrades: note('book', 'The purchases of the own address.', 'not-yours'),
  bidKey: note('book', 'What a bid must know first: the exchange’s key in every lock, times, limits.'),
  prepareBid: note(
    'book',
    'Builds a standing bid of up to 12 rungs: the funding, a lock for each rung, its promise and its exit. Locks nothing yet.',
    ...([
      'not-yours',
      'unknown-tick',
      'unknown-bid',
      'rung-too-small',
      'bid-too-large',
      'too-small',
    ] as const),
    ...([
      'amount-differs',
      'fee-needs-consent',
      'wrong-address-type',
      'not-followed',
      'token-halted',
    ] as const),
    ...(['order-closed', 'event-not-allowed', 'signer-down', 'limit-reached'] as const),
    ...[...TRADING, ...FEES],
  ),
  pushBid: note(
    'book',
    'Lists the rungs of a signed bid. Nothing is published before the first sale into it. The same push again is the same bid.',
    ...([
      'not-yours',
      'unknown-bid',
      'take-expired',
      'order-exists',
      'order-closed',
      'not-followed',
    ] as const),
    ...(['coin-spent', 'coin-unconfirmed', 'coin-unknown', 'lot-mixed', 'limit-reached'] as const),
    ...(['signer-down', 'signer-refused', 'bid-too-large', 'node-refused', 'outputs-exceed-inputs'] as const),
    ...[...TRADING, ...PSBT],
  ),
  bidFee: note('book', 'The service fee of selling into one resting bid.', 'unknown-order'),
  prepareFills: note(
    'book',
    'Builds a sale into up to 12 resting bids, a transaction for each. Nothing is locked: the first signed sale wins.',
    ...(['own-order', 'lots-differ', 'fee-needs-consent', 'wrong-address-type', 'not-followed'] as const),
    ...(['bid-greyed', 'opens-too-little', 'sales-paused', 'proceeds-too-low', 'order-exists'] as const),
    ...(['duplicate-input', 'amount-differs', 'indexers-differ', 'indexer-no-answer'] as const),
    ...[...TRADING, ...ORDER, ...LOT, ...FEES],
  ),
  submitFills: note(
    'book',
    'Sends the signed sale. The same once more gets the same answer.',
    ...([
      'unknown-trade',
      'take-expired',
      'price-changed',
      'node-refused',
      'own-order',
      'not-followed',
    ] as const),
    ...(['bid-greyed', 'opens-too-little', 'sales-paused', 'signer-down', 'signer-refused'] as const),
    ...(['limit-reached', 'message-not-allowed', 'outputs-exceed-inputs', 'order-exists'] as const),
    ...(['indexers-differ', 'indexer-no-answer'] as const),
    ...[...TRADING, ...ORDER, ...PSBT, ...LOT, ...FEES],
  ),
  prepareBidCancel: note(
    'book',
    'Builds the cancel on the chain: a coin of a funding that is not published, or published locks, with the exchange’s half.',
    ...(['not-yours', 'unknown-bid', 'unknown-order', 'order-closed', 'order-taken'] as const),
    ...([
      'event-not-allowed',
      'fee-needs-consent',
      'coin-spent',
      'coin-unconfirmed',
      'not-followed',
    ] as const),
    ...(['syncing', 'wrong-address-type'] as const),
    ...FEES,
  ),
  submitBidCancel: note(
    'book',
    'Sends the signed cancel. The same once more gets the same answer.',
    ...([
      'not-yours',
      'not-found',
      'take-expired',
      'order-closed',
      'order-taken',
      'event-not-allowed',
    ] as const),
    ...(['coin-spent', 'coin-unconfirmed', 'node-refused', 'signer-down', 'signer-refused'] as const),
    ...(['limit-reached', 'syncing', 'not-followed'] as const),
    ...[...PSBT, ...FEES],
  ),
  bidRecoverInfo: note(
    'book',
    'The way home of one lock: its exit, when it is free, and the rescue file.',
    ...(['not-yours', 'unknown-order'] as const),
  ),
  recoverBid: note(
    'book',
    'Sends the stored exit of one lock, once it is free.',
    ...(['not-yours', 'unknown-order', 'lock-not-free', 'order-closed', 'node-refused', 'syncing'] as const),
  ),
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
    'Builds an act: a higher fee, a child that pays for its parent, a cancelled transaction, a split. Nothing is locked.',
    ...(['not-yours', 'not-followed', 'syncing', 'own-not-waiting', 'own-act-unfit'] as const),
    ...(['fee-needs-consent', 'wrong-address-type', 'coin-spent', 'coin-unconfirmed', 'lot-mixed'] as const),
    ...(['order-exists', 'unknown-tick', 'amount-differs', 'too-small', 'duplicate-input'] as const),
    'too-large',
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
