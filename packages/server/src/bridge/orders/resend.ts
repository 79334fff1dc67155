/** Payments of redeems are kept until a block has them so deep that no reorganisation takes them out: what was acknowledged is never lost. */
import type { Rejected } from '@rialto/ground';
import { hexToBytes, outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { readOurs } from '../../mvc/swaps/plan-act.ts';
import { FINAL_DEPTH } from '../../mvc/terms.ts';
import { messageOf } from '../../repeat.ts';
import { endSending, sendingOrders } from '../../store/bridge/order-store.ts';
import type { HandedIn } from '../../store/schema/index.ts';
import type { BridgeContext } from '../context.ts';
import type { Heights } from '../follow/heights.ts';

/** What the node says of a payment. */
export interface Offered {
  /** Why it has it not; empty where it has it. */
  readonly reason: string;
  /** It is nowhere: refused by a rule, or another transaction has its coins. Else it may wait in some mempool. */
  readonly isRefused: boolean;
}

/** Never throws for what the node says, or does not say. */
export async function sendHandedIn(context: Pick<BridgeContext, 'mvc'>, payment: HandedIn): Promise<Offered> {
  try {
    const verdicts = await context.mvc.chain.send(transactionsIn(payment));
    const last = verdicts.at(-1);
    if (last === undefined || last.accepted || last.why === 'known') return { reason: '', isRefused: false };
    // What builds on a refused one has no coins to spend: the first says why.
    const cause = verdicts.find((one): one is Rejected => !one.accepted && one.why !== 'known') ?? last;
    return { reason: cause.reason, isRefused: await isNowhere(context, payment, cause.why) };
  } catch (error) {
    return { reason: error instanceof Refusal ? error.code : messageOf(error), isRefused: false };
  }
}

const transactionsIn = ({ raw, check }: HandedIn) =>
  [...(check === null ? [] : [check]), raw].map((one) => readOurs(hexToBytes(one)));

/** What another has given another id waits or is mined all the same: its coins are gone then, and it is found by its core. */
async function isNowhere(
  { mvc }: Pick<BridgeContext, 'mvc'>,
  payment: HandedIn,
  why: Rejected['why'],
): Promise<boolean> {
  const own = transactionsIn(payment);
  if ((await mvc.ledger.byCore(own.map(({ core }) => core))).size > 0) return false;
  if (why !== 'conflict' && why !== 'missing-inputs') return true;
  return (await rivalsOf({ mvc }, payment)).length > 0;
}

/** Those of mints are the outbox's. */
export async function resendPayments(context: BridgeContext, { mvc: tip }: Heights): Promise<void> {
  const rows = await sendingOrders(context.store.db);
  const cores = rows.flatMap(({ payment }) => payment?.core ?? []);
  const where = await context.mvc.ledger.byCore(cores);
  for (const { id, payment } of rows) {
    if (payment === null) continue;
    const found = where.get(payment.core ?? '');
    const isOver = found?.height !== undefined && tip - found.height + 1 >= FINAL_DEPTH;
    if (isOver || (found === undefined && (await isReplaced(context, payment, tip))))
      await endSending(context.store.db, id);
    else if (found === undefined) await sendHandedIn(context, payment);
  }
}

/** No block and no mempool has it, and a block gave one of its coins to another transaction, and that is final. */
export async function isReplaced(
  context: Pick<BridgeContext, 'mvc'>,
  payment: HandedIn,
  tip: number,
): Promise<boolean> {
  const core = payment.core ?? '';
  if ((await context.mvc.ledger.byCore([core])).has(core)) return false;
  const rivals = await rivalsOf(context, payment);
  return rivals.some(({ height }) => height !== undefined && tip - height + 1 >= FINAL_DEPTH);
}

/** Other transactions that spend a coin of it. */
async function rivalsOf({ mvc }: Pick<BridgeContext, 'mvc'>, payment: HandedIn) {
  const own = transactionsIn(payment);
  const cores = new Set(own.map(({ core }) => core));
  const points = own.flatMap(({ inputs }) => inputs.map(({ txid, vout }) => outpoint(txid, vout)));
  return [...(await mvc.ledger.spentBy(points)).values()].filter(({ core }) => !cores.has(core));
}
