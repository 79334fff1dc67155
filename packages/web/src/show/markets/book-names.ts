/** What the books are called. */
import type { MarketName } from '@rialto/market';
import { msg } from '../../words.ts';

export const BOOK_NAMES: Readonly<Record<MarketName, string>> = {
  mrc20: msg('MRC-20'),
  brc20: msg('BRC-20'),
  idcoin: msg('ID-Coins'),
  runes: msg('Runes'),
};

/** In the order of the chips. */
export const BOOKS: readonly MarketName[] = ['brc20', 'mrc20', 'idcoin', 'runes'];
