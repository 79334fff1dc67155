/** Under which key each answer of the exchange is kept. Without its parts a key means all of its kind. */
const kind =
  (name: string) =>
  (...parts: readonly string[]): readonly string[] => [name, ...parts];

export const KEYS = {
  health: kind('health'),
  /** Of an asset. */
  asks: kind('asks'),
  bids: kind('bids'),
  sales: kind('deals'),
  kline: kind('kline'),
  /** Of a network, and what is asked for. */
  markets: kind('markets'),
  /** Of a book. */
  tickers: kind('tickers'),
  /** Of an address. */
  balance: kind('balance'),
  coins: kind('coins'),
  myOrders: kind('my-orders'),
  notifications: kind('notifications'),
  own: kind('own'),
  /** Of a purchase. */
  trade: kind('trade'),
  /** By its id. */
  transaction: kind('transaction'),
} as const;
