/** Locks that hold lots of one's own, and the way out of one without a signature: a stored exit is sent once its blocks are over. */
import type { LeaveLock, LeftLock, OwnLock, OwnLocks } from '@rialto/contract';
import { marketOfType } from '@rialto/market';
import { hexToBytes, invariant, isFlaw, isOutpoint, readTransaction } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { requireSelf } from '../../caller.ts';
import type { Self } from '../../caller.ts';
import { commitAndSend } from '../../outbox/commit.ts';
import type { Session } from '../../session.ts';
import { findLock, standingLocks } from '../../store/asks/lock-store.ts';
import type { OrderedLock } from '../../store/asks/lock-store.ts';
import { isCommitted } from '../../store/outbox-store.ts';
import type { OrderContext } from '../context.ts';
import { exitHeightOf, lockNow, rescueOf } from './locked.ts';
import { LEAVE_LOCK } from './purposes.ts';

/** Whatever became of their orders. */
export async function ownLocks(context: OrderContext, session: Session, named: Self): Promise<OwnLocks> {
  requireSelf(context, session, named);
  const { height } = await context.ledger.tip();
  const rows = await standingLocks(context.store.db, session.address);
  return { results: rows.map((row) => viewOf(row, height, context.settings.network)) };
}

function viewOf(row: OrderedLock, tip: number, network: OrderContext['settings']['network']): OwnLock {
  const exitHeight = exitHeightOf(row);
  const { outpoint } = row;
  invariant(isOutpoint(outpoint), 'a lock is an outpoint');
  return {
    orderId: row.orderId,
    book: marketOfType(row.orderType).market.name,
    tick: row.tick,
    coinDecimalNum: row.decimals,
    state: row.status,
    ticket: row.ticket,
    outpoint,
    ...(exitHeight === undefined ? {} : { exitHeight }),
    ripe: exitHeight !== undefined && tip + 1 >= exitHeight,
    exits: [...row.exits],
    rescue: rescueOf(row, network),
  };
}

/** @throws Refusal unknown-order, not-yours, order-taken, lock-not-free, coin-spent, node-refused */
export async function leaveLock(context: OrderContext, session: Session, body: LeaveLock): Promise<LeftLock> {
  requireSelf(context, session, body);
  const row = await findLock(context.store.db, body.orderId);
  if (row === undefined) throw new Refusal('unknown-order');
  if (row.ownerAddress !== session.address) throw new Refusal('not-yours');
  const raw = hexToBytes(row.exits[body.dear === true ? 1 : 0] ?? '');
  const exit = readTransaction(raw);
  invariant(!isFlaw(exit), 'a stored exit can be read');
  const txId = exit.txid;
  const left = { orderId: row.orderId, txId };
  if (await isCommitted(context.store.db, txId)) return left;
  try {
    await sendExit(context, row, { raw, txid: txId });
  } catch (error) {
    // Asked twice at once: the later one meets what the first has sent.
    if (!(await isCommitted(context.store.db, txId))) throw error;
  }
  return left;
}

async function sendExit(
  context: OrderContext,
  row: OrderedLock,
  exit: { readonly raw: Uint8Array; readonly txid: Txid },
): Promise<void> {
  if (row.liveTrade !== null) throw new Refusal('order-taken');
  const { coin, tip } = await lockNow(context, row);
  const exitHeight = (coin.height ?? 0) + row.ticket.exitAfter;
  if (tip.height + 1 < exitHeight) throw new Refusal('lock-not-free', `from block ${exitHeight}`);
  const commit = { finals: [{ ...exit, coins: [coin] }], refusals: {} };
  await commitAndSend(context.outbox, commit, () =>
    Promise.resolve({ purpose: LEAVE_LOCK.name, reference: row.orderId }),
  );
}
