/** An order in its three moments: reviewed before the wallet opens, signed, and handed in. */
import type { BridgeIntent } from '../../../flows/bridge/bridge-intent.ts';
import { typedText } from '../../../show/bridge/BridgeAmount.tsx';
import { NoLot } from '../../../show/bridge/NoLot.tsx';
import { Asking, RefusedBefore } from '../../../show/panels/Asking.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { t } from '../../../words.ts';
import { useBridging } from './bridging.ts';
import type { Bridging } from './bridging.ts';
import { MintReviewed } from './MintReviewed.tsx';
import { RedeemReviewed } from './RedeemReviewed.tsx';

interface BridgeDialogProps {
  readonly intent: BridgeIntent;
  /** Sat that the account has on MVC. */
  readonly space: bigint;
  readonly onPaid: (orderId: string) => void;
  /** Closed while nobody knows whether it is paid. */
  readonly onUnsure: () => void;
  readonly onClose: () => void;
}

export function BridgeDialog({ intent, space, onPaid, onUnsure, onClose }: BridgeDialogProps) {
  const bridging = useBridging(intent, space, onPaid);
  const close = bridging.step.at === 'unsure' ? onUnsure : onClose;
  return (
    <Dialog title={t('Bridge')} onClose={close} locked={bridging.signing} testId="bridge-act">
      <Now intent={intent} bridging={bridging} onClose={close} />
    </Dialog>
  );
}

interface NowProps extends Pick<BridgeDialogProps, 'intent' | 'onClose'> {
  readonly bridging: Bridging;
}

function Now({ intent, bridging, onClose }: NowProps) {
  const { step } = bridging;
  switch (step.at) {
    case 'asking':
      return <Asking />;
    case 'stopped':
      return (
        <RefusedBefore
          words={step.words}
          testId="bridge-stopped"
          onClose={onClose}
          onAgain={bridging.begin}
        />
      );
    case 'no-lot':
      return (
        <RefusedBefore
          words={<NoLot asset={intent.asset} amount={typedText(intent.quote.amount, intent.asset)} />}
          testId="bridge-stopped"
          onClose={onClose}
          onAgain={bridging.begin}
        />
      );
    case 'unsure':
      return <RefusedBefore words={unsureWords(step.words)} testId="bridge-unsure" onClose={onClose} />;
    case 'mint':
      return <MintReviewed mint={step.mint} bridging={bridging} onClose={onClose} />;
    case 'redeem':
      return <RedeemReviewed redeem={step.redeem} bridging={bridging} onClose={onClose} />;
  }
}

const unsureWords = (error: string): string =>
  t(
    '{error} The payment may be on its way all the same. Don’t pay again: close this and follow the order under “Orders in progress”.',
    { error },
  );
