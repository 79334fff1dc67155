/** An order that left something behind: an unsolved problem, or a signature that others may have copied. */
import type { Order } from '@rialto/contract';
import { grouped } from '@rialto/market';
import { requestOwn } from '../../flows/own/own-request.ts';
import { saidWords } from '../../said.ts';
import { PairLink } from '../../show/markets/PairLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { t } from '../../words.ts';

export function OrderRow({ order }: { order: Order }) {
  const { orderId, book, tick, assetId, coinAmount, state, reason } = order;
  return (
    <li data-testid="own-order" data-id={orderId} className="space-y-2 px-4 py-3.5">
      <p className="text-sm font-medium">
        {t('Selling {amount} {tick}', { amount: grouped(coinAmount), tick })}
      </p>
      <p className="text-xs leading-5 text-mist">
        {state === 'cancelled'
          ? t('Removed after its signature was public: anyone who kept it can still buy at the old price.')
          : saidWords(reason)}
      </p>
      {state === 'cancelled' ? (
        <Button
          size="sm"
          tone="danger"
          data-testid="own-leftover"
          onClick={() => requestOwn({ kind: 'leftover', order })}
        >
          {t('Cancel on-chain')}
        </Button>
      ) : (
        <PairLink
          pair={{ book, ticker: tick, assetId, firstDeployed: false }}
          className="text-[0.8125rem] underline underline-offset-4"
        >
          {t('Open order book')}
        </PairLink>
      )}
    </li>
  );
}
