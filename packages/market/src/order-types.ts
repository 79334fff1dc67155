/** What is traded in which book: the protocols and their order types, as data (rules §8). */
import { invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';

export type MarketName = 'brc20' | 'mrc20' | 'idcoin' | 'runes';
export type OrderSide = 'ask' | 'bid';
type OrderType = 1 | 2 | 11 | 12 | 21 | 22 | 31 | 32;

interface MarketRules {
  readonly name: MarketName;
  /** What its lots carry: ID-Coins are MRC-20 tokens. */
  readonly lots: 'brc20' | 'mrc20' | 'rune';
  /** `orderType` on the wire. */
  readonly types: Readonly<Record<OrderSide, OrderType>>;
  /** True when a lot may be moved and stay a lot; a BRC-20 transfer is used up by its first move. */
  readonly lotsOutliveMoves: boolean;
}

export const MARKETS: readonly MarketRules[] = [
  {
    name: 'brc20',
    lots: 'brc20',
    lotsOutliveMoves: false,
    types: { ask: 1, bid: 2 },
  },
  {
    name: 'mrc20',
    lots: 'mrc20',
    lotsOutliveMoves: true,
    types: { ask: 11, bid: 12 },
  },
  {
    name: 'idcoin',
    lots: 'mrc20',
    lotsOutliveMoves: true,
    types: { ask: 21, bid: 22 },
  },
  {
    // Beyond the specification's list of types (decision 0031).
    name: 'runes',
    lots: 'rune',
    lotsOutliveMoves: true,
    types: { ask: 31, bid: 32 },
  },
];

/**
 * The market and the side of an `orderType`.
 * @throws Refusal invalid-order-type
 */
export function marketOfType(orderType: number): { readonly market: MarketRules; readonly side: OrderSide } {
  for (const market of MARKETS) {
    if (market.types.ask === orderType) return { market, side: 'ask' };
    if (market.types.bid === orderType) return { market, side: 'bid' };
  }
  throw new Refusal('invalid-order-type');
}

/**
 * Whether a lot may be offered in a market by this type; bids have calls of their own.
 * @throws Refusal invalid-order-type (a bid's, another market's, or nobody's)
 */
export function requireAskType(market: MarketName, orderType: number): void {
  const found = marketOfType(orderType);
  if (found.market.name !== market || found.side !== 'ask') throw new Refusal('invalid-order-type');
}

/** The rules of a market by its name. */
export function marketNamed(name: MarketName): MarketRules {
  const found = MARKETS.find((market) => market.name === name);
  invariant(found !== undefined, `there is a market ${name}`);
  return found;
}
