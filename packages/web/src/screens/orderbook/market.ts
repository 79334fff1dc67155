/** Everything the screen knows of one market and one user in it. */
import type { Order, TokenBalance } from '@rialto/contract';
import type { BookRow, UsualTake } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import type { Pair } from '../../data/queries.ts';
import type { BookToken } from '../../data/tokens.ts';
import type { Account } from '../../flows/account/account.ts';
import type { BookRules } from './pair/books.ts';
import type { MarketFigures } from './pair/figures.ts';

export interface Market {
  readonly rules: BookRules;
  /** What a take of this book usually is; undefined while the exchange has not said what its pads are. */
  readonly usual: UsualTake | undefined;
  readonly network: Network;
  readonly tokens: readonly BookToken[] | undefined;
  /** Undefined while loading, and when there is no such token. */
  readonly token: BookToken | undefined;
  readonly pair: Pair;
  readonly unknown: boolean;
  readonly failed: boolean;
  readonly figures: MarketFigures | undefined;
  readonly orders: readonly Order[];
  readonly rows: readonly BookRow[];
  /** The same of the bids, the highest first. */
  readonly bidOrders: readonly Order[];
  readonly bids: readonly BookRow[];
  /** Live bids, the highest first: no price, no spread and no depth is made of them. */
  readonly liveOrders: readonly Order[];
  readonly live: readonly BookRow[];
  /** The best ask, the same for everybody. */
  readonly floor: BookRow | undefined;
  /** The best ask this user can take: nobody buys from themselves. */
  readonly best: BookRow | undefined;
  /** There are more expensive orders than those in the book. */
  readonly more: boolean;
  readonly bookLoading: boolean;
  readonly bookFailed: boolean;
  readonly retry: () => void;
  readonly sales: readonly Order[] | undefined;
  readonly account: Account;
  readonly balance: TokenBalance | undefined;
  /** Values of the coins that may pay. */
  readonly coins: readonly bigint[] | undefined;
  readonly spendable: bigint | undefined;
  readonly pendingSats: bigint;
  readonly myOpen: readonly Order[] | undefined;
  readonly myPast: readonly Order[] | undefined;
}
