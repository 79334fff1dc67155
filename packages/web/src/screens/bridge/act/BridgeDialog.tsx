/** An order in its three moments: reviewed before the wallet opens, signed, and handed in. */
import type { BridgeIntent } from '../../../flows/bridge/bridge-intent.ts';
import { Notice } from '../../../show/Lines.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Spinner } from '../../../ui/Icon.tsx';
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
  readonly onClose: () => void;
}

export function BridgeDialog({ intent, space, onPaid, onClose }: BridgeDialogProps) {
  const bridging = useBridging(intent, space, onPaid);
  return (
    <Dialog title={t('Bridge')} onClose={onClose} locked={bridging.signing} testId="bridge-act">
      <Now bridging={bridging} onClose={onClose} />
    </Dialog>
  );
}

function Now({ bridging, onClose }: { bridging: Bridging; onClose: () => void }) {
  const { step } = bridging;
  switch (step.at) {
    case 'asking':
      return (
        <div className="grid justify-items-center gap-4 py-8 text-center" role="status">
          <Spinner className="size-7 text-amber" />
          <p className="text-[0.8125rem] text-haze">{t('This page checks it before your wallet opens.')}</p>
        </div>
      );
    case 'stopped':
      return (
        <div className="space-y-4" role="alert" data-testid="bridge-stopped">
          <Notice tone="warn">{step.words}</Notice>
          <div className="flex gap-3">
            <Button size="lg" className="flex-1" onClick={onClose}>
              {t('Close')}
            </Button>
            <Button size="lg" className="flex-1" onClick={bridging.begin}>
              {t('Try again')}
            </Button>
          </div>
        </div>
      );
    case 'mint':
      return <MintReviewed mint={step.mint} bridging={bridging} onClose={onClose} />;
    case 'redeem':
      return <RedeemReviewed redeem={step.redeem} bridging={bridging} onClose={onClose} />;
  }
}
