/** What differs between the books, as data. Everything else of the screen is the same for all of them. */
import type { MarketName } from '@rialto/market';
import { msg } from '../../../words.ts';

export interface BookRules {
  readonly name: MarketName;
  readonly label: string;
  /** How an amount becomes a lot. */
  readonly makeLot: 'inscribe' | 'split';
  /** True where a take needs a small coin in front of the lots. */
  readonly behindPad: boolean;
  /** What copying the id of its deploy is called. */
  readonly deploy: string;
}

const COIN_TAKE = {
  makeLot: 'split',
  behindPad: false,
  deploy: msg('Copy the id of the deploy'),
} as const;

const BOOKS: Readonly<Record<MarketName, BookRules>> = {
  mrc20: { name: 'mrc20', label: msg('MRC-20'), ...COIN_TAKE },
  brc20: {
    name: 'brc20',
    label: msg('BRC-20'),
    makeLot: 'inscribe',
    behindPad: true,
    deploy: msg('Copy the deploy inscription id'),
  },
  idcoin: { name: 'idcoin', label: msg('ID-Coins'), ...COIN_TAKE },
  runes: { name: 'runes', label: msg('Runes'), ...COIN_TAKE },
};

export const rulesOf = (book: MarketName): BookRules => BOOKS[book];
