/** Locks that hold lots of one's own, and the way out of one without a signature: a stored exit is sent once its blocks are over. */
import type { LeaveLock, LeftLock, OwnLock, OwnLocks } from '@rialto/contract';
import { marketOfType } from '@rialto/market';
import { hexToBytes, invariant, isFlaw, isOutpoint, readTransaction } from '@rialto/protocols';
import type { Coin, Outpoint, Txid } from '@rialto/protocols';
import { coinOfTicket } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { requireSelf } from '../../caller.ts';
import type { Self } from '../../caller.ts';
import { commitAndSend } from '../../outbox/commit.ts';
import { replaceBy } from '../../outbox/replace.ts';
import type { Session } from '../../session.ts';
import { findLock, standingLocks } from '../../store/asks/lock-store.ts';
import type { OrderedLock } from '../../store/asks/lock-store.ts';
import { findOutbox, isCommitted, isUnconfirmed } from '../../store/outbox-store.ts';
import type { OrderContext } from '../context.ts';
import { exitHeightOf, lockNow, lockOfWire, rescueOf } from './locked.ts';
import { LEAVE_LOCK } from './purposes.ts';

/** Whatever became of their orders. */
export async function ownLocks(context: OrderContext, session: Session, named: Self): Promise<OwnLocks> {
  requireSelf(context, session, named);
  const { height } = await context.ledger.tip();
  const rows = await standingLocks(context.store.db, session.address);
  const spending = await context.chain.spendingOf(rows.map(({ outpoint }) => outpoint as Outpoint));
  const { network } = context.settings;
  return {
    results: rows.map((row) => {
      const leaving = spending.get(row.outpoint as Outpoint) !== undefined;
      return viewOf(row, { tip: height, network, leaving });
    }),
  };
}

interface Now {
  readonly tip: number;
  readonly network: OrderContext['settings']['network'];
  readonly leaving: boolean;
}

function viewOf(row: OrderedLock, { tip, network, leaving }: Now): OwnLock {
  const exitHeight = exitHeightOf(row);
  const { outpoint } = row;
  invariant(isOutpoint(outpoint), 'a lock is an outpoint');
  return {
    orderId: row.orderId,
    book: marketOfType(row.orderType).market.name,
    tick: row.tick,
    coinDecimalNum: row.decimals,
    state: row.status,
    freeState: row.freeState,
    ticket: row.ticket,
    outpoint,
    ...(exitHeight === undefined ? {} : { exitHeight }),
    ripe: exitHeight !== undefined && tip + 1 >= exitHeight,
    leaving,
    exits: [...row.exits],
    rescue: rescueOf(row, network),
  };
}

/**
 * The dear exit takes the place of a usual one that waits: nobody can add a fee to that.
 * @throws Refusal unknown-order, not-yours, order-taken, lock-not-free, coin-spent, own-not-waiting, node-refused
 */
export async function leaveLock(context: OrderContext, session: Session, body: LeaveLock): Promise<LeftLock> {
  requireSelf(context, session, body);
  const row = await findLock(context.store.db, body.orderId);
  if (row === undefined) throw new Refusal('unknown-order');
  if (row.ownerAddress !== session.address) throw new Refusal('not-yours');
  const usual = exitOf(row, 0);
  const isDear = body.dear === true;
  const exit = isDear ? exitOf(row, 1) : usual;
  const txId = exit.txid;
  const left = { orderId: row.orderId, txId };
  if (await isCommitted(context.store.db, txId)) return left;
  try {
    await sendExit(context, row, { ...exit, replaces: isDear ? usual.txid : undefined });
  } catch (error) {
    // Asked twice at once: the later one meets what the first has sent.
    if (!(await isCommitted(context.store.db, txId))) throw error;
  }
  return left;
}

interface Exit {
  readonly raw: Uint8Array;
  readonly txid: Txid;
}

function exitOf({ exits }: OrderedLock, which: 0 | 1): Exit {
  const raw = hexToBytes(exits[which] ?? '');
  const read = readTransaction(raw);
  invariant(!isFlaw(read), 'a stored exit can be read');
  return { raw, txid: read.txid };
}

/** @param exit.replaces the exit whose place it takes, if that one was sent */
async function sendExit(
  context: OrderContext,
  row: OrderedLock,
  { raw, txid, replaces }: Exit & { readonly replaces: Txid | undefined },
): Promise<void> {
  if (row.liveTrade !== null) throw new Refusal('order-taken');
  const coin = (await lockLeftBy(context, row, replaces)) ?? (await lockNow(context, row)).coin;
  const tip = await context.ledger.tip();
  const exitHeight = (coin.height ?? 0) + row.ticket.exitAfter;
  if (tip.height + 1 < exitHeight) throw new Refusal('lock-not-free', `from block ${exitHeight}`);
  const commit = { finals: [{ raw, txid, coins: [coin] }], refusals: {} };
  await commitAndSend(context.outbox, commit, async (tx) => {
    const stands = { purpose: LEAVE_LOCK.name, reference: row.orderId };
    if (replaces === undefined) return stands;
    const [waiting] = await findOutbox(tx, [replaces]);
    if (waiting !== undefined && isUnconfirmed(waiting))
      await replaceBy(context.outbox, tx, waiting, { txid, fee: null });
    return { ...stands, replaces };
  });
}

/** The lock, where this exit alone spends it, in the mempool: then a block has the lock, and its ticket says what it holds. */
async function lockLeftBy(
  { chain }: OrderContext,
  { outpoint, height, ticket }: OrderedLock,
  exit: Txid | undefined,
): Promise<Coin | undefined> {
  if (exit === undefined || height === null) return undefined;
  const point = outpoint as Outpoint;
  const spender = (await chain.spendingOf([point])).get(point);
  return spender === exit ? { ...coinOfTicket(lockOfWire(ticket), point), height } : undefined;
}
