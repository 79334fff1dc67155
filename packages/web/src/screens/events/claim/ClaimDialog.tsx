/** A claim in its three moments: reviewed before the wallet opens, signed, and sent. */
import { Asking, RefusedBefore } from '../../../show/panels/Asking.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
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
      return <Asking />;
    case 'stopped':
      return (
        <RefusedBefore words={step.words} testId="claim-stopped" onClose={onClose} onAgain={claiming.begin} />
      );
    case 'review':
      return <ClaimReviewed {...{ step, claiming, intent, onClose }} />;
    case 'sent':
      return <ClaimSent {...{ step, intent, onClose }} />;
  }
}
