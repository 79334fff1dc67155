/** A claim in its three moments: reviewed before the wallet opens, signed, and sent. */
import { Notice } from '../../../show/Lines.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Spinner } from '../../../ui/Icon.tsx';
import { t } from '../../../words.ts';
import { ClaimReviewed } from './ClaimReviewed.tsx';
import { ClaimSent } from './ClaimSent.tsx';
import type { ClaimIntent } from './claim-intent.ts';
import { useClaiming } from './claiming.ts';
import type { Claiming } from './claiming.ts';

interface ClaimDialogProps {
  readonly intent: ClaimIntent;
  readonly onClose: () => void;
}

export function ClaimDialog({ intent, onClose }: ClaimDialogProps) {
  const claiming = useClaiming(intent);
  return (
    <Dialog title={t('Claim')} onClose={onClose} locked={claiming.signing} testId="claim-dialog">
      <Now claiming={claiming} intent={intent} onClose={onClose} />
    </Dialog>
  );
}

function Now({ claiming, intent, onClose }: ClaimDialogProps & { claiming: Claiming }) {
  const { step } = claiming;
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
        <div className="space-y-4" data-testid="claim-stopped">
          <Notice tone="warn">{step.words}</Notice>
          <div className="flex gap-3">
            <Button size="lg" className="flex-1" onClick={onClose}>
              {t('Close')}
            </Button>
            <Button size="lg" className="flex-1" onClick={claiming.begin}>
              {t('Try again')}
            </Button>
          </div>
        </div>
      );
    case 'review':
      return <ClaimReviewed {...{ step, claiming, intent, onClose }} />;
    case 'sent':
      return <ClaimSent {...{ step, intent, onClose }} />;
  }
}
