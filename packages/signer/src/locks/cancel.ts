/** The act of giving locks back: to their owner alone, who has signed it too, and only while no fill of them may confirm. */
import { coinToWire } from '@rialto/contract';
import type { CancelRequest } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { bytesToHex, equalBytes, hexToBytes, txidOf } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import {
  buildCancelLocks,
  coinOfTicket,
  planCancelLocks,
  signCancelLocks,
  verifyCancelLocks,
} from '@rialto/psbt';
import type { CancelLocksPlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { keepToLimits } from '../cosign/limits.ts';
import { requireGone } from './fates.ts';
import type { LockParts } from './fill.ts';
import { inTurn, ourLock } from './ours.ts';
import type { LockWorld } from './ours.ts';
import { requireWanted } from '../cosign/wanted.ts';

interface CheckedCancel {
  readonly plan: CancelLocksPlan;
  readonly unsigned: Uint8Array;
  readonly tip: Tip;
}

/** Our signatures in hex, in the locks' order. The same cancel twice gets them twice, and a dearer one gets its own. */
export async function cancelLocks(
  parts: LockParts,
  request: CancelRequest,
  gone: () => boolean,
): Promise<string[]> {
  if (parts.stopped()) throw new Refusal('trading-stopped');
  const { locks: written } = parts.journal.recall;
  const isLeaving = (lock: Outpoint): boolean => written.signedFor(lock).at(-1)?.kind === 'cancel';
  const checked = await checkCancel(parts.lockWorld, request, isLeaving);
  const points = request.locks.map(({ outpoint }) => outpoint);
  await inTurn(parts.turns, points, () => record(parts, request, { checked, gone }));
  return signCancelLocks(checked.plan, checked.unsigned, parts.lockKey.secret).map(bytesToHex);
}

/** @param isLeaving whether a cancel of a lock was signed before: a dearer one may take its place while it waits */
async function checkCancel(
  world: LockWorld,
  request: CancelRequest,
  isLeaving: (lock: Outpoint) => boolean,
): Promise<CheckedCancel> {
  const points = request.locks.map(({ outpoint }) => outpoint);
  const { coins, tip } = await loadCoins(world, points);
  const locks = request.locks.map(({ ticket, outpoint }) => {
    const lock = ourLock(ticket, world.lockKey);
    const coin = coins.get(outpoint) ?? (isLeaving(outpoint) ? coinOfTicket(lock, outpoint) : undefined);
    if (coin === undefined) throw new Refusal('coin-spent', outpoint);
    return { lock, coin };
  });
  const plan = planCancelLocks({ locks, feeRateSatVb: request.feeRateSatVb });
  if (plan.refund !== BigInt(request.refund))
    throw new Refusal('effects-differ', `${plan.refund} sat would come back`);
  const built = buildCancelLocks(plan);
  const unsigned = hexToBytes(request.unsigned);
  if (!equalBytes(built.unsigned, unsigned)) throw new Refusal('psbt-changed');
  const { lowestRate, highestRate, highestFee } = world.fees;
  if (built.fee > highestFee || plan.feeRateSatVb > highestRate)
    throw new Refusal('fee-too-high', `${built.fee} sat`);
  if (plan.feeRateSatVb < lowestRate) throw new Refusal('fee-too-low');
  verifyCancelLocks(plan, request.userSignatures.map(hexToBytes), world.verifier);
  return { plan, unsigned, tip };
}

async function record(
  parts: LockParts,
  request: CancelRequest,
  { checked, gone }: { checked: CheckedCancel; gone: () => boolean },
): Promise<void> {
  const { recall, append } = parts.journal;
  const { plan, unsigned, tip } = checked;
  const txid = txidOf(unsigned);
  const points = plan.locks.map(({ coin }) => coin.outpoint);
  const again = points.every((point) => recall.locks.signedFor(point).at(-1)?.txid === txid);
  if (!again)
    for (const point of points) {
      const fills = recall.locks.signedFor(point).filter(({ kind }) => kind !== 'cancel');
      await requireGone(parts.fates, fills, point, tip);
    }
  const now = parts.now();
  requireWanted(parts, gone);
  if (again) return;
  keepToLimits(recall.usage(now), parts.limits, {});
  append({
    at: new Date(now).toISOString(),
    kind: 'cancel',
    txid,
    unsigned: bytesToHex(unsigned),
    coins: plan.locks.map(({ coin }) => coinToWire(coin)),
    ...tip,
    locks: points,
    tickets: request.locks.map(({ ticket }) => ticket),
    userSignatures: [...request.userSignatures],
  });
}
