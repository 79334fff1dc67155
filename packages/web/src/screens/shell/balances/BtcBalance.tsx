/** Bitcoin of an address: how much, how much of it has its block, and what keeps the rest from paying. */
import type { BtcCoin } from '@rialto/contract';
import { useBtcRate } from '../../../data/queries.ts';
import { Line } from '../../../show/Lines.tsx';
import { Fiat, Money } from '../../../show/Money.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CoinList } from './CoinList.tsx';
import { Unpriced } from './Unpriced.tsx';
import { btcSums, percentOf, ratioTone } from './btc-sums.ts';
import type { BtcSums, Lock } from './btc-sums.ts';
import { RATIO_DOT, RATIO_TEXT } from './ratio-look.ts';
import { msg, numberWords, t } from '../../../words.ts';

interface BtcBalanceProps {
  readonly coins: readonly BtcCoin[] | undefined;
  /** In the locks of one's bids, in sat; undefined while it is not known. */
  readonly locked: bigint | undefined;
  readonly failed: boolean;
}

export function BtcBalance({ coins, locked = 0n, failed }: BtcBalanceProps) {
  const rateMissing = useBtcRate().isLoadingError;
  if (coins === undefined) {
    return failed ? (
      <p className="text-[0.8125rem] text-warn">
        {t('The coins of this address can’t be loaded right now.')}
      </p>
    ) : (
      <Skeleton className="h-32 w-full" />
    );
  }
  const sums = btcSums(coins);
  const tone = ratioTone(sums.confirmed, sums.total);
  const percent = percentOf(sums.confirmed, sums.total);
  return (
    <section aria-label={t('Bitcoin')}>
      <p className="text-2xl font-semibold tracking-tight" data-testid="excluded-balance">
        <Money value={sums.excluded} />
      </p>
      <p className="min-h-5 text-[0.8125rem]">
        <Fiat value={sums.excluded} />
        <Unpriced missing={rateMissing} />
      </p>
      <dl className="mt-3 space-y-1.5">
        {sums.total + locked === sums.excluded ? null : (
          <Line name={t('Total balance')}>
            <span data-testid="btc-total">
              <Money value={sums.total + locked} full />
            </span>
          </Line>
        )}
        {locked === 0n ? null : (
          <Line name={t('In locks')}>
            <span data-testid="btc-in-locks">
              <Money value={locked} full />
            </span>
          </Line>
        )}
        <Line name={t('Confirmed')}>
          {sums.confirmed === sums.total ? null : <Money value={sums.confirmed} full className="mr-2" />}
          <span
            data-testid="confirmed-ratio"
            data-tone={tone}
            className={`num inline-flex items-center gap-1.5 ${RATIO_TEXT[tone]}`}
          >
            <span aria-hidden="true" className={`size-2 rounded-full ${RATIO_DOT[tone]}`} />
            {numberWords(percent / 10_000, { style: 'percent', maximumFractionDigits: 2 })}
          </span>
        </Line>
        <Line name={t('Ready to pay')} strong>
          <Money value={sums.ready} full />
        </Line>
      </dl>
      <Held sums={sums} />
    </section>
  );
}

const WHY: readonly (readonly [Lock, string, string])[] = [
  ['unconfirmed', msg('Waiting for a block'), msg('Spendable once it confirms.')],
  ['asset', msg('Carries a token'), msg('Never spent as a fee: the token would be lost.')],
  ['order', msg('In an open order'), msg('Available again when the order fills or is cancelled.')],
  [
    'bid',
    msg('In your bids'),
    msg(
      'They fund a bid, each coin whole: until its first sale or until you remove it they pay for nothing else. What the bid doesn’t need comes back as change.',
    ),
  ],
  ['small', msg('Too small'), msg('Spending it would cost more than it brings.')],
];

function Held({ sums }: { sums: BtcSums }) {
  const kinds = WHY.filter(([lock]) => sums.held[lock].coins.length > 0);
  if (kinds.length === 0) return null;
  return (
    <ul className="mt-2 divide-y divide-line border-t border-line" aria-label={t('What doesn’t pay')}>
      {kinds.map(([lock, name, why]) => (
        <li key={lock}>
          <details className="group">
            <summary className="flex h-9 cursor-pointer list-none items-center justify-between gap-4 text-[0.8125rem] text-haze hover:text-fog">
              <span className="before:mr-2 before:inline-block before:transition-transform before:content-['›'] group-open:before:rotate-90">
                {t(name)}
              </span>
              <Money value={sums.held[lock].sum} full />
            </summary>
            <p className="pb-1 text-xs text-haze">{t(why)}</p>
            <CoinList coins={sums.held[lock].coins} />
          </details>
        </li>
      ))}
    </ul>
  );
}
