/** The table of pools; its heads sort it. */
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { msg, t } from '../../../words.ts';
import { PoolListRow } from './PoolListRow.tsx';
import { sortedPools } from './pool-list.ts';
import type { ListedPool, PoolSort } from './pool-list.ts';

/** As many at once: each asks for its own figures. */
const AT_ONCE = 25;

interface TableProps {
  readonly pools: readonly ListedPool[];
  readonly address: string;
}

export function PoolTable({ pools, address }: TableProps) {
  const [by, setBy] = useState<PoolSort>('liquidity');
  const [most, setMost] = useState(AT_ONCE);
  const sorted = sortedPools(pools, by);
  return (
    <>
      <table className="w-full text-[0.8125rem]">
        <thead>
          <tr className="h-9 border-b border-line text-2xs text-haze">
            <th scope="col" className="pl-4 text-left font-normal">
              {t('Pool')}
            </th>
            {HEADS.map(({ key, name, look }) => (
              <th
                key={name}
                scope="col"
                aria-sort={key === undefined ? undefined : key === by ? 'descending' : 'none'}
                className={`text-right font-normal ${look}`}
              >
                {key === undefined ? (
                  t(name)
                ) : (
                  <SortBy name={t(name)} is={key === by} onSort={() => setBy(key)} />
                )}
              </th>
            ))}
            {address === '' ? null : (
              <th scope="col" className="text-right font-normal max-sm:hidden">
                {t('Your position')}
              </th>
            )}
            <th scope="col" className="max-sm:hidden">
              <span className="sr-only">{t('Add')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {sorted.slice(0, most).map((pool) => (
            <PoolListRow key={`${pool.book} ${pool.token2}`} pool={pool} address={address} />
          ))}
        </tbody>
      </table>
      {sorted.length <= most ? null : (
        <Button onClick={() => setMost(most + AT_ONCE)} className="mx-auto my-3 !flex max-sm:h-11">
          {t('More pools')}
        </Button>
      )}
    </>
  );
}

interface Head {
  readonly name: string;
  readonly look: string;
  /** Undefined where it does not sort. */
  readonly key?: PoolSort;
}

const HEADS: readonly Head[] = [
  { name: msg('Liquidity'), look: 'pr-4 sm:pr-0', key: 'liquidity' },
  { name: msg('24 h volume'), look: 'max-sm:hidden', key: 'volume' },
  // In the order of the volume: of each pool the same share.
  { name: msg('24 h fees'), look: 'max-md:hidden' },
  { name: msg('APR'), look: 'max-sm:hidden', key: 'apr' },
];

function SortBy({ name, is, onSort }: { name: string; is: boolean; onSort: () => void }) {
  return (
    <button
      type="button"
      onClick={onSort}
      className={`min-h-9 max-sm:min-h-11 hover:text-fog ${is ? 'text-fog' : ''}`}
    >
      {name}
      {is ? <span aria-hidden="true"> ↓</span> : null}
    </button>
  );
}
