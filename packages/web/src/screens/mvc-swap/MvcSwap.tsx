/** The frame of the page: the form or the pool on one side, what was done with the pool on the other; and what is said where there is none. */
import { useState } from 'react';
import { ApiError } from '../../data/calls/api-error.ts';
import type { MvcPlace } from '../../data/mvc/mvc-places.ts';
import { errorWords } from '../../error-words.ts';
import { Notice } from '../../show/Lines.tsx';
import { Told } from '../../show/panels/Told.tsx';
import { LINK_BUTTON } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs, underlineTab } from '../../ui/Tabs.tsx';
import { Way } from '../../ui/Way.tsx';
import { msg, t } from '../../words.ts';
import { useMvcActing } from './act/acting.ts';
import { MvcActDialog } from './act/MvcActDialog.tsx';
import { useMvcMoving } from './act/moving.ts';
import { MvcMoveDialog } from './act/MvcMoveDialog.tsx';
import { MvcForms } from './MvcForms.tsx';
import { useMvcPage } from './mvc-page.ts';
import type { MvcPage } from './mvc-page.ts';
import { MvcPoolPicker } from './MvcPoolPicker.tsx';
import { MvcPoolSwaps } from './MvcPoolSwaps.tsx';
import { MvcPoolTab } from './MvcPoolTab.tsx';
import { TokensDialog } from './tokens/TokensDialog.tsx';
import { useTokensActing } from './tokens/tokens-acting.ts';

const TITLES: Readonly<Record<MvcPlace['id'], string>> = {
  all: msg('Swap on MVC'),
  mrc20: msg('MRC-20 swap on MVC'),
  ticket: msg('Ticket swap on MVC'),
};

const PANEL = 'mvc-tab';
type Tab = 'swap' | 'pool';

export function MvcSwap({ place }: { place: MvcPlace }) {
  const page = useMvcPage(place);
  const acting = useMvcActing(page.wallet.account?.address);
  const tokens = useTokensActing(page.wallet.account?.address);
  const moving = useMvcMoving(page.wallet.account?.address);
  const [tab, setTab] = useState<Tab>('swap');
  const { pool } = page;
  return (
    <main tabIndex={0} className="flex-1 focus-visible:-outline-offset-2 lg:min-h-0 lg:overflow-y-auto">
      <div className="mx-auto grid w-full max-w-6xl items-start gap-6 px-4 pb-28 pt-5 sm:px-5 sm:pt-7 lg:grid-cols-[28rem_minmax(0,1fr)]">
        <section className="min-w-0 space-y-3" data-testid="mvc-swap" data-place={place.id}>
          <h1 className="text-xl font-semibold tracking-tight">{t(TITLES[place.id])}</h1>
          {pool === undefined ? (
            <WithoutPool page={page} />
          ) : (
            <>
              <Tabs
                label={t('Swap or pool')}
                tabs={[
                  { id: 'swap', label: t('Swap'), testId: 'mvc-tab-swap' },
                  { id: 'pool', label: t('Pool'), testId: 'mvc-tab-pool' },
                ]}
                chosen={tab}
                onChoose={setTab}
                panelId={PANEL}
                className="flex gap-4 border-b border-line"
                tabClass={underlineTab}
              />
              <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${tab}`} className="space-y-3">
                <Closed page={page} />
                {tab === 'swap' ? (
                  <MvcForms page={page} acting={acting} tokens={tokens} />
                ) : (
                  <MvcPoolTab page={{ ...page, pool }} moving={moving} />
                )}
              </div>
            </>
          )}
        </section>
        {pool === undefined ? null : <MvcPoolSwaps venue={place.venue} pool={pool} />}
      </div>
      <MvcActDialog acting={acting} />
      <TokensDialog acting={tokens} />
      <MvcMoveDialog moving={moving} />
    </main>
  );
}

/** It goes on by itself. */
function Closed({ page: { pools } }: { page: MvcPage }) {
  if (pools?.open !== false) return null;
  return (
    <Notice tone="warn">
      <span data-testid="mvc-closed">
        {t(
          'No swaps right now: MVC has had no block for hours, or our index is behind it. They resume by themselves.',
        )}
      </span>
    </Notice>
  );
}

function WithoutPool({ page }: { page: MvcPage }) {
  const { pools, error, place } = page;
  if (pools === undefined) return error === null ? <Loading /> : <NoAnswer error={error} />;
  if (pools.pools.length > 0)
    return (
      <Told testId="mvc-no-pool" title={t('There is no such pool.')} words={t('Choose one of these.')}>
        <MvcPoolPicker page={page} />
      </Told>
    );
  return (
    <Told
      testId="mvc-no-pool"
      title={t('No pool here yet')}
      words={t('Pools on MVC are opened by the operator of this exchange.')}
    >
      {place.id === 'all' ? <ToBitcoin /> : <ToAll />}
    </Told>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={t('Loading the pool')} className="space-y-3">
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}

/** An exchange that does not serve MVC says so; any other silence is waited for. */
function NoAnswer({ error }: { error: Error }) {
  const isClosed = error instanceof ApiError && (error.refusal === 'mvc-closed' || error.status === 404);
  if (!isClosed)
    return (
      <Notice tone="warn">
        <span data-testid="mvc-unanswered">
          {errorWords(error)} {t('Retrying automatically.')}
        </span>
      </Notice>
    );
  return (
    <Told
      testId="mvc-no-pool"
      title={t('Swaps on MVC are not open on this exchange.')}
      words={t('BRC-20 and Runes are swapped on Bitcoin.')}
    >
      <ToBitcoin />
    </Told>
  );
}

const ToBitcoin = () => (
  <Way href="/swap/brc20" className={`${LINK_BUTTON} max-sm:h-11`}>
    {t('Swap on Bitcoin')}
  </Way>
);
const ToAll = () => (
  <Way href="/mvcswap" className={`${LINK_BUTTON} max-sm:h-11`}>
    {t('All pools on MVC')}
  </Way>
);
