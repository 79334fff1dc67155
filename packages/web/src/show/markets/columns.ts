/** The columns of a list of markets that can be sorted by. */
import type { MarketSort } from '@rialto/contract';
import { msg } from '../../words.ts';

interface Column {
  readonly key: MarketSort;
  /** A message. */
  readonly label: string;
}

export const COLUMNS: readonly Column[] = [
  { key: 'last', label: msg('Last price') },
  { key: 'change', label: msg('24h change') },
  { key: 'volume', label: msg('24h volume') },
  { key: 'bid', label: msg('Best bid') },
  { key: 'floor', label: msg('Best ask') },
  { key: 'listed', label: msg('Listed') },
];
