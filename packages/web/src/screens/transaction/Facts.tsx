/** What a transaction sold or cancelled, its fees and its block. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { TransactionSale, TransactionView } from '@rialto/contract';
import { grouped } from '@rialto/market';
import { hrefOfPair } from '../../data/pair-href.ts';
import { Line } from '../../show/Lines.tsx';
import { Fiat, Money } from '../../show/Money.tsx';
import { shown } from '../../shown.ts';
import { Words } from '../../ui/Words.tsx';
import { dateWords, msg, numberWords, t } from '../../words.ts';

export function Sales({ one: { sales, cancelled } }: { one: TransactionView }) {
  if (cancelled !== undefined)
    return (
      <Card>
        <Sale sale={cancelled} of={msg('Order to sell {what} for {sats} cancelled')} />
      </Card>
    );
  if (sales.length === 0) return null;
  return (
    <Card>
      {sales.map((sale) => (
        <Sale key={sale.orderId} sale={sale} of={msg('{what} for {sats}')} />
      ))}
    </Card>
  );
}

function Card({ children }: { children: ReactNode }) {
  return (
    <ul className="divide-y divide-line rounded-xl border border-line" data-testid="tx-sales">
      {children}
    </ul>
  );
}

function Sale({ sale, of }: { sale: TransactionSale; of: string }) {
  const { book, tick, assetId, coinAmount, amount } = sale;
  const href = hrefOfPair({ book, ticker: tick, assetId, firstDeployed: false });
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-3 text-sm">
      <span>
        <Words
          of={of}
          parts={{
            what: (
              <span className="num font-medium">
                {grouped(coinAmount)} <bdi>{shown(tick)}</bdi>
              </span>
            ),
            sats: <Money value={BigInt(amount)} />,
          }}
        />
      </span>
      <Link to={href} className="text-[0.8125rem] text-mist underline underline-offset-4 hover:text-fog">
        {t('Order book')}
      </Link>
    </li>
  );
}

export function Facts({ one }: { one: TransactionView }) {
  const { networkFee, serviceFee, vsize, height, time } = one;
  return (
    <dl className="space-y-2" data-testid="tx-facts">
      <Line name={t('Network fee')}>
        {networkFee === undefined ? t('unknown') : <Fee fee={BigInt(networkFee)} vsize={vsize} />}
      </Line>
      {serviceFee === undefined ? null : (
        <Line name={t('Service fee')}>
          <Money value={BigInt(serviceFee)} />
        </Line>
      )}
      {height === undefined ? null : (
        <Line name={t('Block')}>
          {numberWords(height)}
          {time === undefined ? '' : ` · ${dateWords(time, { dateStyle: 'medium', timeStyle: 'short' })}`}
        </Line>
      )}
    </dl>
  );
}

function Fee({ fee, vsize }: { fee: bigint; vsize: number }) {
  const rate = (Number.parseInt(fee.toString(), 10) / vsize).toFixed(1);
  return (
    <>
      <Money value={fee} /> <Fiat value={fee} />
      <span className="block text-xs text-haze">
        {t('{vsize} vB at {rate} sat/vB', { vsize: numberWords(vsize), rate })}
      </span>
    </>
  );
}
