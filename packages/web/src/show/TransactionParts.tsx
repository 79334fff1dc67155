/** What pages of a transaction share, whichever chain it is on: while it loads, where there is none, and the places on either side. */
import type { ReactNode } from 'react';
import { shortened } from '@rialto/market';
import { ApiError } from '../data/calls/api-error.ts';
import { errorWords } from '../error-words.ts';
import { Column, Sentence } from '../ui/Page.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { numberWords, t } from '../words.ts';

export function LoadingTransaction({ title }: { title: string }) {
  return (
    <Column title={title}>
      <div className="space-y-4" role="status" aria-label={t('Loading')}>
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-5 w-full" />
        ))}
      </div>
    </Column>
  );
}

interface NoTransactionProps {
  readonly txid: string;
  readonly error: Error;
  readonly testId: string;
  /** Leads on. */
  readonly act: ReactNode;
}

export function NoTransaction({ txid, error, testId, act }: NoTransactionProps) {
  const isUnknown =
    error instanceof ApiError && (error.refusal === 'not-found' || error.refusal === 'bad-request');
  return (
    <Sentence
      testId={testId}
      over={shortened(txid, 8, 8)}
      title={isUnknown ? t('Transaction not found') : t('This transaction can’t be loaded right now')}
      act={act}
    >
      {isUnknown ? t('Not in a block and not in our node’s mempool.') : errorWords(error)}
    </Sentence>
  );
}

interface Place {
  readonly outpoint: string;
  /** Empty where the script is none of a key. */
  readonly address: string;
}

interface PlacesProps<T extends Place> {
  readonly title: string;
  readonly places: readonly T[];
  readonly total: number;
  readonly testId?: string;
  /** What lies there. */
  readonly held: (place: T) => ReactNode;
}

/** Its inputs or its outputs, the first of them. */
export function PlaceList<T extends Place>({ title, places, total, testId, held }: PlacesProps<T>) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-1 text-[0.8125rem] text-haze">
        {title} <span className="num">{numberWords(total)}</span>
      </h2>
      <ol className="text-[0.8125rem]">
        {places.map((place) => (
          <li
            key={place.outpoint}
            className="flex items-baseline justify-between gap-3 py-1"
            data-testid={testId}
          >
            <span
              className="num whitespace-nowrap text-mist"
              title={place.address === '' ? place.outpoint : place.address}
            >
              {place.address === '' ? shortened(place.outpoint, 8, 6) : shortened(place.address, 8, 6)}
            </span>
            {held(place)}
          </li>
        ))}
      </ol>
      {places.length < total ? (
        <p className="text-xs text-haze">{t('and {count} more', { count: total - places.length })}</p>
      ) : null}
    </section>
  );
}
