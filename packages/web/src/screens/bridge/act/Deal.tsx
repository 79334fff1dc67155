/** What both reviews say: what one sends and gets, to whom it goes, the order's id that goes with it, and its terms to be saved. */
import { shortened } from '@rialto/market';
import type { BridgeIntent } from '../../../flows/bridge/bridge-intent.ts';
import type { MadeTerms } from '../../../flows/bridge/bridge-terms.ts';
import { termsFileName, termsFileText } from '../../../flows/bridge/terms-file.ts';
import { Line } from '../../../show/Lines.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Copyable } from '../../../ui/Copyable.tsx';
import { download } from '../../../ui/download.ts';
import { t } from '../../../words.ts';
import { BridgeSum } from '../BridgeCosts.tsx';

export const Deal = ({ intent: { asset, direction, quote } }: { intent: BridgeIntent }) => (
  <BridgeSum {...{ asset, direction, quote }} receives={t('You receive, at least')} />
);

interface PartiesProps {
  readonly intent: BridgeIntent;
  readonly made: MadeTerms;
}

export function Parties({ intent, made }: PartiesProps) {
  const { asset, direction, user, account } = intent;
  const isMint = direction === 'mint';
  const paidTo = isMint ? asset.lockedAddress : asset.inletAddress;
  return (
    <dl className="space-y-2 px-1">
      <Line name={t('Paid to the bridge’s address')}>
        <Address address={paidTo} />
      </Line>
      <Line name={isMint ? t('To your address on MVC') : t('To your address on Bitcoin')}>
        <Address address={isMint ? account.address : user.address} />
      </Line>
      <Line name={t('Back to, if it is refunded')}>
        <Address address={isMint ? user.address : account.address} />
      </Line>
      <Line name={t('Order id, in the payment')}>
        <Copyable
          text={made.orderId}
          shown={shortened(made.orderId, 6, 6)}
          label={t('Copy the order’s id')}
        />
      </Line>
    </dl>
  );
}

const Address = ({ address }: { address: string }) => (
  <Copyable text={address} shown={shortened(address)} label={t('Copy the address')} />
);

/** Whoever has them can bring the order back, on any browser. */
export function SaveTerms({ made }: { made: MadeTerms }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <p className="text-xs leading-5 text-haze">
        {t('This browser keeps the terms of your order. With a file you can restore it elsewhere.')}
      </p>
      <Button
        size="sm"
        className="max-sm:h-11"
        data-testid="bridge-save-terms"
        onClick={() => download(termsFileName(made.orderId), termsFileText(made), 'application/json')}
      >
        {t('Save terms')}
      </Button>
    </div>
  );
}
