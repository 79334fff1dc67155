/** The calls of a visit: what pages read before anybody acts. */
import { get, post, status } from './call.ts';
import type { Call } from './call.ts';

export const FIRST_CALLS = {
  health: { method: 'GET', path: '/health', envelope: 'plain', session: false },
  feed: { method: 'GET', path: '/feed', envelope: 'stream', session: false },
  myFeed: { method: 'GET', path: '/feed/mine', envelope: 'stream', session: true },

  geo: { method: 'GET', path: '/geo', envelope: 'plain', session: false },
  config: get('/book/common/config'),
  notifications: get('/book/common/notification/address'),
  lockedCoins: get('/book/book/address/lock/utxo-list', true),

  btcRate: get('/book/common/rate/btc'),
  tokenPrices: get('/book/common/rate/brc20'),
  recommendedFees: get('/book/common/fee/recommended'),
  btcCoins: get('/book/common/address/btc-utxo'),
  tokenList: get('/book/common/brc20/tick/list'),

  runeBalances: get('/book/common/runes/address/balance-list'),
  runeList: status('/runes/rune/list'),

  mrc20Balances: get('/book/common/mrc20/address/balance-list'),
  mrc20List: get('/book/mrc20/tick/list'),
  idCoinList: get('/book/idcoin/tick/list'),

  // A book says what its token costs in its pool, and what can be earned with it.
  pools: status('/:kind/pools'),
  rewardCampaigns: get('/book/event/campaigns'),

  loginChallenge: get('/book/brc20/login/challenge'),
  loginIn: post('/book/brc20/login/in', false),

  markets: get('/book/markets'),
  // The books are one set of calls.
  tickers: get('/book/:book/tickers'),
  tokenBalance: get('/book/:book/address/:address/:tick'),
  orders: get('/book/:book/order-v2/orders'),
  myOrders: get('/book/:book/order-v2/orders/user/:address', true),
  order: get('/book/:book/order-v2/:orderId'),
  kline: get('/book/:book/order-v2/kline'),
  trade: get('/book/:book/order-v2/trade/:tradeId', true),
  myTrades: get('/book/:book/order-v2/trades/user/:address', true),
} as const satisfies Record<string, Call>;
