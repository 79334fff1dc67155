/** One wallet of the list: its mark, its name, and whether it is in this browser. */
import { Icon, Spinner } from '../../../ui/Icon.tsx';
import type { WalletOffer } from '../../../wallets/offers.ts';
import { WalletMark } from './WalletMark.tsx';
import { t } from '../../../words.ts';

interface OfferProps {
  readonly offer: WalletOffer;
  readonly waiting: string | undefined;
  readonly onChoose: () => void;
}

const LOOK =
  'flex h-16 w-full items-center gap-3.5 rounded-xl border border-line bg-ink-0/60 px-4 text-left transition-colors hover:border-line-strong hover:bg-ink-2 disabled:opacity-60';

export function Offer({ offer, waiting, onChoose }: OfferProps) {
  const { id, appLink } = offer;
  const inside = <OfferInside offer={offer} waits={waiting === id} />;
  if (appLink !== undefined) {
    return (
      <a href={appLink} data-testid={`wallet-${id}`} className={LOOK}>
        {inside}
      </a>
    );
  }
  return (
    <button
      type="button"
      data-testid={`wallet-${id}`}
      disabled={waiting !== undefined || offer.wrongFace === true}
      onClick={onChoose}
      className={LOOK}
    >
      {inside}
    </button>
  );
}

function OfferInside({
  offer: { id, name, hint, installed },
  waits,
}: {
  offer: WalletOffer;
  waits: boolean;
}) {
  return (
    <>
      <WalletMark id={id} />
      <span className="min-w-0 flex-1">
        <span className="block text-[0.9375rem] font-medium">{name}</span>
        <span className="block text-xs text-haze">{waits ? t('Confirm in the wallet') : hint}</span>
      </span>
      {waits ? <Spinner className="size-4 text-amber" /> : null}
      {waits || installed === undefined ? null : installed ? (
        <span className="text-xs text-buy">{t('Installed')}</span>
      ) : (
        <span className="flex items-center gap-1.5 text-xs text-mist">
          {t('Install')}
          <Icon name="out" className="size-3.5" />
        </span>
      )}
    </>
  );
}
