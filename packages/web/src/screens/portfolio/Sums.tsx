/** The sums of a portfolio: everything, bitcoin, what of it is in locks, tokens, what is listed, and the result of trades. */
import type { ReactNode } from 'react';
import { Fiat, Money } from '../../show/Money.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Totals } from './portfolio.ts';
import { Made } from './Made.tsx';
import { t } from '../../words.ts';

interface SumsProps {
  readonly bitcoin: bigint | undefined;
  /** In the locks of one's bids, in sat; undefined while it is not known, or nobody may know it. */
  readonly locked: bigint | undefined;
  /** Undefined while they load. */
  readonly totals: Totals | undefined;
  /** What nobody but the owner may know. */
  readonly known: { readonly listed: boolean; readonly result: boolean };
}

export function Sums({ bitcoin, locked, totals, known }: SumsProps) {
  const all = allOf(bitcoin, totals?.tokens, locked);
  return (
    <dl className="mb-4 mt-4 grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-6">
      <Sum name={t('Total value')} value={all} testId="portfolio-total" />
      <Sum name="BTC" value={bitcoin} testId="portfolio-btc" />
      <Sum name={t('In locks')} value={locked ?? 'unknown'} testId="portfolio-locked" />
      <Sum name={tokensName(totals)} value={totals?.tokens} testId="portfolio-tokens" />
      <Sum
        name={
          known.listed && totals !== undefined ? t('Listed ({count})', { count: totals.orders }) : t('Listed')
        }
        value={known.listed ? totals?.listed : 'unknown'}
        testId="portfolio-listed"
      />
      <Card name={t('Result of trades')} testId="portfolio-result">
        {known.result && totals?.made !== undefined ? (
          <>
            <Made sats={totals.made} />
            <Fiat value={totals.made < 0n ? -totals.made : totals.made} className="block text-xs" />
          </>
        ) : (
          <Unknown />
        )}
      </Card>
    </dl>
  );
}

/** What is in locks is counted in as soon as it is known. */
const allOf = (bitcoin?: bigint, tokens?: bigint, locked = 0n): bigint | undefined =>
  bitcoin === undefined || tokens === undefined ? undefined : bitcoin + tokens + locked;

/** What has no price is not in the sum, and that is said. */
const tokensName = (totals: Totals | undefined): string =>
  totals === undefined || totals.unpriced === 0
    ? t('Tokens')
    : t('Tokens ({count} without a price)', { count: totals.unpriced });

interface SumProps {
  readonly name: string;
  readonly value: bigint | 'unknown' | undefined;
  readonly testId: string;
}

function Sum({ name, value, testId }: SumProps) {
  return (
    <Card name={name} testId={testId}>
      {value === 'unknown' ? (
        <Unknown />
      ) : value === undefined ? (
        <Skeleton className="h-5 w-24" />
      ) : (
        <>
          <Money value={value} full />
          <Fiat value={value} className="block text-xs font-normal" />
        </>
      )}
    </Card>
  );
}

const Unknown = () => <span className="text-haze">—</span>;

function Card({ name, testId, children }: { name: string; testId: string; children: ReactNode }) {
  return (
    <div className="panel min-h-[4.75rem] px-4 py-3">
      <dt className="text-2xs text-haze">{name}</dt>
      <dd className="mt-1 text-sm font-semibold" data-testid={testId}>
        {children}
      </dd>
    </div>
  );
}
