/** What became of swaps, by blocks: in one, undone, final, or ended because a block has one of their coins in another transaction. */
import type { MvcLedger } from '@rialto/ground';
import { hexToBytes, splitOutpoint } from '@rialto/protocols';
import type { MvcContext } from '../context.ts';
import type { MvcActRow } from '../store/act-schema.ts';
import { dropOldActs, moveActs, noteAct, openActs } from '../store/acts.ts';
import { FINAL_DEPTH } from '../terms.ts';
import { readOurs } from './plan-act.ts';
import { sendSwap } from './send.ts';

type Where = Awaited<ReturnType<MvcLedger['byCore']>>;
const DAY_MS = 86_400_000;

/** Done after every change of the index, and every few seconds. */
export async function settleSwaps(context: MvcContext): Promise<void> {
  const tip = await context.ledger.tip();
  if (tip === undefined) return;
  const rows = await openActs(context.store.db, tip.height - FINAL_DEPTH);
  const cores = rows.flatMap(({ core, inputs }) => [
    ...(core === null ? [] : [core]),
    ...inputs.map((input) => input.core),
  ]);
  const where = await context.ledger.byCore([...new Set(cores)]);
  for (const row of rows) await settleOne(context, row, { where, height: tip.height });
  await dropOldActs(context.store.db, new Date(context.now() - DAY_MS));
}

interface At {
  readonly where: Where;
  readonly height: number;
}

async function settleOne(context: MvcContext, row: MvcActRow, { where, height }: At): Promise<void> {
  const { db } = context.store;
  const ids = [row.id];
  const found = row.core === null ? undefined : where.get(row.core);
  if (found?.height !== undefined) {
    const set = { height: found.height, txid: found.txid, deadHeight: null, reason: '' };
    // In a block though nobody here knows of its signing: the database is an older one.
    if (row.status === 'built' || row.status === 'failed') await moveActs(db, 'sign', { ids });
    await moveActs(db, 'mine', { ids, set });
    if (height - found.height + 1 >= FINAL_DEPTH) await moveActs(db, 'finalise', { ids });
    return;
  }
  if (row.status === 'confirmed') await moveActs(db, 'undo', { ids, set: { height: null } });
  const ended = await endedAt(context.ledger, row, where);
  if (ended !== row.deadHeight) await noteAct(db, row.id, { deadHeight: ended ?? null });
  if (ended !== null) await moveActs(db, 'fail', { ids, set: { reason: 'coin-spent' } });
  else if (row.status === 'built' && row.expiresAt.getTime() < context.now())
    await moveActs(db, 'fail', { ids, set: { reason: 'take-expired' } });
  else if (found === undefined && row.swapRaw !== null && row.status !== 'failed')
    await sendSwap(context, row);
}

/**
 * The block that ended a swap: it has one of its coins in another transaction, or it has the transaction that made one of them under
 * another id, so that the coin can never be. Only what is six deep is final; until then a reorganisation may bring it back.
 */
async function endedAt(
  ledger: MvcLedger,
  { core, checkCore, parkedRaw, inputs }: MvcActRow,
  where: Where,
): Promise<number | null> {
  for (const { outpoint, core: maker } of inputs) {
    const made = where.get(maker);
    if (made?.height !== undefined && made.txid !== splitOutpoint(outpoint).txid) return made.height;
  }
  const spent = await ledger.spentBy(inputs.map(({ outpoint }) => outpoint));
  const parking = parkedRaw === null ? undefined : readOurs(hexToBytes(parkedRaw)).core;
  const others = [...spent.values()].filter((by) => ![core, checkCore, parking].includes(by.core));
  const heights = others.flatMap(({ height }) => (height === undefined ? [] : [height]));
  return heights.length === 0 ? null : Math.min(...heights);
}
