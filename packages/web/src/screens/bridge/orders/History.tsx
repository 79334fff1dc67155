/** One's orders of the bridge, by what is bridged: four tabs, both directions in each; it opens with that of the asset shown. */
import { useState } from 'react';
import type { BridgeAssetView } from '@rialto/contract';
import { useBridgeHistory } from '../../../data/bridge/bridge-queries.ts';
import { Unavailable } from '../../../show/Unavailable.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs, underlineTab } from '../../../ui/Tabs.tsx';
import { t } from '../../../words.ts';
import { TYPES, rowsOf } from './history-rows.ts';
import { OrderRow } from './OrderRow.tsx';

interface HistoryProps {
  /** On Bitcoin; undefined where nobody is connected. */
  readonly address: string | undefined;
  readonly assets: readonly BridgeAssetView[];
  /** What is shown beside it. */
  readonly network?: BridgeAssetView['network'] | undefined;
}

const PANEL = 'bridge-history';
type Tab = keyof typeof TYPES;
const TABS = ['BTC', 'BRC-20', 'Runes', 'MRC-20'] as const satisfies readonly Tab[];
const TAB_OF = { BTC: 'BTC', BRC20: 'BRC-20', RUNES: 'Runes', MRC20: 'MRC-20' } as const;

export function History({ address, assets, network }: HistoryProps) {
  const [tab, setTab] = useState<Tab>(network === undefined ? 'BTC' : TAB_OF[network]);
  return (
    <section className="panel overflow-hidden" aria-label={t('History')} data-testid={PANEL}>
      <div className="border-b border-line px-4">
        <Tabs
          label={t('History')}
          tabs={TABS.map((id) => ({ id, label: t(id), testId: `bridge-tab-${id}` }))}
          chosen={tab}
          onChoose={setTab}
          panelId={PANEL}
          className="flex gap-4"
          tabClass={underlineTab}
        />
      </div>
      <div id={PANEL} role="tabpanel" tabIndex={0} aria-labelledby={`${PANEL}-${tab}`}>
        {address === undefined ? (
          <Told words={t('Connect Metalet to see your orders.')} />
        ) : (
          <List key={`${tab} ${address}`} tab={tab} address={address} assets={assets} />
        )}
      </div>
    </section>
  );
}

const Told = ({ words }: { words: string }) => (
  <p className="px-6 py-8 text-center text-[0.8125rem] text-haze">{words}</p>
);

interface ListProps extends Pick<HistoryProps, 'assets'> {
  readonly tab: Tab;
  readonly address: string;
}

function List({ tab, address, assets }: ListProps) {
  const [pages, setPages] = useState(1);
  const types = TYPES[tab];
  const query = useBridgeHistory(types, address, pages);
  const { parts, isError } = query;
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0 && isError)
    return <Unavailable words={t('Your history can’t be loaded right now.')} query={query} />;
  if (parts.slice(0, 1).includes(undefined))
    return (
      <div role="status" aria-label={t('Loading your history')} className="space-y-3 p-4">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-full" />
      </div>
    );
  const lists = types.map((_, at) =>
    parts.slice(at * pages, (at + 1) * pages).filter((part) => part !== undefined),
  );
  const { rows, hasMore } = rowsOf(lists);
  if (rows.length === 0 && !hasMore) return <Told words={t('No orders yet.')} />;
  return (
    <>
      <ul className="divide-y divide-line">
        {rows.map((order) => (
          <OrderRow
            key={order.orderId}
            order={order}
            asset={assets.find(({ asset }) => asset === order.asset)}
          />
        ))}
      </ul>
      {hasMore ? (
        <div className="border-t border-line px-4 py-2.5">
          <Button
            size="sm"
            className="max-sm:h-11"
            data-testid="bridge-more"
            onClick={() => setPages((count) => count + 1)}
          >
            {t('Show more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
