/** The route table as data: one row per call, free of schemas so that the browser's first page needs none of them. */

/** How an answer is wrapped (rules §5). `plain` is not wrapped, `stream` is server-sent events. */
export type EnvelopeKind = 'code' | 'status' | 'plain' | 'stream';

export interface Call {
  readonly method: 'GET' | 'POST';
  /** Path below `/api`, with `:name` for parts of the path. */
  readonly path: string;
  readonly envelope: EnvelopeKind;
  /** True when the session headers X-Signature and X-Public-Key are demanded. */
  readonly session: boolean;
}

const get = (path: string, session = false): Call => ({ method: 'GET', path, envelope: 'code', session });
const status = (path: string): Call => ({ method: 'GET', path, envelope: 'status', session: false });
const post = (path: string, session = true): Call => ({ method: 'POST', path, envelope: 'code', session });

export const CALLS = {
  health: { method: 'GET', path: '/health', envelope: 'plain', session: false },
  feed: { method: 'GET', path: '/feed', envelope: 'stream', session: false },
  myFeed: { method: 'GET', path: '/feed/mine', envelope: 'stream', session: true },

  geo: { method: 'GET', path: '/geo', envelope: 'plain', session: false },
  config: get('/book/common/config'),
  notifications: get('/book/common/notification/address'),
  clearNotificationsByLink: get('/book/common/notification/clear', true),
  clearNotifications: post('/book/common/notification/clear'),
  lockedCoins: get('/book/book/address/lock/utxo-list', true),
  bidDummies: get('/book/:book/order/bid/dummy/:address'),

  ownList: get('/book/common/own/list', true),
  prepareOwn: post('/book/common/own/prepare'),
  submitOwn: post('/book/common/own/submit'),

  btcRate: get('/book/common/rate/btc'),
  tokenPrices: get('/book/common/rate/brc20'),
  recommendedFees: get('/book/common/fee/recommended'),
  rawTransaction: get('/book/common/tx/raw'),
  transaction: get('/book/common/tx/detail'),
  btcCoins: get('/book/common/address/btc-utxo'),
  addressCoins: get('/book/common/address/coins'),
  coins: get('/book/common/coins'),
  crossChecks: get('/book/common/cross-check'),
  tokenList: get('/book/common/brc20/tick/list'),

  runeBalances: get('/book/common/runes/address/balance-list'),
  runeBalanceList: status('/runes/runes/address/balance-list'),
  runeCoins: status('/runes/runes/address/utxo'),
  runeList: status('/runes/rune/list'),
  rawRuneTransaction: status('/runes/tx/raw'),

  mrc20Balances: get('/book/common/mrc20/address/balance-list'),
  mrc20List: get('/book/mrc20/tick/list'),
  idCoinList: get('/book/idcoin/tick/list'),

  loginChallenge: get('/book/brc20/login/challenge'),
  loginIn: post('/book/brc20/login/in', false),
  loginOut: post('/book/brc20/login/out'),
  balances: get('/book/brc20/address/:address/balance/info'),
  faucet: post('/book/brc20/tick/faucet', false),

  markets: get('/book/markets'),
  // The books are one set of calls.
  tickers: get('/book/:book/tickers'),
  tokenBalance: get('/book/:book/address/:address/:tick'),
  pushAsk: post('/book/:book/order/ask/push'),
  updateOrder: post('/book/:book/order/update'),
  orders: get('/book/:book/order-v2/orders'),
  myOrders: get('/book/:book/order-v2/orders/user/:address', true),
  order: get('/book/:book/order-v2/:orderId'),
  prepareTake: post('/book/:book/order-v2/take/prepare'),
  updateOrderV2: post('/book/:book/order-v2/update'),
  prepareCancel: post('/book/:book/order-v2/cancel/prepare'),
  submitCancel: post('/book/:book/order-v2/cancel/submit'),
  bidKey: get('/book/:book/order-v2/bid/key', true),
  prepareBid: post('/book/:book/order-v2/bid/prepare'),
  pushBid: post('/book/:book/order-v2/bid/push'),
  bidFee: get('/book/:book/order-v2/bid/cal/fee'),
  prepareFills: post('/book/:book/order-v2/bid/do/pre'),
  submitFills: post('/book/:book/order-v2/bid/do'),
  prepareBidCancel: post('/book/:book/order-v2/bid/cancel/prepare'),
  submitBidCancel: post('/book/:book/order-v2/bid/cancel/submit'),
  bidRecoverInfo: get('/book/:book/order-v2/bid/recover/info', true),
  // Calls of our own: the original has no bid that nothing is locked for.
  liveTerms: get('/book/:book/order-v2/bid/live/terms'),
  pushLiveBid: post('/book/:book/order-v2/bid/live/push'),
  beatLiveBids: post('/book/:book/order-v2/bid/live/beat'),
  removeLiveBid: post('/book/:book/order-v2/bid/live/remove'),
  prepareLiveAnswer: post('/book/:book/order-v2/bid/live/answer/prepare'),
  submitLiveAnswer: post('/book/:book/order-v2/bid/live/answer'),
  liveAnswer: get('/book/:book/order-v2/bid/live/answer', true),
  waitingAnswers: get('/book/:book/order-v2/bid/live/waiting', true),
  signLiveAnswer: post('/book/:book/order-v2/bid/live/sign'),
  declineLiveAnswer: post('/book/:book/order-v2/bid/live/decline'),
  recoverBid: post('/book/:book/order-v2/bid/recover'),
  lockTerms: get('/book/:book/order-v2/lock/terms'),
  prepareLock: post('/book/:book/order-v2/lock/prepare'),
  pushLock: post('/book/:book/order-v2/lock/push'),
  ownLocks: get('/book/:book/order-v2/lock/list', true),
  leaveLock: post('/book/:book/order-v2/lock/leave'),
  kline: get('/book/:book/order-v2/kline'),
  trade: get('/book/:book/order-v2/trade/:tradeId', true),
  myTrades: get('/book/:book/order-v2/trades/user/:address', true),
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof CALLS;

/** The root of every call. */
export const API_ROOT = '/api';
