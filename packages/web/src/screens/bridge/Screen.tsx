/** The bridge: the form on one side, orders on the other, the reserves below; the order that the address names over all of it. */
import { useState } from 'react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { orderHref, orderIn } from '../../data/bridge/bridge-href.ts';
import { useAccountTurn } from '../../flows/mvc/account-turn.ts';
import type { BridgeIntent } from '../../flows/bridge/bridge-intent.ts';
import { t } from '../../words.ts';
import { BridgeDialog } from './act/BridgeDialog.tsx';
import { BridgeForm } from './BridgeForm.tsx';
import { NoBridge } from './NoBridge.tsx';
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
              <NoBridge page={page} />
            ) : (
              <Open page={{ ...page, bridge, asset }} kept={kept} />
            )}
          </section>
          {bridge === undefined || isNone ? null : <Orders page={page} kept={kept} />}
        </div>
        {bridge === undefined || isNone ? null : <Reserves assets={bridge.assetList} />}
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
  const close = (): void => {
    setActing(undefined);
    kept.again();
  };
  const empty = (): void => {
    close();
    setPaid((count) => count + 1);
  };
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
            empty();
            void navigate({ href: orderHref(acting.intent.asset.asset, orderId) });
          }}
          onUnsure={empty}
          onClose={close}
        />
      )}
    </>
  );
}

function Orders({ page, kept }: { page: BridgePage; kept: Kept }) {
  const { bridge, asset, user, net, isMetalet } = page;
  const address = isMetalet ? user?.address : undefined;
  const assets = bridge?.assetList ?? [];
  return (
    <div className="min-w-0 space-y-4 lg:pt-10">
      {address === undefined ? null : (
        <InProgress key={address} address={address} assets={assets} kept={kept} />
      )}
      <History key={asset?.network} address={address} assets={assets} network={asset?.network} />
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
