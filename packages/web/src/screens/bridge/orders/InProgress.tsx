/** Orders that are not over: those whose terms this browser keeps, and those the exchange tells of. */
import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { BridgeAssetView } from '@rialto/contract';
import { isOver } from '../../../data/bridge/bridge-state.ts';
import { isUnknownOrder, useBridgeHistory, useBridgeOrder } from '../../../data/bridge/bridge-queries.ts';
import { orderHref } from '../../../data/bridge/bridge-href.ts';
import { isPaidAsAgreed } from '../../../flows/bridge/paid-as-agreed.ts';
import type { KeptTerms } from '../../../terms-store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Way } from '../../../ui/Way.tsx';
import { LINK } from '../../../ui/Page.tsx';
import { t } from '../../../words.ts';
import { ALL_TYPES } from './history-rows.ts';
import type { Kept } from './kept.ts';
import { OrderRow } from './OrderRow.tsx';
import { RestoreOrder } from './RestoreOrder.tsx';

interface InProgressProps {
  /** On Bitcoin. */
  readonly address: string;
  readonly assets: readonly BridgeAssetView[];
  readonly kept: Kept;
}

/** As many are shown: each is asked for by itself. */
const MOST = 10;

export function InProgress({ address, assets, kept }: InProgressProps) {
  const { parts } = useBridgeHistory(ALL_TYPES, address, 1);
  const told = parts
    .flatMap((part) => part?.list ?? [])
    .filter(({ state }) => !isOver(state) && state !== 'awaiting-payment')
    .map(({ orderId }) => orderId);
  const ids = [...new Set([...kept.list.map(({ orderId }) => orderId), ...told])].slice(0, MOST);
  if (ids.length === 0) return null;
  return (
    <section
      className="panel hidden overflow-hidden has-[li]:block"
      aria-label={t('Orders in progress')}
      data-testid="bridge-live"
    >
      <h2 className="border-b border-line px-4 py-3 text-sm font-semibold">{t('Orders in progress')}</h2>
      <ul className="divide-y divide-line">
        {ids.map((orderId) => (
          <LiveRow
            key={orderId}
            orderId={orderId}
            terms={kept.list.find((one) => one.orderId === orderId)}
            assets={assets}
            onDrop={kept.drop}
          />
        ))}
      </ul>
    </section>
  );
}

interface LiveRowProps {
  readonly orderId: string;
  readonly terms: KeptTerms | undefined;
  readonly assets: readonly BridgeAssetView[];
  readonly onDrop: (orderId: string) => void;
}

function LiveRow({ orderId, terms, assets, onDrop }: LiveRowProps) {
  const { data: order, error } = useBridgeOrder(orderId);
  const asset = assets.find((one) => one.asset === order?.asset);
  const isKept = terms !== undefined;
  const isPaid = order !== undefined && isKept && isPaidAsAgreed(order, terms, asset);
  const queries = useQueryClient();
  const state = order?.state;
  useEffect(() => {
    if (isPaid) onDrop(orderId);
  }, [isPaid, onDrop, orderId]);
  const before = useRef(state);
  useEffect(() => {
    // The history tells of it too.
    if (before.current !== undefined && before.current !== state)
      void queries.invalidateQueries({ queryKey: ['bridge-history'] });
    before.current = state;
  }, [state, queries]);
  if (order === undefined)
    return terms === undefined || error === null ? null : <LostRow {...{ terms, error, onDrop }} />;
  if (isOver(order.state) && !isKept) return null;
  return (
    <>
      <OrderRow order={order} asset={asset} />
      {isOver(order.state) && !isPaid ? (
        <li className="px-4 pb-3">
          <PutAway onPutAway={() => onDrop(orderId)} />
        </li>
      ) : null}
    </>
  );
}

interface LostRowProps {
  readonly terms: KeptTerms;
  readonly error: Error;
  readonly onDrop: (orderId: string) => void;
}

function LostRow({ terms: { orderId, terms }, error, onDrop }: LostRowProps) {
  const isUnknown = isUnknownOrder(error);
  return (
    <li className="space-y-2 px-4 py-3" data-testid="bridge-lost" data-id={orderId}>
      <p className="text-xs leading-5 text-mist">
        {isUnknown
          ? t(
              'The exchange does not know this order. If you paid it, restore it: its payment is on the chain.',
            )
          : t('The exchange can’t tell how this order stands right now.')}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {isUnknown ? <RestoreOrder terms={terms} /> : null}
        {isUnknown ? <PutAway onPutAway={() => onDrop(orderId)} /> : null}
        <Way href={orderHref(terms.asset, orderId)} className={`text-xs ${LINK}`}>
          {t('Details')}
        </Way>
      </div>
    </li>
  );
}

const PutAway = ({ onPutAway }: { onPutAway: () => void }) => (
  <Button size="sm" tone="ghost" className="max-sm:h-11" data-testid="bridge-put-away" onClick={onPutAway}>
    {t('Dismiss')}
  </Button>
);
