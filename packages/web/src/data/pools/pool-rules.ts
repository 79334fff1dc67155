/** The two kinds of pools as data: everything in which their pages differ. */
import type { Network } from '@rialto/protocols';

export interface PoolRules {
  /** In addresses; and the order book of the same tokens. */
  readonly book: 'runes' | 'brc20';
  /** In the paths of calls. */
  readonly kind: 'runes' | 'swap';
  /** Its tokens move as whole lots, which do not divide (pools §12). */
  readonly movesLots: boolean;
}

const RUNES: PoolRules = { book: 'runes', kind: 'runes', movesLots: false };
const BRC20: PoolRules = { book: 'brc20', kind: 'swap', movesLots: true };

export type PoolBook = PoolRules['book'];
export type PoolKind = PoolRules['kind'];

export const rulesOfPools = (book: PoolBook): PoolRules => (book === 'runes' ? RUNES : BRC20);

/** As a call's path says it. */
export const rulesOfKind = (kind: PoolKind): PoolRules => (kind === 'runes' ? RUNES : BRC20);

/** The pools of an order book's tokens; the other books have none. */
export function poolsOfBook(book: string): PoolRules | undefined {
  return [RUNES, BRC20].find((rules) => rules.book === book);
}

/** One pool, as its calls name it: of a rune its id, of BRC-20 the tick in small letters. */
export interface PoolPlace {
  readonly net: Network;
  readonly kind: PoolKind;
  readonly token: string;
}

const inPath = (token: string): string => encodeURIComponent(token).replaceAll('%3A', ':');

export const swapHref = ({ book }: PoolRules, token: string): string => `/swap/${book}/btc-${inPath(token)}`;

export const liquidityHref = ({ book }: PoolRules, token: string, act: 'add' | 'remove'): string =>
  `/swap-pools/${book}/btc-${inPath(token)}/${act}`;
