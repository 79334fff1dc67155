/** The frame of the pages of a pool: the form, and beside or under it the pool. */
import type { ReactNode } from 'react';
import { useNetwork } from '../../data/network.ts';
import { liquidityHref, swapHref } from '../../data/pools/pool-rules.ts';
import type { PoolRules } from '../../data/pools/pool-rules.ts';
import { useTokens } from '../../data/tokens.ts';
import { EarnLine } from '../../show/rewards/Earn.tsx';
import { LINK, LINK_BUTTON } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { shown } from '../../shown.ts';
import { t } from '../../words.ts';
import { ActDialog, OngoingLine } from './act/ActDialog.tsx';
import type { Acting } from './act/acting.ts';
import { PoolPanel } from './panel/PoolPanel.tsx';
import type { PoolPage } from './pool-page.ts';
import { idOf } from './pool-token.ts';
import type { PoolToken } from './pool-token.ts';
import { Way } from '../../ui/Way.tsx';

interface FrameProps {
  readonly title: string;
  readonly page: PoolPage;
  readonly acting: Acting;
  readonly here: 'swap' | 'add' | 'remove';
  readonly children: ReactNode;
}

export function PoolFrame({ title, page, acting, here, children }: FrameProps) {
  const { token, pool } = page;
  return (
    <main tabIndex={0} className="flex-1 focus-visible:-outline-offset-2 lg:min-h-0 lg:overflow-y-auto">
      <div className="mx-auto grid w-full max-w-6xl items-start gap-6 px-4 pb-28 pt-5 sm:px-5 sm:pt-7 lg:grid-cols-[28rem_minmax(0,1fr)]">
        <section className="min-w-0 space-y-3" data-testid={`pool-${here}`}>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
            {token === undefined ? null : <Ways rules={page.rules} token={token} here={here} />}
          </div>
          <EarnLine assetId={token?.assetId} />
          <OngoingLine acting={acting} />
          {children}
        </section>
        {token === undefined || pool === undefined || pool === null ? null : (
          <PoolPanel page={{ ...page, pool }} token={token} />
        )}
      </div>
      <ActDialog acting={acting} />
    </main>
  );
}

interface WaysProps {
  readonly rules: PoolRules;
  readonly token: PoolToken;
  readonly here: FrameProps['here'];
}

function Ways({ rules, token: { id: token }, here }: WaysProps) {
  const ways = [
    { id: 'swap', href: swapHref(rules, token), name: t('Swap') },
    { id: 'add', href: liquidityHref(rules, token, 'add'), name: t('Add') },
    { id: 'remove', href: liquidityHref(rules, token, 'remove'), name: t('Remove') },
    { id: 'pools', href: '/swap-pools', name: t('All pools') },
  ];
  return (
    <nav aria-label={t('Pool')} className="flex gap-4 text-[0.8125rem]">
      {ways.map(({ id, href, name }) => (
        <Way
          key={id}
          href={href}
          data-testid={`pool-way-${id}`}
          aria-current={id === here ? 'page' : undefined}
          className={`inline-flex min-h-8 items-center max-lg:min-h-11 ${id === here ? 'font-semibold text-fog' : LINK}`}
        >
          {name}
        </Way>
      ))}
    </nav>
  );
}

export function PoolLoading() {
  return (
    <div role="status" aria-label={t('Loading the pool')} className="space-y-3">
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}

/** No pool, or one without liquidity. */
export function NoPool({ rules, token }: { rules: PoolRules; token: PoolToken }) {
  return (
    <div className="panel grid justify-items-center gap-4 px-6 py-10 text-center" data-testid="no-pool">
      <p className="text-[0.9375rem] font-semibold">{t('Nobody has added liquidity yet')}</p>
      <p className="max-w-sm text-sm leading-6 text-mist">
        {t('The first to add BTC and {tick} sets the price.', { tick: token.name })}
      </p>
      <Way
        href={liquidityHref(rules, token.id, 'add')}
        className="inline-flex h-12 items-center rounded-xl bg-act px-5 text-[0.9375rem] font-semibold text-act-ink hover:bg-act-bright"
        data-testid="no-pool-add"
      >
        {t('Add liquidity')}
      </Way>
    </div>
  );
}

/** The address names no token that is known, or there is no pool at all: tokens to begin with. */
export function NoToken({ rules }: { rules: PoolRules }) {
  const { data } = useTokens(useNetwork(), rules.book);
  return (
    <div className="panel grid justify-items-center gap-4 px-6 py-10 text-center" data-testid="no-token">
      <p className="text-[0.9375rem] font-semibold">{t('No pool here yet')}</p>
      <p className="max-w-sm text-sm leading-6 text-mist">
        {t('Choose a token and be the first to add liquidity to its pool.')}
      </p>
      <ul className="flex flex-wrap justify-center gap-2">
        {(data ?? []).slice(0, MOST_NAMED).map((one) => (
          <li key={one.deployId}>
            <Way href={liquidityHref(rules, idOf(rules, one), 'add')} className={LINK_BUTTON}>
              {shown(one.ticker)}
            </Way>
          </li>
        ))}
      </ul>
    </div>
  );
}

const MOST_NAMED = 8;
