/** When a payer sends another transaction in the place of one that waits: which of them counts, and what the others mean. */
import { Refusal } from '@rialto/refusals';
import type { Txid } from '@rialto/protocols';
import type { Queries, Tx } from '../store/database.ts';
import { CANCELLED_BY_BUYER } from '../store/notification-store.ts';
import { findOutbox, moveOutbox, requireMoveOutbox } from '../store/outbox-store.ts';
import type { OutboxRow } from '../store/outbox-store.ts';
import type { OutboxContext } from './context.ts';
import type { ReplacedBy } from './purpose.ts';

type Registry = Pick<OutboxContext, 'purposes'>;

async function rowOf(db: Queries, txid: string | null | undefined): Promise<OutboxRow | undefined> {
  return txid === null || txid === undefined ? undefined : (await findOutbox(db, [txid]))[0];
}

/** Two transactions for one thing: one trade, or the cancel of one order. */
function sameAim({ purposes }: Registry, a: OutboxRow, b: OutboxRow): boolean {
  return a.kind === b.kind && a.reference === b.reference && purposes.find(a)?.exclusive === true;
}

/** True when the spender is what this one takes the place of, or did before. */
export async function isReplacedBy(context: OutboxContext, row: OutboxRow, spender: Txid): Promise<boolean> {
  if (row.replaces === spender) return true;
  const other = await rowOf(context.store.db, spender);
  return other !== undefined && sameAim(context, row, other);
}

/** What a transaction of one party alone takes the place of, the latest first: through its bumps to what was taken back. */
async function replacementChain(
  { purposes }: Registry,
  db: Queries,
  row: OutboxRow | undefined,
): Promise<string[]> {
  const taken: string[] = [];
  for (let at = row; at !== undefined; at = await rowOf(db, at.replaces)) {
    if (purposes.find(at)?.exclusive !== false || at.replaces === null || taken.includes(at.replaces)) break;
    taken.push(at.replaces);
  }
  return taken;
}

/** In words, when it was its own payer who took the coins back, or when whose coin it is ended it. */
export async function cancelledBy(
  registry: Registry,
  db: Queries,
  { row, spender }: { row: OutboxRow; spender: Txid | undefined },
): Promise<string | undefined> {
  const by = await rowOf(db, spender);
  const taken = await replacementChain(registry, db, by);
  if (taken.includes(row.txid)) return `${CANCELLED_BY_BUYER}: its coins went back to the payer`;
  return by === undefined ? undefined : registry.purposes.find(by)?.ends?.(db, by, row);
}

/** A block has a transaction that took coins back from another: whoever wrote that one is told. */
export async function tellCancelled(registry: Registry, tx: Tx, row: OutboxRow): Promise<void> {
  const before = await rowOf(tx, (await replacementChain(registry, tx, row)).at(-1));
  if (before !== undefined) await registry.purposes.find(before)?.cancelled?.(tx, before, row);
}

/**
 * The new transaction counts in the place of the old one. The caller writes it in the same database transaction.
 * @throws Refusal own-not-waiting when the old one is not waiting any more
 */
export async function replaceBy(
  { purposes }: Registry,
  tx: Tx,
  old: OutboxRow,
  by: ReplacedBy,
): Promise<void> {
  const row = await requireMoveOutbox(tx, { txid: old.txid, event: 'replace' }, 'own-not-waiting');
  const goesOn = (await purposes.of(row).replaced?.(tx, row, by)) ?? true;
  if (!goesOn) throw new Refusal('own-not-waiting');
}

/**
 * The node keeps the one before (something that builds on it made the new one too cheap): that one counts again, nothing is void.
 * @returns false when the spender is not what this one replaced
 */
export async function reinstate(context: OutboxContext, row: OutboxRow, spender: Txid): Promise<boolean> {
  const { store, purposes } = context;
  return store.transact(async (tx) => {
    const before = await rowOf(tx, spender);
    if (before === undefined || !(row.replaces === spender || sameAim(context, row, before))) return false;
    const which = { txids: [spender] };
    const [again] = await moveOutbox(tx, { which, event: 'reinstate', set: { lastAnswer: '' } });
    if (again === undefined) return false;
    const lastAnswer = `the node keeps the transaction before it: ${spender}`;
    await moveOutbox(tx, { which: { txids: [row.txid] }, event: 'fail', set: { lastAnswer } });
    await purposes.of(row).replaced?.(tx, row, { txid: spender, fee: again.fee });
    return true;
  });
}
