/** What was sold lately, newest first. */
import { Link } from '@tanstack/react-router';
import type { Order } from '@rialto/contract';
import { parseDecimal } from '@rialto/market';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useSettings } from '../../../data/settings.ts';
import { Money, maxOf, maxOfAmounts, Price, Tokens } from '../../../show/Money.tsx';
import { satsOf, unitsOf } from '../book/rows.ts';
import { timeAgo } from '../../../show/time-ago.ts';
import { t } from '../../../words.ts';

const COLUMNS =
  'grid grid-cols-[4.75rem_minmax(0,1fr)_5.75rem_2.25rem] sm:grid-cols-[4.75rem_minmax(0,1fr)_minmax(5.75rem,1fr)_3rem] gap-3 px-4';

export function MarketTrades({
  sales,
  tick,
  now,
}: {
  sales: readonly Order[] | undefined;
  tick: string;
  now: number;
}) {
  const { simplifyPrice, btcUnit } = useSettings();
  const price = maxOf(
    (sales ?? []).map((sale) => sale.coinRatePrice),
    simplifyPrice,
  );
  const amount = maxOfAmounts((sales ?? []).map((sale) => unitsOf(sale.coinAmount)));
  return (
    <>
      <div className={`${COLUMNS} h-8 shrink-0 items-center text-2xs text-haze`} aria-hidden="true">
        <span className="text-right">{t('Price, sat')}</span>
        <span className="text-right">{tick === '' ? t('Amount') : t('Amount, {tick}', { tick })}</span>
        <span className="text-right">{t('Total, {unit}', { unit: btcUnit ? 'BTC' : 'sat' })}</span>
        <span className="text-right">{t('Age')}</span>
      </div>
      {sales === undefined ? <Rows /> : null}
      {sales?.length === 0 ? (
        <p className="grid min-h-32 flex-1 place-content-center px-6 text-center text-[0.8125rem] text-haze">
          {t('No {tick} trades yet.', { tick })}
        </p>
      ) : null}
      {sales === undefined || sales.length === 0 ? null : (
        <ol aria-label={t('Trades, newest first')} className="pb-2 focus-visible:-outline-offset-2">
          {sales.map((sale, at) => (
            <li key={sale.orderId} className={`${COLUMNS} h-7 items-center text-[0.8125rem]`}>
              <span className="flex items-center justify-end gap-1">
                <Move from={sales[at + 1]} to={sale} />
                <Price value={sale.coinRatePrice} most={price} />
              </span>
              <Tokens units={unitsOf(sale.coinAmount)} most={amount} className="flex justify-end" />
              <Money value={satsOf(sale.amount)} bare className="text-right text-mist" />
              <Age sale={sale} now={now} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

const rateOf = ({ coinRatePrice }: Order): bigint => parseDecimal(coinRatePrice, 18) ?? 0n;

/** Whether a price is above the one before it or below. */
function Move({ from, to }: { from: Order | undefined; to: Order }) {
  if (from === undefined || rateOf(from) === rateOf(to)) return null;
  const up = rateOf(to) > rateOf(from);
  return (
    <span data-testid="trade-move" className={`text-[0.5rem] leading-none ${up ? 'text-buy' : 'text-sell'}`}>
      <span aria-hidden="true">{up ? '▲' : '▼'}</span>
      <span className="sr-only">{up ? t('up') : t('down')}</span>
    </span>
  );
}

/** Leads to the transaction. */
function Age({ sale: { dealTx, dealTimestamp, timestamp }, now }: { sale: Order; now: number }) {
  const age = timeAgo(dealTimestamp ?? timestamp, now);
  const look = 'num text-right text-haze';
  if (dealTx === '') return <span className={look}>{age}</span>;
  return (
    <Link
      to="/tx/$txid"
      params={{ txid: dealTx }}
      title={dealTx}
      data-testid="trade-link"
      className={`${look} leading-7 underline-offset-4 hover:text-fog hover:underline`}
    >
      {age}
      <span className="sr-only"> {t('Transaction')}</span>
    </Link>
  );
}

function Rows() {
  return (
    <div role="status" aria-label={t('Loading trades')}>
      {Array.from({ length: 10 }, (_, row) => (
        <div key={row} className={`${COLUMNS} h-7 items-center`}>
          <Skeleton className="ml-auto h-3 w-14" />
          <Skeleton className="ml-auto h-3 w-12" />
          <Skeleton className="ml-auto h-3 w-16" />
          <Skeleton className="ml-auto h-3 w-6" />
        </div>
      ))}
    </div>
  );
}
