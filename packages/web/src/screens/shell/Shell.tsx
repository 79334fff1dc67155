/** The frame around every screen: header, banner, dialogs, tray, toasts. Knows the network before anything below is drawn. */
import { Suspense, lazy, useDeferredValue, useEffect } from 'react';
import type { ReactNode } from 'react';
import { Outlet, useLocation } from '@tanstack/react-router';
import type { Network } from '@rialto/protocols';
import { ApiError } from '../../data/calls/api-error.ts';
import { dropEnded } from '../../data/calls/credentials.ts';
import { firstFacts } from '../../data/facts.ts';
import { NetworkContext } from '../../data/network.ts';
import { wantSoon } from '../../data/soon.ts';
import { useHealth } from '../../data/queries.ts';
import { useConfig } from '../../data/shell-queries.ts';
import { useAccount } from '../../flows/account/account.ts';
import { startVisit, watchWallet } from '../../flows/account/on-demand.ts';
import { liveBidsRemembered } from '../../flows/live/live-flag.ts';
import { useStore } from '../../store.ts';
import { toast } from '../../ui/toast/toast.ts';
import { ToastPlace, placeToasts } from '../../ui/toast/ToastPlace.tsx';
import { Maintaining } from '../../show/Maintaining.tsx';
import { NotServed } from '../../show/NotServed.tsx';
import { FeedLost } from './frame/FeedLight.tsx';
import { keepSide } from '../../data/kept-side.ts';
import { Footer } from './frame/Footer.tsx';
import { FrameDialogs } from './frame/FrameDialogs.tsx';
import { isClosed, useDetour, useMetaletGuard } from './frame/guards.ts';
import { Header } from './frame/Header.tsx';
import { useStrip, useTitle } from './frame/marks.ts';
import { Opening, OpeningMain, Unanswered } from './frame/Opening.tsx';
import { StatusBanner } from './frame/StatusBanner.tsx';
import { t } from '../../words.ts';

const LiveDesk = lazy(async () => ({ default: (await import('./live/LiveDesk.tsx')).LiveDesk }));

wantSoon(placeToasts, () => import('./soon.ts'));

const RELOAD_MS = 1_000;

export function Shell() {
  const config = useConfig();
  const { network, status, error, isSilent, ask } = useExchange();
  const path = useLocation({ select: (location) => location.pathname });
  const closed = isClosed(path, config.data);
  const detour = useDetour(config.data);
  const isConfigKnown = config.data !== undefined || config.isFetched;
  const ready = isConfigKnown && !isSilent && !detour;
  // The whole page in one piece would hold the browser up; deferred it is drawn in small ones.
  const open = useDeferredValue(ready && network !== undefined, false);
  useStrip(network);
  useTitle(closed);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {isNotServed(error) ? (
        <NotServed />
      ) : network !== undefined && ready && open ? (
        <NetworkContext value={network}>
          <Inside network={network} status={status}>
            {closed ? <Maintaining since={config.data?.maintenanceSince} /> : <Outlet />}
          </Inside>
        </NetworkContext>
      ) : (
        <Waiting failed={isSilent} onRetry={ask} />
      )}
      <ToastPlace />
    </div>
  );
}

interface Exchange {
  /** Undefined before anybody has said it. */
  readonly network: Network | undefined;
  readonly status: string;
  readonly error: Error | null;
  /** It has not answered once. */
  readonly isSilent: boolean;
  readonly ask: () => void;
}

/** What the exchange says of itself; before its answer, what its server wrote into the page. */
function useExchange(): Exchange {
  const { data, isError, error, refetch } = useHealth();
  return {
    network: data?.network ?? firstFacts?.network,
    status: data?.status ?? 'ok',
    error,
    isSilent: data === undefined && isError,
    ask: () => void refetch(),
  };
}

/** The exchange itself says so, whatever the page thinks. */
function isNotServed(error: Error | null): boolean {
  return error instanceof ApiError && error.refusal === 'region-not-served';
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
      <OwnLiveBids network={network} />
    </>
  );
}

/** While this browser has live bids, whatever page is open listens for sellers. */
function OwnLiveBids({ network }: { network: Network }) {
  const { user, credential } = useAccount();
  const isBidding = useStore(liveBidsRemembered);
  if (user === undefined || credential === undefined || !isBidding) return null;
  return (
    <Suspense fallback={null}>
      <LiveDesk user={user} session={credential} network={network} />
    </Suspense>
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
        keepSide();
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
