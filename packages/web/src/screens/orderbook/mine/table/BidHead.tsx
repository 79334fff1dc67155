/** Of a ladder as a whole: how much it locks, where its money is, and what can be done to all of it. */
import { Button } from '../../../../ui/Button.tsx';
import { Money } from '../../../../show/Money.tsx';
import type { BidGroup } from '../bids/bid-groups.ts';
import { COLUMNS, ROW_BUTTON } from './parts.ts';
import type { OrdersTableProps } from './parts.ts';
import { t } from '../../../../words.ts';

type BidHeadProps = Pick<OrdersTableProps, 'onCancelBid' | 'onRescue' | 'onSpeedUp'> & { bid: BidGroup };

export function BidHead({ bid, onCancelBid, onRescue, onSpeedUp }: BidHeadProps) {
  const leaving = bid.rungs.filter(({ state }) => state === 'cancelling');
  return (
    <tr
      data-testid="bid-group"
      data-bid-id={bid.bidId}
      data-published={bid.published}
      className="bg-ink-0/60"
    >
      <td colSpan={COLUMNS} className="px-3 sm:px-4">
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3">
          <p className="text-xs text-haze">
            <span className="font-medium text-mist">
              {t('{count, plural, one {Bid of # rung} other {Bid of # rungs}}', { count: bid.rungs.length })}
            </span>{' '}
            <Money value={bid.total} full /> ·{' '}
            {bid.published ? t('on the chain, in locks') : t('nothing on the chain until the first sale')}
          </p>
          <span className="flex">
            <Button {...ROW_BUTTON} data-testid="bid-rescue" onClick={() => onRescue(bid)}>
              {t('Rescue file')}
            </Button>
            {bid.published && leaving.length > 0 ? (
              <Button {...ROW_BUTTON} data-testid="bid-speed-up" onClick={() => onSpeedUp(bid, leaving)}>
                {t('Speed up')}
              </Button>
            ) : null}
            {leaving.length < bid.rungs.length ? (
              <Button {...ROW_BUTTON} data-testid="cancel-whole-bid" onClick={() => onCancelBid(bid)}>
                {t('Cancel bid')}
              </Button>
            ) : null}
          </span>
        </div>
      </td>
    </tr>
  );
}
