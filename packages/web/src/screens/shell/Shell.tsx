/** The frame around every screen: header, banner, dialogs, tray, toasts. Knows the network before anything below is drawn. */
import { Suspense, useDeferredValue, useEffect, useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { Outlet, useLocation, useMatches, useRouter } from '@tanstack/react-router';
import type { Network } from '@rialto/protocols';
import { ApiError } from '../../data/calls/api-error.ts';
import { wasHere } from '../../data/came-from.ts';
import { dropEnded } from '../../data/calls/credentials.ts';
import { firstFacts } from '../../data/facts.ts';
import { NetworkContext } from '../../data/network.ts';
import { wantSoon } from '../../data/soon.ts';
import { useHealth } from '../../data/queries.ts';
import { useConfig } from '../../data/shell-queries.ts';
import { useAccount } from '../../flows/account/account.ts';
import { startVisit, watchWallet } from '../../flows/account/on-demand.ts';
import { Toasts } from '../../ui/toast/Toasts.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { Maintaining } from '../../show/Maintaining.tsx';
import { NotServed } from '../../show/NotServed.tsx';
import { FeedLost } from './frame/FeedLight.tsx';
import { Footer } from './frame/Footer.tsx';
import { FrameDialogs } from './frame/FrameDialogs.tsx';
import { isClosed, useDetour, useMetaletGuard } from './frame/guards.ts';
import { Header } from './frame/Header.tsx';
import { Opening, OpeningMain, Unanswered } from './frame/Opening.tsx';
import { StatusBanner } from './frame/StatusBanner.tsx';
import { msg, t } from '../../words.ts';

wantSoon(() => import('./soon.ts'));

const RELOAD_MS = 1_000;

export function Shell() {
  const health = useHealth();
  const config = useConfig();
  const path = useLocation({ select: (location) => location.pathname });
  const closed = isClosed(path, config.data);
  const detour = useDetour(config.data);
  const network = health.data?.network ?? firstFacts?.network;
  const isConfigKnown = config.data !== undefined || config.isFetched;
  const isSilent = health.data === undefined && health.isError;
  const ready = network !== undefined && isConfigKnown && !isSilent && !detour;
  // The whole page in one piece would hold the browser up; deferred it is drawn in small ones.
  const open = useDeferredValue(ready, false);
  useStrip(network);
  useTitle(closed);
  useWasHere();
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {isNotServed(health.error) ? (
        <NotServed />
      ) : network === undefined || !ready || !open ? (
        <Waiting failed={isSilent} onRetry={() => void health.refetch()} />
      ) : (
        <NetworkContext value={network}>
          <Inside network={network} status={health.data?.status ?? 'ok'}>
            {closed ? <Maintaining since={config.data?.maintenanceSince} /> : <Outlet />}
          </Inside>
        </NetworkContext>
      )}
      <Toasts />
    </div>
  );
}

/** The exchange itself says so, whatever the page thinks. */
function isNotServed(error: Error | null): boolean {
  return error instanceof ApiError && error.refusal === 'region-not-served';
}

/** The strip of the page says that there is no real money here. `public/theme.js` has shown it already, where the server said which network this is. */
function useStrip(network: Network | undefined): void {
  useLayoutEffect(() => {
    if (network !== undefined) document.documentElement.dataset['network'] = network;
  }, [network]);
}

/** The tab says where one is. A screen that knows more says it itself. */
function useTitle(closed: boolean): void {
  const page = useMatches().at(-1)?.staticData.title ?? msg('Not found');
  const title = closed ? msg('Maintenance') : page;
  useLayoutEffect(() => {
    document.title = `${t(title)} · Rialto`;
  }, [title]);
}

/** Remembers the last page that is open. All of it from the match: the address bar may be a page ahead. */
function useWasHere(): void {
  const { options } = useRouter();
  const match = useMatches().at(-1);
  const { title, soon } = match?.staticData ?? {};
  const href = match === undefined ? '' : `${match.pathname}${options.stringifySearch(match.search)}`;
  useEffect(() => {
    if (title !== undefined && soon !== true) wasHere({ href, title });
  }, [href, title, soon]);
}

interface InsideProps {
  readonly network: Network;
  readonly status: string;
  /** The screen. */
  readonly children: ReactNode;
}

function Inside({ network, status, children }: InsideProps) {
  useWallet(network);
  useMetaletGuard();
  return (
    <>
      <StatusBanner status={status} />
      <FeedLost />
      <Header />
      <Suspense fallback={<OpeningMain />}>{children}</Suspense>
      <Footer />
      <FrameDialogs />
    </>
  );
}

/** The wallet's word at the start of the visit, and whatever changes in it later. */
function useWallet(network: Network): void {
  const { user } = useAccount();
  const address = user?.address;
  useEffect(() => {
    dropEnded();
    // When its file cannot be fetched, what is remembered stays.
    startVisit(network).catch(() => undefined);
  }, [network]);
  useEffect(() => {
    if (address === undefined) return;
    return watchWallet(network, {
      accountChanged: (name) => {
        toast({ title: t('{wallet} account changed. Refreshing page...', { wallet: name }) });
        setTimeout(() => window.location.reload(), RELOAD_MS);
      },
      disconnected: (why) => toast({ title: why, variant: 'warn' }),
    });
  }, [network, address]);
}

function Waiting({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  return failed ? <Unanswered onRetry={onRetry} /> : <Opening />;
}
