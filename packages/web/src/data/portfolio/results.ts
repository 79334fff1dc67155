/** What trading here brought, token by token: sales less the average cost of what was bought here before. Pure. */
import type { Order } from '@rialto/contract';
import { TOKEN_DECIMALS, parseDecimal } from '@rialto/market';
import type { MarketName } from '@rialto/market';

export interface Result {
  /** What the orders call the token. */
  readonly book: MarketName;
  readonly ticker: string;
  /** Sats, of what was sold and had been bought here; undefined while none of it was. */
  readonly made: bigint | undefined;
  /** Tokens (18 digits) that were sold and came from elsewhere: nobody here knows their cost. */
  readonly unknown: bigint;
}

interface Stock {
  readonly book: MarketName;
  readonly ticker: string;
  readonly units: bigint;
  /** What they cost with the service fee, in sat. */
  readonly cost: bigint;
  readonly made: bigint | undefined;
  readonly unknown: bigint;
}

const nothingOf = ({ book, tick: ticker }: Order): Stock => {
  return { book, ticker, units: 0n, cost: 0n, made: undefined, unknown: 0n };
};

/** @param history orders that are over, of one's own sales and purchases; those without a sale do not count */
export function resultsOf(history: readonly Order[], me: string): ReadonlyMap<string, Result> {
  const stocks = new Map<string, Stock>();
  for (const order of history.filter((one) => isDeal(one)).toSorted(inOrder(me))) {
    const before = stocks.get(order.assetId) ?? nothingOf(order);
    stocks.set(order.assetId, isPurchase(order, me) ? bought(before, order) : sold(before, order));
  }
  return new Map(
    [...stocks].map(([asset, { book, ticker, made, unknown }]) => [asset, { book, ticker, made, unknown }]),
  );
}

/** What one sells to oneself changes nothing. */
const isDeal = ({ state, sellerAddress, buyerAddress }: Order): boolean =>
  state === 'done' && sellerAddress !== buyerAddress;

const isPurchase = ({ buyerAddress }: Order, me: string): boolean => buyerAddress === me;

/** Oldest first; in one block what was bought may have been sold. */
const inOrder =
  (me: string) =>
  (a: Order, b: Order): number =>
    timeOf(a) - timeOf(b) || Number(isPurchase(b, me)) - Number(isPurchase(a, me));

const timeOf = ({ dealTimestamp, timestamp }: Order): number => dealTimestamp ?? timestamp;

const unitsOf = ({ coinAmount }: Order): bigint => parseDecimal(coinAmount, TOKEN_DECIMALS) ?? 0n;

function bought(stock: Stock, order: Order): Stock {
  const cost = stock.cost + BigInt(order.amount) + BigInt(order.platformFee);
  return { ...stock, units: stock.units + unitsOf(order), cost };
}

function sold(stock: Stock, order: Order): Stock {
  const units = unitsOf(order);
  const known = units < stock.units ? units : stock.units;
  const unknown = stock.unknown + units - known;
  if (known === 0n) return { ...stock, unknown };
  const cost = (stock.cost * known) / stock.units;
  const price = (BigInt(order.amount) * known) / units;
  return {
    ...stock,
    units: stock.units - known,
    cost: stock.cost - cost,
    made: (stock.made ?? 0n) + price - cost,
    unknown,
  };
}
