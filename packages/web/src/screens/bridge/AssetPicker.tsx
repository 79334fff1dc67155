/** What is bridged, chosen among the exchange's assets; each side shows the name it has there. */
import { Fragment, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { BridgeAssetView } from '@rialto/contract';
import { bridgeHref } from '../../data/bridge/bridge-href.ts';
import { MvcTokenName } from '../../show/mvc/Space.tsx';
import { tokenOfView } from '../../data/bridge/bridge-assets.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { shown } from '../../shown.ts';
import { msg, t } from '../../words.ts';
import type { OpenBridgePage } from './bridge-page.ts';

export function AssetPicker({ page, chain }: { page: OpenBridgePage; chain: 'btc' | 'mvc' }) {
  const [open, setOpen] = useState(false);
  const { asset, bridge } = page;
  return (
    <>
      <button
        type="button"
        data-testid={`bridge-asset-${chain}`}
        onClick={() => setOpen(true)}
        className="flex min-h-11 max-w-[60%] shrink-0 items-center gap-2 rounded-[10px] bg-ink-2 px-3 text-sm font-semibold hover:bg-ink-3"
      >
        <span className="flex min-w-0">
          <AssetName asset={asset} chain={chain} />
        </span>
        <Icon name="chevron" className="size-4 shrink-0 text-haze" />
      </button>
      {open ? <AssetDialog assets={bridge.assetList} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const PROTOCOLS: Readonly<Record<BridgeAssetView['network'], string>> = {
  BTC: msg('Bitcoin'),
  RUNES: msg('Runes'),
  MRC20: msg('MRC-20'),
  BRC20: msg('BRC-20'),
};

/** A rune's name is read whole, since another may begin as it does: its lines end at spacers. */
const OriginName = ({ asset: { originSymbol } }: { asset: BridgeAssetView }) => (
  <bdi className="text-left [overflow-wrap:anywhere]">
    {shown(originSymbol)
      .split(/(?<=•)/)
      .map((part, at) => (
        <Fragment key={`${at} ${part}`}>
          {part}
          <wbr />
        </Fragment>
      ))}
  </bdi>
);

function AssetName({ asset, chain }: { asset: BridgeAssetView; chain: 'btc' | 'mvc' }) {
  if (chain === 'mvc') return <MvcTokenName token={tokenOfView(asset)} />;
  return <OriginName asset={asset} />;
}

/** Another asset locks the same: its id tells them apart. */
const isOneOfSeveral = ({ originTokenId }: BridgeAssetView, assets: readonly BridgeAssetView[]): boolean =>
  assets.filter((one) => one.originTokenId === originTokenId).length > 1;

interface AssetDialogProps {
  readonly assets: readonly BridgeAssetView[];
  readonly onClose: () => void;
}

function AssetDialog({ assets, onClose }: AssetDialogProps) {
  return (
    <Dialog title={t('Choose what to move')} onClose={onClose} testId="bridge-assets" top>
      <AssetList assets={assets} onChosen={onClose} />
    </Dialog>
  );
}

export function AssetList({
  assets,
  onChosen,
}: {
  assets: readonly BridgeAssetView[];
  onChosen?: () => void;
}) {
  const navigate = useNavigate();
  return (
    <ul className="-mx-2 space-y-1">
      {assets.map((asset) => (
        <li key={asset.asset}>
          <button
            type="button"
            data-testid={`bridge-choose-${asset.asset}`}
            onClick={() => {
              onChosen?.();
              void navigate({ href: bridgeHref(asset.asset) });
            }}
            className="flex min-h-14 w-full items-center justify-between gap-3 rounded-[10px] px-3 py-1.5 text-left hover:bg-ink-2"
          >
            <span className="min-w-0">
              <span className="block text-sm font-semibold">
                <OriginName asset={asset} />
              </span>
              <span className="block truncate text-xs text-haze">
                {t(PROTOCOLS[asset.network])}
                {isOneOfSeveral(asset, assets) ? ` · ${asset.asset}` : ''}
              </span>
            </span>
            <span className="min-w-0 text-right">
              <span className="block truncate text-sm">
                <MvcTokenName token={tokenOfView(asset)} />
              </span>
              <span className="block text-xs text-haze">MVC</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
