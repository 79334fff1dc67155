/** One pool in the list: its day, what it yields, one's own part of it. On small screens the figures stand over each other. */
import type { ReactNode } from 'react';
import { useNetwork } from '../../../data/network.ts';
import { usePool, usePoolStats } from '../../../data/pools/pool-queries.ts';
import { liquidityHref, rulesOfPools, swapHref } from '../../../data/pools/pool-rules.ts';
import { BOOK_NAMES } from '../../../show/markets/book-names.ts';
import { Money } from '../../../show/Money.tsx';
import { TokenMark } from '../../../show/TokenMark.tsx';
import { shown } from '../../../shown.ts';
import { LINK } from '../../../ui/Page.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Way } from '../../../ui/Way.tsx';
import { t } from '../../../words.ts';
import { percentText } from '../../../show/swap/amounts.ts';
import { liquidityOf, positionOf } from './pool-list.ts';
import type { ListedPool } from './pool-list.ts';

interface RowProps {
  readonly pool: ListedPool;
  /** Empty while nobody is connected. */
  readonly address: string;
}

const CELL = 'num pl-6 text-right max-sm:hidden';

export function PoolListRow({ pool, address }: RowProps) {
  const rules = rulesOfPools(pool.book);
  const place = { net: useNetwork(), kind: rules.kind, token: pool.token2 };
  const stats = usePoolStats(place).data;
  const volume = <Sum value={BigInt(pool.volume24h)} />;
  const apr = stats === undefined ? <Skeleton className="ml-auto h-3 w-12" /> : percentText(stats.apr);
  return (
    <tr data-testid="pool-row" data-token={pool.token2} className="relative h-16 hover:bg-ink-2">
      <th scope="row" className="py-2.5 pl-4 font-normal">
        {/* The whole row is the link's. */}
        <Way href={swapHref(rules, pool.token2)} className="block after:absolute after:inset-0">
          <Name pool={pool} />
        </Way>
        <span className="num ml-11 block text-left text-xs text-haze sm:hidden">
          {t('24 h volume')} {volume}
        </span>
        {address === '' ? null : (
          <Own pool={pool} address={address} className="ml-11 block text-left text-xs sm:hidden" named />
        )}
      </th>
      <td className="num pr-4 text-right sm:pr-0">
        <Money value={liquidityOf(pool)} full />
        <span className="block text-xs text-haze sm:hidden">
          {t('APR')} {apr}
        </span>
      </td>
      <td className={CELL}>{volume}</td>
      <td className={`${CELL} max-md:hidden`}>
        {stats === undefined ? (
          <Skeleton className="ml-auto h-3 w-16" />
        ) : (
          <Sum value={BigInt(stats.fees24h)} />
        )}
      </td>
      <td className={CELL}>{apr}</td>
      {address === '' ? null : (
        <td className={CELL}>
          <Own pool={pool} address={address} />
        </td>
      )}
      <td className="pl-6 pr-4 text-right max-sm:hidden">
        <Way
          href={liquidityHref(rules, pool.token2, 'add')}
          data-testid="pool-row-add"
          aria-label={t('Add liquidity to the pool of {tick}', { tick: pool.name })}
          className={`${LINK} relative z-10 inline-flex min-h-11 items-center`}
        >
          {t('Add')}
        </Way>
      </td>
    </tr>
  );
}

function Name({ pool: { name, book, token2 } }: { pool: ListedPool }) {
  return (
    <span className="flex min-w-0 items-center gap-3 text-left">
      <TokenMark tick={name} />
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-1.5 text-sm font-medium">
          <span className="[overflow-wrap:anywhere]">
            {shown(name)}
            <span className="max-sm:hidden"> / BTC</span>
          </span>
          <span className="shrink-0 rounded bg-ink-3 px-1 text-[0.625rem] font-normal leading-4 text-mist">
            {t(BOOK_NAMES[book])}
          </span>
        </span>
        {book === 'runes' ? (
          <span className="num block text-xs text-haze max-sm:hidden">{token2}</span>
        ) : null}
      </span>
    </span>
  );
}

interface OwnProps extends RowProps {
  readonly className?: string;
  /** Where no head of a column says what it is. */
  readonly named?: boolean;
}

function Own({ pool: { book, token2 }, address, className = '', named = false }: OwnProps): ReactNode {
  const place = { net: useNetwork(), kind: rulesOfPools(book).kind, token: token2 };
  const { data } = usePool(place, address, OWN_MS);
  const worth = positionOf(data);
  if (worth === undefined) return named ? null : <Dash />;
  return (
    <span className={className} data-testid="pool-row-own">
      {named ? `${t('Your position')} ` : null}
      <Money value={worth} full />
    </span>
  );
}

/** One call for each pool: less often than on its own page. */
const OWN_MS = 30_000;

const Sum = ({ value }: { value: bigint }) => (value === 0n ? <Dash /> : <Money value={value} full />);

function Dash() {
  return <span className="text-haze">—</span>;
}
