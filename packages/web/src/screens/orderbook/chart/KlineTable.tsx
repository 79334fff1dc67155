/** The candles as a table, newest first. */
import { formatSats, grouped } from '@rialto/market';
import type { CandleInterval } from '@rialto/market';
import type { Kline } from '@rialto/contract';
import { priceText } from '../../../show/Money.tsx';
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
          ...[kline.open, kline.high, kline.low, kline.close].map(exact),
          grouped(kline.volume),
          formatSats(BigInt(kline.turnover)),
          formatSats(BigInt(kline.trades)),
        ],
      }))}
    />
  );
}

/** More digits than elsewhere, and still as many as the columns have room for. */
const DIGITS = 8;
const exact = (price: string): string => priceText(price, DIGITS);
