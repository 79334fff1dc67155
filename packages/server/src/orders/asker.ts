/** Who asks, and whether he may: the session's own address, with a key that is its; an order of his own; a fee rate that may be paid. */
import { judgeFeeRate, marketOfType } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { Refusal } from '@rialto/protocols';
import { addressToScript, publicKeyOwns } from '@rialto/psbt';
import type { Session } from '../session.ts';
import { findOrder } from '../store/order-store.ts';
import type { OrderRow } from '../store/order-store.ts';
import type { OrderRoom } from './room.ts';

type Settings = Pick<OrderRoom, 'settings'>;

interface Self {
  readonly net: string;
  readonly address: string;
}

/** @throws Refusal wrong-network, not-yours */
export function requireSelf({ settings }: Settings, session: Session, ask: Self): void {
  if (ask.net !== settings.network) throw new Refusal('wrong-network');
  if (ask.address !== session.address) throw new Refusal('not-yours');
}

/** The script of the session's address. @throws Refusal wrong-network, not-yours, wrong-address-type */
export function ownScript(
  room: Settings,
  session: Session,
  ask: Self & { readonly publicKey: string },
): Uint8Array {
  requireSelf(room, session, ask);
  const script = addressToScript(ask.address, room.settings.network);
  if (!publicKeyOwns(ask.publicKey, script)) throw new Refusal('not-yours', 'the key is not the address’s');
  return script;
}

/** An order the session's address placed in this book. @throws Refusal wrong-network, not-yours, unknown-order */
export async function ownOrder(
  room: OrderRoom,
  session: Session,
  ask: Self & { readonly orderId: string },
  book: MarketName,
): Promise<OrderRow> {
  requireSelf(room, session, ask);
  const row = await findOrder(room.store.db, ask.orderId);
  if (row === undefined || marketOfType(row.orderType).market.name !== book)
    throw new Refusal('unknown-order');
  if (row.sellerAddress !== session.address) throw new Refusal('not-yours');
  return row;
}

/**
 * @param highFee consent to a rate far above the plans of the moment
 * @throws Refusal fee-too-low, fee-too-high, fee-needs-consent
 */
export async function requireFeeRate(
  room: Pick<OrderRoom, 'plans'>,
  rate: number,
  highFee: boolean | undefined,
): Promise<void> {
  const verdict = judgeFeeRate(rate, await room.plans());
  if (verdict === 'ok' || (verdict === 'fee-needs-consent' && highFee === true)) return;
  throw new Refusal(verdict, `${Number.parseFloat(rate.toFixed(2))} sat/vB`);
}
