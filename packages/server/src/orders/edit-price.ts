/** Lower the price of an open order in place: a new signature for the same lot takes the old one's place. Never against a live trade. */
import type { OrderAnswer } from '@rialto/contract';
import { rateE18 } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Session } from '../session.ts';
import { findLock } from '../store/asks/lock-store.ts';
import { offeredThing } from '../store/crosscheck-store.ts';
import { lowerPrice } from '../store/orders/order-claims.ts';
import type { AskTerms } from '../store/orders/order-claims.ts';
import { findOrder } from '../store/orders/order-store.ts';
import type { OrderRow } from '../store/orders/order-store.ts';
import { ownAsk } from './own-order.ts';
import { verifyAsk, readAsk } from './verify-ask.ts';
import type { VerifiedAsk } from './verify-ask.ts';
import type { OrderContext } from './context.ts';
import { pauseIfSpent } from './settle.ts';

interface EditPrice {
  readonly net: string;
  readonly address: string;
  readonly orderId: string;
  /** The seller's signature for the lower price. */
  readonly psbtRaw: string;
}

/** Edits of one order that come at once: each sees what the one before it left. */
const ATTEMPTS = 5;

/** The same price again changes nothing: an edit that is sent twice is one. A higher one needs a hard cancel first. */
export async function editPrice(
  context: OrderContext,
  session: Session,
  ask: EditPrice,
  book: MarketName,
): Promise<OrderAnswer> {
  const row = await ownAsk(context, session, ask, book);
  // What a ticket says is in the script of its lock: another price is another lock.
  if ((await findLock(context.store.db, row.id)) !== undefined)
    throw new Refusal('event-not-allowed', 'renew it');
  const asked = readAsk(context, ask);
  if (asked.point !== row.outpoint) throw new Refusal('psbt-changed', 'another coin');
  requireEditable(row);
  await context.crossCheck.trading(row.assetId, [offeredThing(row)]);
  const checked = await verifyAsk(context, asked);
  const { asset, amount } = checked.lot;
  if (asset !== row.assetId || amount !== row.coinAmount) throw new Refusal('order-closed');
  await lower(context, row, newTerms(checked, ask));
  await pauseIfSpent(context, row);
  return { orderId: row.id, orderState: 1 };
}

async function lower(context: OrderContext, row: OrderRow, terms: AskTerms): Promise<void> {
  let now: OrderRow | undefined = row;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    requireEditable(now);
    if (terms.price > now.price) throw new Refusal('price-raised');
    const seen = now;
    if (terms.price === seen.price || (await context.store.transact((tx) => lowerPrice(tx, seen, terms))))
      return;
    now = await findOrder(context.store.db, row.id);
  }
  throw new Refusal('event-not-allowed', 'the order is being changed');
}

function requireEditable(row: OrderRow | undefined): asserts row is OrderRow {
  if (row?.status !== 'open') throw new Refusal('order-closed');
  if (row.liveTrade !== null) throw new Refusal('order-taken');
}

function newTerms({ ask, lot }: VerifiedAsk, { psbtRaw }: EditPrice): AskTerms {
  return {
    price: ask.price,
    rateE18: rateE18(ask.price, lot.amount, lot.decimals),
    payScript: bytesToHex(ask.payScript),
    sequence: BigInt(ask.sequence),
    witness: ask.witness.map(bytesToHex),
    psbt: psbtRaw.toLowerCase(),
  };
}
