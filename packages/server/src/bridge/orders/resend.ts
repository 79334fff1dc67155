/** Payments of redeems are kept until a block has them so deep that no reorganisation takes them out: what was acknowledged is never lost. */
import { hexToBytes, outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { readOurs } from '../../mvc/swaps/plan-act.ts';
import { FINAL_DEPTH } from '../../mvc/terms.ts';
import { messageOf } from '../../repeat.ts';
import { endSending, sendingOrders } from '../../store/bridge/order-store.ts';
import type { HandedIn } from '../../store/schema/index.ts';
import type { BridgeContext } from '../context.ts';
import type { Heights } from '../follow/heights.ts';

/** @returns why the node has it not; empty where it has it. Never throws for what the node says */
export async function sendHandedIn({ mvc }: BridgeContext, { raw, check }: HandedIn): Promise<string> {
  try {
    const all = [...(check === null ? [] : [check]), raw].map((one) => readOurs(hexToBytes(one)));
    const last = (await mvc.chain.send(all)).at(-1);
    return last === undefined || last.accepted || last.why === 'known' ? '' : last.reason;
  } catch (error) {
    return error instanceof Refusal ? error.code : messageOf(error);
  }
}

/** Those of mints are the outbox's. */
export async function resendPayments(context: BridgeContext, { mvc: tip }: Heights): Promise<void> {
  const rows = await sendingOrders(context.store.db);
  const cores = rows.flatMap(({ payment }) => payment?.core ?? []);
  const where = await context.mvc.ledger.byCore(cores);
  for (const { id, payment } of rows) {
    if (payment?.core == null) {
      await endSending(context.store.db, id);
      continue;
    }
    const found = where.get(payment.core);
    const isOver = found?.height !== undefined && tip - found.height + 1 >= FINAL_DEPTH;
    if (isOver || (found === undefined && (await isReplaced(context, payment, tip))))
      await endSending(context.store.db, id);
    else if (found === undefined) await sendHandedIn(context, payment);
  }
}

/** A block gave one of its coins to another transaction, and that is final. */
async function isReplaced({ mvc }: BridgeContext, payment: HandedIn, tip: number): Promise<boolean> {
  const own = [payment.raw, ...(payment.check === null ? [] : [payment.check])].map((raw) =>
    readOurs(hexToBytes(raw)),
  );
  const cores = new Set(own.map(({ core }) => core));
  const points = own.flatMap(({ inputs }) => inputs.map(({ txid, vout }) => outpoint(txid, vout)));
  const spent = await mvc.ledger.spentBy(points);
  return [...spent.values()].some(
    ({ core, height }) => !cores.has(core) && height !== undefined && tip - height + 1 >= FINAL_DEPTH,
  );
}
