/** Where an order stands, in words: with what becomes of it, and for how long a protected one is still offered. */
import type { Order } from '@rialto/contract';
import { shortened } from '@rialto/market';
import { blocksLeft, nearsItsEnd } from '../../../../flows/protected/renewal.ts';
import { saidWords } from '../../../../said.ts';
import { TxLink } from '../../../../show/TxLink.tsx';
import { isBid } from '../bids/bid-groups.ts';
import { msg, t } from '../../../../words.ts';

const STATES: Readonly<Record<string, { words: string; look: string }>> = {
  open: { words: msg('Open'), look: 'text-fog' },
  paused: { words: msg('Paused'), look: 'text-warn' },
  cancelling: { words: msg('Cancelling'), look: 'text-warn' },
  done: { words: msg('Sold'), look: 'text-buy' },
  cancelled: { words: msg('Cancelled'), look: 'text-haze' },
  expired: { words: msg('Expired'), look: 'text-haze' },
  invalid: { words: msg('Invalid'), look: 'text-sell' },
};

/** As the exchange says it of the rungs of a bid from before its change. */
const REPLACED = msg('its owner signed the bid anew; the exchange deleted the old signatures');

/** Its lot is on its way into a lock: with the block that has it, it is offered. */
const isBeingLocked = ({ state, ticket, exitHeight }: Order): boolean =>
  state === 'paused' && ticket !== undefined && exitHeight === undefined;

/** A message. */
function stateWords(order: Order, bought: boolean): string {
  const { state, reason } = order;
  if (state === 'cancelled' && reason === REPLACED) return msg('Replaced');
  if (isBeingLocked(order)) return msg('Being locked');
  if (state === 'open') return openWords(order);
  if (state === 'done' && bought) return msg('Bought');
  return STATES[state]?.words ?? state;
}

function openWords(order: Order): string {
  if (order.pending) return isBid(order) ? msg('Being filled') : msg('Being bought');
  return order.greyed === true ? msg('Fee too low now') : msg('Open');
}

interface OrderStateProps {
  readonly order: Order;
  readonly bought: boolean;
  readonly height: number | undefined;
}

export function OrderState({ order, bought, height }: OrderStateProps) {
  const state = STATES[order.state] ?? { words: order.state, look: 'text-haze' };
  const pending = (order.pending && order.state === 'open') || isBeingLocked(order);
  return (
    <span title={saidWords(order.reason)} className="inline-flex items-center gap-2">
      <span className={pending ? 'text-amber' : state.look}>{t(stateWords(order, bought))}</span>
      <LockEnd order={order} height={height} />
      {order.dealTx === '' ? null : <TxLink txId={order.dealTx} shown={shortened(order.dealTx, 4, 4)} />}
    </span>
  );
}

/** For how long a protected ask is still offered, once that is short. */
function LockEnd({ order, height }: { order: Order; height: number | undefined }) {
  if (order.state !== 'open' || !nearsItsEnd(order, height)) return null;
  const blocks = blocksLeft(order, height) ?? 0;
  return (
    <span className="text-xs text-warn" data-testid="lock-end">
      {t('{blocks, plural, one {ends in # block} other {ends in # blocks}}', { blocks })}
    </span>
  );
}
