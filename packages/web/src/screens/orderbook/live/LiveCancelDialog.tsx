/** A live bid is taken out of the book: nothing is locked for it, so there is one way and it costs nothing. */
import type { Order } from '@rialto/contract';
import { useLineLost } from '../../../data/calls/line.ts';
import { Notice } from '../../../show/Lines.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Bidding } from '../mine/BidCancelDialog.tsx';
import { Choice } from '../mine/CancelDialog.tsx';
import { t } from '../../../words.ts';

interface LiveCancelProps {
  readonly order: Order;
  readonly busy: boolean;
  readonly onSoft: () => void;
  readonly onClose: () => void;
}

export function LiveCancelDialog({ order, busy, onSoft, onClose }: LiveCancelProps) {
  const offline = useLineLost();
  return (
    <Dialog title={t('Cancel this bid')} onClose={onClose} testId="live-cancel-dialog">
      <div className="space-y-4">
        <Bidding rungs={[order]} />
        {order.pending ? (
          <Notice tone="warn">{t('Someone is selling into it. That sale is settled first.')}</Notice>
        ) : null}
        <Choice
          title={t('Remove from the book')}
          words={t(
            'Free and instant. Nothing was signed or locked. While a seller waits for your signature it counts as an answer left unsigned.',
          )}
        >
          <Button
            className="w-full"
            busy={busy}
            disabled={busy || offline || order.pending}
            data-testid="live-cancel"
            onClick={onSoft}
          >
            {offline ? t('Offline, reconnecting') : t('Remove (free)')}
          </Button>
        </Choice>
      </div>
    </Dialog>
  );
}
