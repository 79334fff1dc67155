/** Nobody can split a transfer inscription: where none has the amount, one that does is made first. */
import type { BridgeAssetView } from '@rialto/contract';
import { paysOf } from '../../data/bridge/bridge-assets.ts';
import { inscribeHref } from '../../data/pair-href.ts';
import { Way } from '../../ui/Way.tsx';
import { Words } from '../../ui/Words.tsx';
import { t } from '../../words.ts';

type Named = Pick<BridgeAssetView, 'network' | 'originTokenId' | 'originName'>;

/** @param amount as it is typed */
export const NoLot = ({ asset, amount }: { asset: Named; amount: string | undefined }) => (
  <Words
    of="You have no transfer inscription of exactly this amount. {make}."
    parts={{ make: <MakeLotLink asset={asset} amount={amount} words={t('Make one first')} /> }}
  />
);

interface MakeLotLinkProps {
  readonly asset: Named;
  readonly amount?: string | undefined;
  readonly words: string;
}

/** Where the order book makes them: several tokens may look as one, so it is named by its deploy too. */
export const MakeLotLink = ({ asset, amount, words }: MakeLotLinkProps) => (
  <Way
    href={inscribeHref({ ticker: asset.originName, assetId: paysOf(asset), firstDeployed: false }, amount)}
    data-testid="bridge-make-lot"
    className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-fog"
  >
    {words}
  </Way>
);
