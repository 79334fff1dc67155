/** The candles as a table: every number exact, newest first. */
import { formatSats, grouped } from '@rialto/market';
import type { CandleInterval } from '@rialto/market';
import type { Kline } from '@rialto/contract';
import { t } from '../../../words.ts';
import { NumberTable } from './NumberTable.tsx';
import { momentWords } from './moments.ts';

interface KlineTableProps {
  readonly list: readonly Kline[];
  readonly tick: string;
  readonly interval: CandleInterval;
}

export function KlineTable({ list, tick, interval }: KlineTableProps) {
  return (
    <NumberTable
      name={t('Candles of {tick}, prices in sat', { tick })}
      heads={[
        t('Begins'),
        t('Opening price'),
        t('Highest price'),
        t('Lowest price'),
        t('Closing price'),
        t('Amount, {tick}', { tick }),
        t('Turnover, sat'),
        t('Trades'),
      ]}
      rows={list.toReversed().map((kline) => ({
        key: kline.timestamp.toString(),
        cells: [
          momentWords(kline.timestamp, interval),
          ...[kline.open, kline.high, kline.low, kline.close].map(short),
          grouped(kline.volume),
          formatSats(BigInt(kline.turnover)),
          formatSats(BigInt(kline.trades)),
        ],
      }))}
    />
  );
}

/** Eight digits after the point say enough of a price; more would push the columns out. */
const short = (text: string): string =>
  grouped(text.replace(/(\.\d{8})\d+$/, '$1').replace(/\.?0+$/, (end) => (text.includes('.') ? '' : end)));
