/** Its inputs or its outputs, the first of them. */
import type { TransactionView } from '@rialto/contract';
import { shortened } from '@rialto/market';
import { Money } from '../../show/Money.tsx';
import { numberWords, t } from '../../words.ts';

interface PlacesProps {
  readonly title: string;
  readonly places: TransactionView['inputs'];
  readonly total: number;
}

export function Places({ title, places, total }: PlacesProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-1 text-[0.8125rem] text-haze">
        {title} <span className="num">{numberWords(total)}</span>
      </h2>
      <ol className="text-[0.8125rem]">
        {places.map(({ outpoint, value, address }) => (
          <li key={outpoint} className="flex items-baseline justify-between gap-3 py-1">
            <span className="num min-w-0 text-mist" title={address === '' ? outpoint : address}>
              {address === '' ? shortened(outpoint, 8, 6) : shortened(address, 8, 6)}
            </span>
            {value === undefined ? (
              <span className="text-haze">{t('unknown')}</span>
            ) : (
              <Money value={BigInt(value)} />
            )}
          </li>
        ))}
      </ol>
      {places.length < total ? (
        <p className="text-xs text-haze">{t('and {count} more', { count: total - places.length })}</p>
      ) : null}
    </section>
  );
}
