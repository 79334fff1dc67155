/** The trade form: what was entered, as typed. */

export type Side = 'buy' | 'sell';

export type Kind = 'limit' | 'market';

/** How a purchase at market says what it wants: lots picked in the book, tokens, or sats to spend. */
export type Means = 'lots' | 'amount' | 'budget';

/** How a sale at market says what it wants: bids picked in the book, or tokens. */
export type SellMeans = 'bids' | 'amount';

export type PriceMode = 'unit' | 'total';

/** A price of a ladder below its first one, as typed. */
export interface RungTyped {
  readonly price: string;
  readonly amount: string;
}

export type Field = 'amount' | 'budget' | 'limitPrice' | 'limitAmount' | 'price' | 'make' | 'sellAmount';

export interface Form extends Readonly<Record<Field, string>> {
  readonly side: Side;
  readonly kinds: Readonly<Record<Side, Kind>>;
  readonly means: Means;
  /** Rungs of a limit buy beside the first one, which is in its own fields. */
  readonly ladder: readonly RungTyped[];
  /** What of a limit buy is left to rest as a bid, once the asks it meets are bought: its rungs. */
  readonly rest: readonly RungTyped[];
  /** Order ids to buy, in the order they were chosen. */
  readonly chosen: readonly string[];
  readonly sellMeans: SellMeans;
  /** Ids of bids to sell into, in the order they were chosen. */
  readonly bids: readonly string[];
  /** Outpoints of the lots to sell. */
  readonly lots: readonly string[];
  /** How many lots were made to size here. */
  readonly made: number;
  readonly priceMode: PriceMode;
  /** Offer without a service fee for the buyer. */
  readonly free: boolean;
  /** Offer from a lock. */
  readonly protect: boolean;
  /** Consent to a fee rate far above Fast. */
  readonly highFee: boolean;
  /** Consent to a price so far over the best ask, in hundredths of a percent, for what is chosen now. */
  readonly farOver: number | undefined;
}

/** Fields are kept as typed: amounts in tokens, prices and the budget in sat. */
export const EMPTY: Form = {
  side: 'buy',
  kinds: { buy: 'market', sell: 'limit' },
  means: 'lots',
  ladder: [],
  rest: [],
  chosen: [],
  amount: '',
  budget: '',
  limitPrice: '',
  limitAmount: '',
  sellMeans: 'bids',
  bids: [],
  sellAmount: '',
  lots: [],
  made: 0,
  priceMode: 'unit',
  price: '',
  make: '',
  free: false,
  protect: false,
  highFee: false,
  farOver: undefined,
};

export const kindOf = (form: Form): Kind => form.kinds[form.side];

/** The same of bids to sell into. */
export const isPickingBids = (form: Form): boolean =>
  form.side === 'sell' && form.kinds.sell === 'market' && form.sellMeans === 'bids';

/** Elsewhere the form chooses the lots itself, and says which. */
export const isPickingLots = (form: Form): boolean =>
  form.side === 'buy' && form.kinds.buy === 'market' && form.means === 'lots';
