/** Sends exits again and again until a block has them. What a node refuses is noted; nothing is given up for it. */
import { hexToBytes } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { readOurs } from '../../mvc/swaps/plan-act.ts';
import { messageOf } from '../../repeat.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { findDeposits, moveDeposits } from '../../store/bridge/deposit-store.ts';
import { noteExit, openExits } from '../../store/bridge/exit-store.ts';
import type { ExitRow, NewExit } from '../../store/bridge/exit-store.ts';
import type { BridgeContext } from '../context.ts';
import { madeWhole } from './signed/made-whole.ts';

/** Never throws for what a node says or does not say. @returns whether it has it */
export async function sendExit(context: BridgeContext, row: NewExit): Promise<boolean> {
  const answer = await offered(context, row);
  if (answer !== (row.lastAnswer ?? '')) await noteExit(context.store.db, row.id, { lastAnswer: answer });
  if (answer !== '') return false;
  await moveDeposits(context.store.db, 'send', [row.deposit]);
  return true;
}

/** @returns why the node has it not; empty where it has it */
async function offered({ chain, mvc, warn }: BridgeContext, row: NewExit): Promise<string> {
  try {
    if (row.chain === 'btc') {
      const verdict = await chain.send(hexToBytes(row.raw));
      return verdict.accepted || verdict.why === 'known' ? '' : verdict.reason;
    }
    const raws = [...(row.checkRaw == null ? [] : [row.checkRaw]), row.raw];
    const verdicts = await mvc.chain.send(raws.map((raw) => readOurs(hexToBytes(raw))));
    const last = verdicts.at(-1);
    return last === undefined || last.accepted || last.why === 'known' ? '' : last.reason;
  } catch (error) {
    const reason = error instanceof Refusal ? error.code : messageOf(error);
    if (!(error instanceof Refusal)) warn('a node does not take an exit', { id: row.id, error: reason });
    return reason;
  }
}

/** The latest build of each deposit; the others are older ones of the same coins. */
const latest = (rows: readonly ExitRow[]): readonly ExitRow[] => [
  ...new Map(rows.map((row) => [row.deposit, row])).values(),
];

export async function resendExits(context: BridgeContext, assets: readonly KnownAsset[]): Promise<void> {
  const rows = await openExits(context.store.db);
  if (rows.length === 0) return;
  const [onBtc, onMvc] = [
    rows.filter(({ chain }) => chain === 'btc'),
    rows.filter(({ chain }) => chain === 'mvc'),
  ];
  const waiting = await context.chain.waiting(onBtc.map(({ id }) => id as Txid));
  const where = await context.mvc.ledger.byCore(onMvc.map(({ id }) => id));
  const isThere = ({ id, height }: ExitRow): boolean =>
    height !== null || waiting.has(id as Txid) || where.has(id);
  const there = new Set(rows.filter(isThere).map(({ deposit }) => deposit));
  await moveDeposits(context.store.db, 'send', [...there]);
  const missing = latest(rows).filter(({ deposit }) => !there.has(deposit));
  const deposits = new Map(
    (
      await findDeposits(
        context.store.db,
        missing.map(({ deposit }) => deposit),
      )
    ).map((row) => [row.name, row]),
  );
  // Who is known not to answer is not asked for each of them.
  const away = new Set(assets.flatMap(({ row }) => (row.signerAway ? [row.id] : [])));
  for (const row of missing) {
    // What came in is in no block any more: nothing goes out for it until one has it again.
    const isPaid = deposits.get(row.deposit)?.height != null;
    const whole = away.has(row.asset) ? row : await madeWhole(context, row);
    if (!isPaid || !(await sendExit(context, whole)))
      await moveDeposits(context.store.db, 'drop', [row.deposit]);
  }
}
