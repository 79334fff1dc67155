/** The bridge: the form on one side, orders on the other, the reserves below; and what is said where there is none. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { ApiError } from '../../data/calls/api-error.ts';
import { orderHref, orderIn } from '../../data/bridge/bridge-href.ts';
import { errorWords } from '../../error-words.ts';
import { useAccountTurn } from '../../flows/mvc/account-turn.ts';
import type { BridgeIntent } from '../../flows/bridge/bridge-intent.ts';
import { Notice } from '../../show/Lines.tsx';
import { LINK_BUTTON } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Way } from '../../ui/Way.tsx';
import { t } from '../../words.ts';
import { BridgeDialog } from './act/BridgeDialog.tsx';
import { AssetList } from './AssetPicker.tsx';
import { BridgeForm } from './BridgeForm.tsx';
import { useBridgePage } from './bridge-page.ts';
import type { BridgePage, OpenBridgePage } from './bridge-page.ts';
import { History } from './orders/History.tsx';
import { InProgress } from './orders/InProgress.tsx';
import { useKept } from './orders/kept.ts';
import type { Kept } from './orders/kept.ts';
import { OrderDialog } from './orders/OrderDialog.tsx';
import { RestoreFile } from './orders/RestoreFile.tsx';
import { Reserves } from './Reserves.tsx';

export function BridgeScreen() {
  const page = useBridgePage();
  const { bridge, asset, user, net, isMetalet } = page;
  const kept = useKept(isMetalet && user !== undefined ? { net, address: user.address } : undefined);
  const isNone = bridge !== undefined && bridge.assetList.length === 0;
  return (
    <main tabIndex={0} className="flex-1 focus-visible:-outline-offset-2 lg:min-h-0 lg:overflow-y-auto">
      <div
        className="mx-auto w-full max-w-6xl space-y-8 px-4 pb-28 pt-5 sm:px-5 sm:pt-7"
        data-testid="bridge"
      >
        <div className="grid items-start gap-6 lg:grid-cols-[28rem_minmax(0,1fr)]">
          <section className="min-w-0 space-y-3">
            <h1 className="text-xl font-semibold tracking-tight">{t('Bridge')}</h1>
            {bridge === undefined || asset === undefined ? (
              <WithoutAsset page={page} />
            ) : (
              <Open page={{ ...page, bridge, asset }} kept={kept} />
            )}
          </section>
          {bridge === undefined || isNone ? null : <Orders page={page} kept={kept} />}
        </div>
        {bridge === undefined || isNone ? null : <Reserves />}
      </div>
      <NamedOrder page={page} kept={kept} />
    </main>
  );
}

interface Acting {
  readonly intent: BridgeIntent;
  readonly space: bigint;
}

function Open({ page, kept }: { page: OpenBridgePage; kept: Kept }) {
  const [acting, setActing] = useState<Acting>();
  const [paid, setPaid] = useState(0);
  const navigate = useNavigate();
  const { asset, wallet } = page;
  // What was typed belongs to one account.
  const turn = useAccountTurn(wallet.account?.address);
  return (
    <>
      <BridgeForm
        key={`${asset.asset} ${turn} ${paid}`}
        page={page}
        onReview={(intent, space) => setActing({ intent, space })}
      />
      {acting === undefined ? null : (
        <BridgeDialog
          {...acting}
          onPaid={(orderId) => {
            setActing(undefined);
            setPaid((count) => count + 1);
            kept.again();
            void navigate({ href: orderHref(acting.intent.asset.asset, orderId) });
          }}
          onClose={() => {
            setActing(undefined);
            kept.again();
          }}
        />
      )}
    </>
  );
}

function Orders({ page, kept }: { page: BridgePage; kept: Kept }) {
  const { bridge, user, net, isMetalet } = page;
  const address = isMetalet ? user?.address : undefined;
  const assets = bridge?.assetList ?? [];
  return (
    <div className="min-w-0 space-y-4 lg:pt-10">
      {address === undefined ? null : (
        <InProgress key={address} address={address} assets={assets} kept={kept} />
      )}
      <History address={address} assets={assets} />
      <RestoreFile net={net} address={address} onRestored={kept.again} />
    </div>
  );
}

/** The order that the page's address names. */
function NamedOrder({ page, kept }: { page: BridgePage; kept: Kept }) {
  const orderId = useLocation({ select: orderIn });
  const path = useLocation({ select: ({ pathname }) => pathname });
  const navigate = useNavigate();
  if (orderId === undefined) return null;
  return (
    <OrderDialog
      key={orderId}
      {...{ orderId, page, kept }}
      onClose={() => void navigate({ href: path, replace: true })}
    />
  );
}

function WithoutAsset({ page }: { page: BridgePage }) {
  const { bridge, error } = page;
  if (bridge === undefined) return error === null ? <Loading /> : <NoAnswer error={error} />;
  if (bridge.assetList.length === 0)
    return (
      <Told
        title={t('Nothing is bridged here yet')}
        words={t('The operator of this exchange opens the bridge for each asset.')}
      >
        <ToTrading />
      </Told>
    );
  return (
    <Told title={t('This is not bridged here.')} words={t('Choose one of these.')}>
      <div className="w-full">
        <AssetList assets={bridge.assetList} onChosen={() => undefined} />
      </div>
    </Told>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={t('Loading the bridge')} className="space-y-3">
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}

const CLOSED: readonly (string | undefined)[] = ['bridge-closed', 'mvc-closed'];

/** An exchange without a bridge says so; any other silence is waited for. */
function NoAnswer({ error }: { error: Error }) {
  const isClosed = error instanceof ApiError && (CLOSED.includes(error.refusal) || error.status === 404);
  if (!isClosed)
    return (
      <Notice tone="warn">
        <span data-testid="bridge-unanswered">
          {errorWords(error)} {t('Retrying automatically.')}
        </span>
      </Notice>
    );
  return (
    <Told
      title={t('The bridge is not open on this exchange.')}
      words={t('Tokens on Bitcoin are traded in the order books.')}
    >
      <ToTrading />
    </Told>
  );
}

interface ToldProps {
  readonly title: string;
  readonly words: string;
  readonly children: ReactNode;
}

function Told({ title, words, children }: ToldProps) {
  return (
    <div className="panel grid justify-items-center gap-4 px-6 py-10 text-center" data-testid="bridge-none">
      <p className="text-[0.9375rem] font-semibold">{title}</p>
      <p className="max-w-sm text-sm leading-6 text-mist">{words}</p>
      {children}
    </div>
  );
}

const ToTrading = () => (
  <Way href="/" className={`${LINK_BUTTON} max-sm:h-11`}>
    {t('Back to trading')}
  </Way>
);
