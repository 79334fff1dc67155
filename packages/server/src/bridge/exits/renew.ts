/** Exits that wait too long are built once more over the same coins, and those that can never be in a block are given up (bridge §5). */
import { tierOf } from '@rialto/market';
import { coins } from '@rialto/ground';
import { Refusal } from '@rialto/refusals';
import type { Outpoint } from '@rialto/protocols';
import { inArray } from 'drizzle-orm';
import { messageOf } from '../../repeat.ts';
import { allAssets } from '../../store/bridge/asset-store.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { findDeposits, moveDeposits } from '../../store/bridge/deposit-store.ts';
import type { DepositRow } from '../../store/bridge/deposit-store.ts';
import { noteExit, openExits } from '../../store/bridge/exit-store.ts';
import type { ExitRow } from '../../store/bridge/exit-store.ts';
import { findOrder } from '../../store/bridge/order-store.ts';
import type { BridgeContext } from '../context.ts';
import type { Heights } from '../follow/heights.ts';
import { payoutOf, refundFor } from './exit-of.ts';
import type { Exit } from './exit-of.ts';
import { signAndSend } from './sign-and-send.ts';

/** Blocks that a build may wait before another one is made. */
const PATIENT = 2;
/** By how much the rate has to be above that of the build before, so that nodes take the one for the other. */
const HIGHER = 1.25;

export async function renewExits(context: BridgeContext, heights: Heights): Promise<void> {
  const rows = (await openExits(context.store.db)).filter(({ height }) => height === null);
  if (rows.length === 0) return;
  const assets = new Map((await allAssets(context.store.db)).map((known) => [known.asset.id, known]));
  const spent = await spendersOf(context, rows);
  const byDeposit = new Map<string, ExitRow[]>();
  for (const row of rows) byDeposit.set(row.deposit, [...(byDeposit.get(row.deposit) ?? []), row]);
  const deposits = await findDeposits(context.store.db, [...byDeposit.keys()]);
  for (const deposit of deposits) {
    const known = assets.get(deposit.asset);
    const builds = byDeposit.get(deposit.name) ?? [];
    const last = builds.at(-1);
    if (known === undefined || last === undefined) continue;
    const isDead = builds.every((row) => isGone(row, { spent, known, deposit, heights }));
    if (isDead) await freeOne(context, deposit, builds);
    else if (known.paused === null && (await isLate(context, last, spent, heights)))
      await buildAgain(context, { known, deposit, builds });
  }
}

/** By coin: which of our indexes says that something took it, and at which height a block did. */
type Spent = ReadonlyMap<string, { readonly height: number | undefined; readonly by: string | undefined }>;

async function spendersOf({ store, mvc }: BridgeContext, rows: readonly ExitRow[]): Promise<Spent> {
  const points = (chain: ExitRow['chain']): Outpoint[] =>
    rows
      .filter((row) => row.chain === chain)
      .flatMap(({ inputs, fees }) => [...inputs, ...fees].map((point) => point as Outpoint));
  const onBtc = await store.db
    .select({ outpoint: coins.outpoint, height: coins.spentHeight })
    .from(coins)
    .where(inArray(coins.outpoint, points('btc')));
  const onMvc = await mvc.ledger.spentBy(points('mvc'));
  const spent = new Map<string, { height: number | undefined; by: string | undefined }>();
  for (const { outpoint, height } of onBtc)
    if (height !== null) spent.set(outpoint, { height, by: undefined });
  for (const [point, { height, core }] of onMvc) spent.set(point, { height, by: core });
  return spent;
}

/** Not the build itself, nor what makes its check. Of Bitcoin a build in a block is not looked at. */
const isOther = ({ id, checkCore }: ExitRow, { by }: { readonly by: string | undefined }): boolean =>
  by !== id && (by === undefined || by !== checkCore);

interface Looking {
  readonly spent: Spent;
  readonly known: KnownAsset;
  readonly deposit: DepositRow;
  readonly heights: Heights;
}

/** A block took one of its coins for something else, so long ago that no reorganisation brings it back. */
function isGone(row: ExitRow, { spent, known, deposit, heights }: Looking): boolean {
  const needed = tierOf(known.asset, deposit.amount)[row.chain];
  return [...row.inputs, ...row.fees].some((point) => {
    const by = spent.get(point);
    return by?.height !== undefined && isOther(row, by) && heights[row.chain] - by.height + 1 >= needed;
  });
}

async function freeOne(
  { store }: BridgeContext,
  { name }: DepositRow,
  builds: readonly ExitRow[],
): Promise<void> {
  await store.transact(async (tx) => {
    for (const { id } of builds) await noteExit(tx, id, { dead: true });
    await moveDeposits(tx, 'free', [name], { wait: null });
  });
}

/** It waits for blocks and the rate of now is higher, or a coin that paid for it is gone. */
async function isLate(
  context: BridgeContext,
  row: ExitRow,
  spent: Spent,
  heights: Heights,
): Promise<boolean> {
  const isFeeGone = row.fees.some((point) => {
    const by = spent.get(point);
    return by?.height !== undefined && isOther(row, by);
  });
  if (isFeeGone) return true;
  if (row.chain === 'mvc' || heights.btc - row.sinceHeight < PATIENT) return false;
  return (await context.plans()).avg >= row.feeRate * HIGHER;
}

async function buildAgain(
  context: BridgeContext,
  {
    known,
    deposit,
    builds,
  }: { readonly known: KnownAsset; readonly deposit: DepositRow; readonly builds: readonly ExitRow[] },
): Promise<void> {
  const exit = await exitAgain(context, known, deposit, builds);
  if (exit === undefined) return;
  const all = (of: 'inputs' | 'fees'): string[] => [...new Set(builds.flatMap((row) => row[of]))];
  try {
    await signAndSend(context, exit, { inputs: all('inputs'), fees: all('fees') });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    context.warn('an exit cannot be built again yet', { deposit: deposit.name, error: messageOf(error) });
  }
}

async function exitAgain(
  context: BridgeContext,
  known: KnownAsset,
  deposit: DepositRow,
  [first]: readonly ExitRow[],
): Promise<Exit | undefined> {
  if (first?.kind === 'refund') return refundFor(context, known, deposit);
  const order = deposit.orderId === null ? undefined : await findOrder(context.store.db, deposit.orderId);
  return order === undefined ? undefined : payoutOf(context, known, { deposit, order });
}
