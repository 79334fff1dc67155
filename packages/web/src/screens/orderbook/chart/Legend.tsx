/** The numbers of one candle: the one under the pointer, otherwise the last. Exact in the title of each. */
import type { ReactNode } from 'react';
import { formatSats, grouped } from '@rialto/market';
import type { CandleInterval } from '@rialto/market';
import type { Kline } from '@rialto/contract';
import { Money, Price } from '../../../show/Money.tsx';
import { shown } from '../../../shown.ts';
import { t } from '../../../words.ts';
import { isRising } from './kline.ts';
import { momentWords } from './moments.ts';
import type { TradePoint } from './trade-points.ts';

interface LegendProps {
  readonly kline: Kline | undefined;
  readonly tick: string;
  readonly interval: CandleInterval;
}

/** One line: what has no room is left out whole, and the table has it. */
const LINE = 'num flex min-w-0 flex-wrap items-baseline gap-x-3 text-2xs leading-4 text-haze';

export function Legend({ kline, tick, interval }: LegendProps) {
  if (kline === undefined) return null;
  const tone = isRising(kline) ? 'text-buy' : 'text-sell';
  return (
    <dl data-testid="chart-legend" className={LINE}>
      <div className="whitespace-nowrap">
        <dt className="sr-only">{t('Begins')}</dt>
        <dd>{momentWords(kline.timestamp, interval)}</dd>
      </div>
      <Figure name={t('Opening price')} letter={t('O')} exact={kline.open} tone={tone} />
      <Figure name={t('Highest price')} letter={t('H')} exact={kline.high} tone={tone} />
      <Figure name={t('Lowest price')} letter={t('L')} exact={kline.low} tone={tone} />
      <Figure name={t('Closing price')} letter={t('C')} exact={kline.close} tone={tone} />
      <Item name={t('Volume')} title={t('{amount} sat', { amount: formatSats(BigInt(kline.turnover)) })}>
        {grouped(kline.volume)} {shown(tick)}
      </Item>
      <Item name={t('Trades')}>
        {t('{count, plural, one {# trade} other {# trades}}', { count: kline.trades })}
      </Item>
    </dl>
  );
}

/** The same of one trade. */
export function TradeLegend({ trade, tick }: { trade: TradePoint; tick: string }) {
  const { at, price, amount, total } = trade;
  return (
    <dl data-testid="chart-legend" className={LINE}>
      <Item name={t('Sold')}>{momentWords(at, '15m')}</Item>
      <Item name={t('Price')} title={t('{amount} sat', { amount: grouped(price) })}>
        <Price value={price} unit="sat" className="text-fog" />
      </Item>
      <Item name={t('Amount')}>
        {grouped(amount)} {shown(tick)}
      </Item>
      <Item name={t('Total')}>
        <Money value={BigInt(total)} />
      </Item>
    </dl>
  );
}

function Figure({
  name,
  letter,
  exact,
  tone,
}: {
  name: string;
  letter: string;
  exact: string;
  tone: string;
}) {
  return (
    <div className="flex gap-1 whitespace-nowrap" title={t('{amount} sat', { amount: grouped(exact) })}>
      <dt>
        <abbr title={name} className="no-underline">
          {letter}
        </abbr>
      </dt>
      <dd className={tone}>
        <Price value={exact} />
      </dd>
    </div>
  );
}

function Item({ name, title, children }: { name: string; title?: string; children: ReactNode }) {
  return (
    <div {...(title === undefined ? {} : { title })}>
      <dt className="sr-only">{name}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  );
}
