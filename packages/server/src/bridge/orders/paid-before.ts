/** An order that has a payment gets no other in its place: what was acknowledged is never lost. */
import { hexToBytes, isFlaw, readTransaction, spentPoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { FINAL_DEPTH } from '../../mvc/terms.ts';
import { spentHeightsOf } from '../../store/bridge/coin-store.ts';
import { findOrder, keepPayment } from '../../store/bridge/order-store.ts';
import { findOutbox } from '../../store/outbox-store.ts';
import type { HandedIn } from '../../store/schema/index.ts';
import type { BridgeContext } from '../context.ts';
import { heightsOf } from '../follow/heights.ts';
import { isReplaced } from './resend.ts';

/**
 * Anybody can know an order's id and terms once its payment is on the chain, and hand another one in. One that can be in no block any more is
 * taken out, so that its payer can pay anew. Inside the order's turn.
 * @throws Refusal bridge-paid-before
 */
export async function requireUnpaid(context: BridgeContext, orderId: string): Promise<void> {
  const row = await findOrder(context.store.db, orderId);
  if (row === undefined || row.payment === null) return;
  const { direction, payment } = row;
  const heights = await heightsOf(context);
  const isOver =
    direction === 'mint'
      ? await isOverOnBtc(context, payment, heights.btc)
      : await isReplaced(context, payment, heights.mvc);
  if (!isOver) throw new Refusal('bridge-paid-before', payment.txid);
  await keepPayment(context.store.db, orderId, { payment: null, isSending: false });
}

/** The outbox has given it up, and a block gave a coin of it to another transaction so long ago that this is final. */
async function isOverOnBtc({ store }: BridgeContext, { txid, raw }: HandedIn, tip: number): Promise<boolean> {
  const [sent] = await findOutbox(store.db, [txid]);
  const read = readTransaction(hexToBytes(raw));
  if ((sent?.status !== 'void' && sent?.status !== 'replaced') || isFlaw(read)) return false;
  const spent = await spentHeightsOf(store.db, read.inputs.map(spentPoint));
  return [...spent.values()].some((height) => tip - height + 1 >= FINAL_DEPTH);
}
