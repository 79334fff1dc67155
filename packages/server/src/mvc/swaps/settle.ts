/** What became of swaps, by blocks: in one, undone, final, or ended because a block has one of their coins in another transaction. */
import type { MvcLedger } from '@rialto/ground';
import { hexToBytes, splitOutpoint } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import type { MvcContext } from '../context.ts';
import type { MvcActRow } from '../store/act-schema.ts';
import { dropOldActs, moveActs, noteAct, openActs } from '../store/acts.ts';
import { FINAL_DEPTH } from '../terms.ts';
import { readOurs } from './plan-act.ts';
import { sendSwap } from './send.ts';

type Where = Awaited<ReturnType<MvcLedger['byCore']>>;
/** Long after the last moment at which its user may sign. */
const UNSIGNED_MS = 600_000;

/** Done after every change of the index, and every few seconds. */
export async function settleSwaps(context: MvcContext): Promise<void> {
  const tip = await context.ledger.tip();
  if (tip === undefined) return;
  const rows = await openActs(context.store.db, tip.height - FINAL_DEPTH);
  const cores = rows.flatMap(({ core, checkCore, parkedRaw, inputs }) => [
    ...(core === null ? [] : [core]),
    checkCore,
    ...(parkedRaw === null ? [] : [readOurs(hexToBytes(parkedRaw)).core]),
    ...inputs.map((input) => input.core),
  ]);
  const where = await context.ledger.byCore([...new Set(cores)]);
  const at: At = { where, height: tip.height, dead: new Map() };
  // Oldest first: what a swap builds on is looked at before it.
  for (const row of rows) await settleOne(context, row, at);
  await dropOldActs(context.store.db, new Date(context.now() - UNSIGNED_MS));
}

interface At {
  readonly where: Where;
  readonly height: number;
  /** Cores that can never be in a block, each with the block that ended it. */
  readonly dead: Map<string, number>;
}

async function settleOne(context: MvcContext, row: MvcActRow, at: At): Promise<void> {
  const found = row.core === null ? undefined : at.where.get(row.core);
  const mined = found?.height;
  if (found !== undefined && mined !== undefined)
    await isMined(context, row, { txid: found.txid, height: mined, depth: at.height - mined + 1 });
  else await isNotMined(context, row, { at, waits: found !== undefined });
}

interface Mined {
  readonly txid: Txid;
  readonly height: number;
  readonly depth: number;
}

async function isMined({ store }: MvcContext, row: MvcActRow, { txid, height, depth }: Mined): Promise<void> {
  const ids = [row.id];
  // In a block though nobody here knows of its signing: the database is an older one.
  if (row.status === 'built' || row.status === 'failed') await moveActs(store.db, 'sign', { ids });
  await moveActs(store.db, 'mine', { ids, set: { height, txid, deadHeight: null, reason: '' } });
  if (depth >= FINAL_DEPTH) await moveActs(store.db, 'finalise', { ids });
}

async function isNotMined(
  context: MvcContext,
  row: MvcActRow,
  { at, waits }: { readonly at: At; readonly waits: boolean },
): Promise<void> {
  const { db } = context.store;
  const ids = [row.id];
  if (row.status === 'confirmed') await moveActs(db, 'undo', { ids, set: { height: null } });
  const ended = await endedAt(context.ledger, row, at);
  if (ended !== row.deadHeight) await noteAct(db, row.id, { deadHeight: ended });
  if (ended !== null) await moveActs(db, 'fail', { ids, set: { reason: 'coin-spent' } });
  else if (row.status === 'built' && row.expiresAt.getTime() < context.now())
    await moveActs(db, 'fail', { ids, set: { reason: 'take-expired' } });
  else if (!waits && row.swapRaw !== null && row.status !== 'failed') await sendSwap(context, row);
}

/**
 * The block that ended a swap: it has one of its coins in another transaction, or it has the transaction that makes one of them under
 * another id, so that the coin can never be; and what builds on a swap that was ended is ended with it. Only what is six deep is
 * final; until then a reorganisation may bring it back.
 */
async function endedAt(ledger: MvcLedger, row: MvcActRow, at: At): Promise<number | null> {
  const { core, checkCore, act } = row;
  const parking = row.parkedRaw === null ? undefined : readOurs(hexToBytes(row.parkedRaw));
  const gone = await goneCoins(ledger, row, { at, own: [core, checkCore, parking?.core] });
  const check = at.where.has(checkCore) ? [readOurs(hexToBytes(row.checkRaw))] : [];
  const made = [...check, ...(parking === undefined ? [] : [parking])];
  const replaced = made.flatMap((tx) => twinHeight(at.where, tx) ?? []);
  const heights = [...gone.map(({ height }) => height), ...replaced];
  if (heights.length === 0) return null;
  const ended = Math.min(...heights);
  if (core !== null) at.dead.set(core, ended);
  // The check lives on without its swap, unless its own coin is gone.
  const paying = act.side === 'buy' ? act.checkCoin : act.poolSpace;
  const ofCheck = gone.flatMap(({ outpoint, height }) => (outpoint === paying ? [height] : []));
  if (ofCheck.length > 0) at.dead.set(checkCore, Math.min(...ofCheck));
  return ended;
}

/** Its coins that can never be spent by it, each with the block that saw to it. */
async function goneCoins(
  ledger: MvcLedger,
  { inputs }: MvcActRow,
  { at, own }: { readonly at: At; readonly own: readonly unknown[] },
): Promise<{ readonly outpoint: Outpoint; readonly height: number }[]> {
  const spent = await ledger.spentBy(inputs.map(({ outpoint }) => outpoint));
  return inputs.flatMap(({ outpoint, core: maker }) => {
    const { txid } = splitOutpoint(outpoint);
    const by = spent.get(outpoint);
    const heights = [
      twinHeight(at.where, { core: maker, txid }),
      at.dead.get(maker),
      by === undefined || own.includes(by.core) ? undefined : by.height,
    ];
    return heights.flatMap((height) => (height === undefined ? [] : [{ outpoint, height }]));
  });
}

/** The block that has this transaction under another id. */
function twinHeight(
  where: Where,
  { core, txid }: { readonly core: string; readonly txid: Txid },
): number | undefined {
  const found = where.get(core);
  return found === undefined || found.txid === txid ? undefined : found.height;
}
