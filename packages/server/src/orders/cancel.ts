/** Cancel: softly, by deleting the stored signature; or on the chain, by the owner spending the lot to himself. */
import { coinToWire } from '@rialto/contract';
import type {
  CancelAnswer,
  OrderAnswer,
  PrepareCancel,
  PreparedCancel,
  SubmitCancel,
} from '@rialto/contract';
import { loadCoins, loadCoinsOf } from '@rialto/ground';
import { wireOrderState } from '@rialto/market';
import { Refusal, bytesToHex, hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { acceptCancel, addressToScript, buildCancel, planCancel, publicKeyOwns } from '@rialto/psbt';
import type { Session } from '../session.ts';
import { findOrder, lockedOutpoints, moveOrders, setCancelTxid } from '../store/order-store.ts';
import type { OrderRow } from '../store/order-store.ts';
import { insertOutbox, keepCancel, keptCancel } from '../store/trade-store.ts';
import { cancelFromRecord, cancelToRecord } from './plan.ts';
import type { OrderRoom } from './room.ts';
import { sendOutbox } from './sender.ts';

async function ownOrder(
  room: OrderRoom,
  session: Session,
  ask: { net: string; address: string; orderId: string },
): Promise<OrderRow> {
  if (ask.net !== room.settings.network) throw new Refusal('wrong-network');
  const row = await findOrder(room.store.db, ask.orderId);
  if (row === undefined) throw new Refusal('unknown-order');
  if (row.sellerAddress !== session.address || ask.address !== session.address)
    throw new Refusal('not-yours');
  return row;
}

/** Deletes the signature. Refused while a trade is on its way: its transaction already carries the signature. */
export async function cancelSoftly(
  room: OrderRoom,
  session: Session,
  ask: { net: string; address: string; orderId: string },
): Promise<OrderAnswer> {
  const row = await ownOrder(room, session, ask);
  if (row.status === 'cancelled') return { orderId: row.id, orderState: 3 };
  const moved = await room.store.db.transaction(async (tx) => {
    const rows = await moveOrders(tx, {
      ids: [row.id],
      event: 'cancel',
      reason: 'withdrawn by its owner',
      set: { witness: null, psbt: '' },
    });
    if (rows.some((order) => order.liveTrade !== null)) throw new Refusal('order-taken');
    return rows;
  });
  if (moved.length === 0) throw new Refusal('order-closed');
  return { orderId: row.id, orderState: 3 };
}

export async function prepareCancel(
  room: OrderRoom,
  session: Session,
  body: PrepareCancel,
): Promise<PreparedCancel> {
  const row = await ownOrder(room, session, body);
  if (!['open', 'paused', 'cancelled'].includes(row.status)) throw new Refusal('order-closed');
  const script = addressToScript(body.address, room.settings.network);
  if (!publicKeyOwns(body.publicKey, script)) throw new Refusal('not-yours');
  const point = row.outpoint as Outpoint;
  const [{ coins }, own, locked] = await Promise.all([
    loadCoins(room, [point]),
    loadCoinsOf(room, script),
    lockedOutpoints(room.store.db, session.address),
  ]);
  const lot = coins.get(point);
  if (lot === undefined) throw new Refusal('coin-spent');
  const plan = planCancel({
    lot,
    ownerScript: script,
    ownerKey: hexToBytes(body.publicKey),
    coins: own.filter((coin) => !locked.has(coin.outpoint) && coin.outpoint !== point),
    feeRateSatVb: body.feeRate,
  });
  const built = buildCancel(plan);
  const expiresAt = room.now() + room.settings.takeMs;
  await keepCancel(room.store.db, {
    orderId: row.id,
    plan: cancelToRecord(plan),
    expiresAt: new Date(expiresAt),
  });
  return {
    orderId: row.id,
    psbtRaw: bytesToHex(built.psbt),
    toSignInputs: built.toSign.map((entry) => ({ ...entry })),
    coins: [plan.lot, ...plan.payments].map(coinToWire),
    fees: { networkFee: built.fee.toString(), vsize: built.vsize, feeRate: body.feeRate },
    expiresAt,
  };
}

export async function submitCancel(
  room: OrderRoom,
  session: Session,
  body: SubmitCancel,
): Promise<CancelAnswer> {
  const row = await ownOrder(room, session, body);
  if (row.status === 'cancelling' && row.cancelTxid !== null)
    return { orderId: row.id, orderState: 3, txId: row.cancelTxid };
  const kept = await keptCancel(room.store.db, row.id);
  if (kept === undefined || kept.expiresAt.getTime() < room.now()) throw new Refusal('take-expired');
  const plan = cancelFromRecord(kept.plan);
  const { raw, txid } = acceptCancel(plan, hexToBytes(body.psbtRaw));
  const [verdict] = await room.chain.testAccept([raw]);
  if (verdict?.accepted !== true) throw new Refusal('node-refused', verdict?.reason ?? 'no answer');
  await room.store.db.transaction(async (tx) => {
    await setCancelTxid(tx, row.id, txid);
    const moved = await moveOrders(tx, {
      ids: [row.id],
      event: 'cancel-on-chain',
      reason: 'its owner is spending the coin',
    });
    if (moved.length === 0 && row.status !== 'cancelled') throw new Refusal('order-closed');
    await insertOutbox(tx, {
      txid,
      raw: bytesToHex(raw),
      kind: 'cancel',
      reference: row.id,
      inputs: [plan.lot, ...plan.payments].map((coin) => coin.outpoint),
      status: 'waiting',
    });
  });
  await sendOutbox(room, [txid]);
  return { orderId: row.id, orderState: wireOrderState('cancelling'), txId: txid };
}
