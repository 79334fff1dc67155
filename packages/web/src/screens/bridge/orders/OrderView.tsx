/** What an order's page says: which way, how far, what it waits for, the transactions of both chains, and the way back. */
import type { BridgeOrderView } from '@rialto/contract';
import { shortened } from '@rialto/market';
import { isRefund } from '../../../data/bridge/bridge-state.ts';
import { BridgeAddress } from '../../../show/bridge/BridgeAddress.tsx';
import { BridgeAmount, chainsOf } from '../../../show/bridge/BridgeAmount.tsx';
import { RawBytes } from '../../../show/bridge/BridgeTx.tsx';
import { moreWords, reasonWords, stateWords, waitWords } from '../../../show/bridge/bridge-words.ts';
import { addressOf, directionWords, stateTone } from '../../../show/bridge/order-words.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { Copyable } from '../../../ui/Copyable.tsx';
import type { KeptTerms } from '../../../terms-store.ts';
import { t } from '../../../words.ts';
import type { BridgePage } from '../bridge-page.ts';
import { SaveTerms } from '../SaveTerms.tsx';
import { DepositPart } from './DepositPart.tsx';
import { OrderSteps } from './OrderSteps.tsx';

interface OrderViewProps {
  readonly order: BridgeOrderView;
  readonly page: BridgePage;
  readonly terms: KeptTerms | undefined;
}

export function OrderView({ order, page, terms }: OrderViewProps) {
  const { state, direction } = order;
  const asset = page.bridge?.assetList.find((one) => one.asset === order.asset);
  const [first, ...others] = order.deposits;
  return (
    <div className="space-y-4" data-testid="bridge-order-view" data-state={state}>
      <div className="flex items-baseline justify-between gap-4">
        <p className="text-sm font-medium">{directionWords(direction)}</p>
        <p role="status" data-testid="bridge-order-state" className={`text-sm ${stateTone(order)}`}>
          {stateWords(order)}
        </p>
      </div>
      {isRefund(state) || state === 'expired' ? null : <OrderSteps order={order} bridge={page.bridge} />}
      <Remarks order={order} />
      <Sums order={order} page={page} />
      <Unsent order={order} />
      {first === undefined ? null : <DepositPart deposit={first} direction={direction} asset={asset} />}
      {others.length === 0 ? null : (
        <p className="text-xs leading-5 text-mist">
          {t('Paid on top: of several payments with one id the first is the order’s, the others go back.')}
        </p>
      )}
      {others.map((deposit) => (
        <DepositPart key={deposit.deposit} deposit={deposit} direction={direction} asset={asset} />
      ))}
      {terms === undefined ? null : <SaveTerms made={terms} />}
    </div>
  );
}

/** What it waits for, what its state means, and why it was not accepted. */
function Remarks({ order }: Pick<OrderViewProps, 'order'>) {
  const { waits, deposits } = order;
  const more = moreWords(order);
  const reason = deposits[0]?.reason ?? '';
  return (
    <>
      {/* Of a lot its deposit says it, where the button was. */}
      {waits === null || waits === 'lot' ? null : (
        <Notice tone="warn">
          <span data-testid="bridge-waits">{waitWords(waits)}</span>
        </Notice>
      )}
      {more === '' ? null : <p className="text-xs leading-5 text-mist">{more}</p>}
      {reason === '' ? null : (
        <Notice tone="warn">
          <span data-testid="bridge-reason">{reasonWords(reason)}</span>
        </Notice>
      )}
    </>
  );
}

function Unsent({ order: { payment } }: Pick<OrderViewProps, 'order'>) {
  if (payment === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-xs leading-5 text-mist">
      {t('Submitted, but not on any chain yet. You can also broadcast it elsewhere:')}
      <RawBytes raw={payment.raw} check={payment.check} />
    </p>
  );
}

function Sums({ order, page: { net, bridge } }: Omit<OrderViewProps, 'terms'>) {
  const { direction, amount, out, receiver, refund, orderId } = order;
  const asset = bridge?.assetList.find((one) => one.asset === order.asset);
  const [from, to] = chainsOf(direction);
  return (
    <dl className="space-y-2 rounded-xl border border-line px-4 py-3">
      {asset === undefined || amount === 'any' ? null : (
        <>
          <Line name={t('You send')}>
            <BridgeAmount value={BigInt(amount)} asset={asset} chain={from} />
          </Line>
          <Line name={t('You receive')} strong>
            <BridgeAmount value={BigInt(out)} asset={asset} chain={to} />
          </Line>
        </>
      )}
      <Line name={direction === 'mint' ? t('To the address on MVC') : t('To the address on Bitcoin')}>
        <BridgeAddress address={addressOf(receiver, net)} />
      </Line>
      <Line name={t('Back to, if it is refunded')}>
        <BridgeAddress address={addressOf(refund, net)} />
      </Line>
      <Line name={t('Order')}>
        <Copyable text={orderId} shown={shortened(orderId, 6, 6)} label={t('Copy the order’s id')} />
      </Line>
    </dl>
  );
}
