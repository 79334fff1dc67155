/** Exits that wait too long, or that can be in no block as they are, are built once more over the same coins; those that are dead are given up (bridge §5). */
import { messageOf } from '../../repeat.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { findDeposits, moveDeposits, noteDeposits } from '../../store/bridge/deposit-store.ts';
import type { DepositRow } from '../../store/bridge/deposit-store.ts';
import { noteExit, openExits } from '../../store/bridge/exit-store.ts';
import type { ExitRow } from '../../store/bridge/exit-store.ts';
import { findOrder } from '../../store/bridge/order-store.ts';
import type { BridgeContext } from '../context.ts';
import type { Heights } from '../follow/heights.ts';
import { adoptSigned } from './signed/adopt.ts';
import { payoutOf, refundFor } from './exit-of.ts';
import type { Exit } from './exit-of.ts';
import { isDead, isLate, isLost, lookAt } from './late.ts';
import type { Leaving } from './leave.ts';
import { signAndSend } from './sign-and-send.ts';

export async function renewExits(
  context: BridgeContext,
  assets: readonly KnownAsset[],
  heights: Heights,
  { asked, pauses }: Leaving,
): Promise<void> {
  const byDeposit = waiting(await openExits(context.store.db));
  if (byDeposit.size === 0) return;
  const byId = new Map(assets.map((known) => [known.asset.id, known]));
  const looked = await lookAt(context, [...byDeposit.values()].flat(), heights);
  const resting = new Set(pauses.resting(context.now(), heights));
  for (const deposit of await findDeposits(context.store.db, [...byDeposit.keys()])) {
    const { name } = deposit;
    const known = byId.get(deposit.asset);
    const builds = byDeposit.get(name) ?? [];
    if (known === undefined) continue;
    const living = builds.filter((row) => !isDead(row, deposit, known, looked));
    if (living.length === 0) {
      asked.delete(name);
      await freeOne(context, deposit, builds);
    } else if (known.paused === null && deposit.height !== null && !resting.has(name)) {
      const over = living.filter((row) => !isLost(row, deposit, known, looked));
      const last = over.at(-1);
      if (last !== undefined && !(await isLate(context, last, looked))) continue;
      if (await buildAgain(context, { known, deposit, builds, over })) pauses.forget(name);
      else pauses.failed(name, 'refused', context.now(), heights);
    }
  }
}

/** Of deposits that no block has paid yet. */
function waiting(rows: readonly ExitRow[]): ReadonlyMap<string, readonly ExitRow[]> {
  const left = new Set(rows.filter(({ height }) => height !== null).map(({ deposit }) => deposit));
  const byDeposit = new Map<string, ExitRow[]>();
  for (const row of rows)
    if (!left.has(row.deposit)) byDeposit.set(row.deposit, [...(byDeposit.get(row.deposit) ?? []), row]);
  return byDeposit;
}

async function freeOne(
  { store }: BridgeContext,
  { name }: DepositRow,
  builds: readonly ExitRow[],
): Promise<void> {
  await store.transact(async (tx) => {
    for (const { id } of builds) await noteExit(tx, id, { dead: true });
    await moveDeposits(tx, 'free', [name], { wait: null });
    await noteDeposits(tx, [name], { judged: false });
  });
}

interface Waiting {
  readonly known: KnownAsset;
  readonly deposit: DepositRow;
  readonly builds: readonly ExitRow[];
  /** Those whose coins it spends again; where there are none it spends others, if the signer finds that all before it are dead. */
  readonly over: readonly ExitRow[];
}

/** @returns false where it cannot be now */
async function buildAgain(
  context: BridgeContext,
  { known, deposit, builds, over }: Waiting,
): Promise<boolean> {
  try {
    // One that was signed and never written down is a build before this one too.
    await adoptSigned(context, known, [deposit]);
    const all = (await openExits(context.store.db)).filter((row) => row.deposit === deposit.name);
    if (all.length > builds.length) return true;
    const exit = await exitAgain(context, known, deposit, builds);
    if (exit === undefined) return false;
    const named = (of: 'inputs' | 'fees'): string[] => [...new Set(over.flatMap((row) => row[of]))];
    const before = { inputs: named('inputs'), fees: named('fees') };
    await signAndSend(context, exit, over.length === 0 ? undefined : before);
    return true;
  } catch (error) {
    // Whatever it is: the others are built all the same, and what is due leaves.
    context.warn('an exit cannot be built again yet', { deposit: deposit.name, error: messageOf(error) });
    return false;
  }
}

/** The same as before: what goes out by one build goes out by every other, whatever the fees have become. */
async function exitAgain(
  context: BridgeContext,
  known: KnownAsset,
  deposit: DepositRow,
  [first]: readonly ExitRow[],
): Promise<Exit | undefined> {
  const exit =
    first?.kind === 'refund'
      ? await refundFor(context, known, deposit)
      : await payoutAgain(context, known, deposit);
  return exit === undefined || first === undefined ? undefined : { ...exit, out: first.out };
}

async function payoutAgain(
  context: BridgeContext,
  known: KnownAsset,
  deposit: DepositRow,
): Promise<Exit | undefined> {
  const order = deposit.orderId === null ? undefined : await findOrder(context.store.db, deposit.orderId);
  return order === undefined ? undefined : payoutOf(context, known, { deposit, order });
}
