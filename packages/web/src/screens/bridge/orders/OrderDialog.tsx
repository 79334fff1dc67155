/** One order, live: how far it is, both transactions, what it waits for, and what its owner can do. Its address opens it again after a reload. */
import { isUnknownOrder, useBridgeOrder } from '../../../data/bridge/bridge-queries.ts';
import { errorWords } from '../../../error-words.ts';
import { Notice } from '../../../show/Lines.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { t } from '../../../words.ts';
import type { BridgePage } from '../bridge-page.ts';
import type { Kept } from './kept.ts';
import { OrderView } from './OrderView.tsx';
import { RestoreOrder } from './RestoreOrder.tsx';

interface OrderDialogProps {
  readonly orderId: string;
  readonly page: BridgePage;
  readonly kept: Kept;
  readonly onClose: () => void;
}

export function OrderDialog({ orderId, page, kept, onClose }: OrderDialogProps) {
  const { data: order, error } = useBridgeOrder(orderId);
  const terms = kept.list.find((one) => one.orderId === orderId);
  return (
    <Dialog title={t('Bridge order')} onClose={onClose} testId="bridge-order">
      {order !== undefined ? (
        <OrderView order={order} page={page} terms={terms} />
      ) : error === null ? (
        <div role="status" aria-label={t('Loading')} className="space-y-3">
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-32 w-full" />
        </div>
      ) : (
        <div className="space-y-4">
          <Notice tone="warn">
            {errorWords(error)} {isUnknownOrder(error) ? '' : t('Retrying automatically.')}
          </Notice>
          {isUnknownOrder(error) && terms !== undefined ? <RestoreOrder terms={terms.terms} /> : null}
        </div>
      )}
    </Dialog>
  );
}
