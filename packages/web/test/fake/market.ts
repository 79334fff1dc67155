/** A market as the screen knows it, of orders as the exchange answers them, for one who has money and is logged in. */
import type { Order } from '@rialto/contract';
import { BARE_TAKE, bestAsks, floorOf } from '@rialto/market';
import { bookOf } from '../../src/screens/orderbook/book/rows.ts';
import { rulesOf } from '../../src/screens/orderbook/pair/books.ts';
import type { Market } from '../../src/screens/orderbook/market.ts';
import { order } from './exchange.ts';
import { MRC20_ASSET, id, user } from './people.ts';

const me = user(7);

/** An ask of so many tokens for so many sat. */
export const askOf = (seed: number, tokens: string, price: bigint, more: Partial<Order> = {}): Order =>
  order(seed, {
    ...{ book: 'mrc20', tick: 'FERN', assetId: MRC20_ASSET, coinAmount: tokens, amount: price.toString() },
    ...{ inscriptionId: '', timestamp: seed, ...more },
  });

/** What is this user's own is so by its seller. */
export const ownAsk = (seed: number, tokens: string, price: bigint): Order =>
  askOf(seed, tokens, price, { sellerAddress: me.address });

export function marketOf(orders: readonly Order[], more: Partial<Market> = {}): Market {
  const rows = bookOf(orders, me.address);
  return {
    ...{ rules: rulesOf('mrc20'), usual: BARE_TAKE, network: 'regtest', tokens: undefined },
    token: {
      ...{ book: 'mrc20', assetId: MRC20_ASSET, ticker: 'FERN', deployId: id(1), decimals: 8 },
      ...{ firstDeployed: true, oneScript: true, openOrders: orders.length },
    },
    pair: { net: 'regtest', book: 'mrc20', tick: 'FERN', assetId: MRC20_ASSET },
    ...{ unknown: false, failed: false, figures: undefined, orders, rows, more: false },
    ...{ bidOrders: [], bids: [], liveOrders: [], live: [] },
    ...{ best: bestAsks(rows, 1)[0], floor: floorOf(rows) },
    ...{ bookLoading: false, bookFailed: false, retry: () => undefined, sales: [] },
    account: {
      user: { wallet: 'unisat', address: me.address, publicKey: me.publicKey },
      credential: { address: me.address, publicKey: me.publicKey, signature: '', expiresAt: 0 },
    },
    ...{ balance: undefined, coins: [5_000_000n], spendable: 5_000_000n, pendingSats: 0n },
    ...{ myOpen: [], myPast: [] },
    ...more,
  };
}
