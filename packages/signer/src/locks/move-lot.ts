/** The act of moving a lot out of its lock: home to its owner or into a new lock of his, who has signed it, and while no sale of it lives. */
import { coinToWire } from '@rialto/contract';
import type { MoveRequest } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { bytesToHex, equalBytes, hexToBytes, isClean, sats, txidOf } from '@rialto/protocols';
import type { Coin, Outpoint } from '@rialto/protocols';
import { buildLotMove, checkLotMove, moveDraft, signLotMove, verifyLotMove } from '@rialto/psbt';
import type { LotMovePlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { keepToLimits } from '../cosign/limits.ts';
import { requireGone } from './fates.ts';
import type { LockParts } from './fill.ts';
import { inTurn, ourLock } from './ours.ts';
import type { LockWorld } from './ours.ts';
import { requireWanted } from '../cosign/wanted.ts';

interface CheckedMove {
  readonly plan: LotMovePlan;
  readonly unsigned: Uint8Array;
  readonly tip: Tip;
}

/** Our signature in hex. The same move twice gets it twice, and a dearer one gets its own. */
export async function moveLot(parts: LockParts, request: MoveRequest, gone: () => boolean): Promise<string> {
  if (parts.stopped()) throw new Refusal('trading-stopped');
  const checked = await checkMove(parts.lockWorld, request);
  await inTurn(parts.turns, [request.lot], () => record(parts, request, { checked, gone }));
  return bytesToHex(signLotMove(checked.plan, checked.unsigned, parts.lockKey.secret));
}

async function checkMove(world: LockWorld, request: MoveRequest): Promise<CheckedMove> {
  const { coins, tip } = await loadCoins(world, [request.lot, ...request.payments]);
  const coinAt = (point: Outpoint): Coin => {
    const coin = coins.get(point);
    if (coin === undefined) throw new Refusal('coin-spent', point);
    return coin;
  };
  const from = ourLock(request.ticket, world.lockKey);
  const plan: LotMovePlan = {
    lot: coinAt(request.lot),
    from,
    to: request.to === null ? undefined : ourLock(request.to, world.lockKey),
    ownerScript: from.ticket.script,
    ownerKey: hexToBytes(request.ownerKey),
    payments: request.payments.map(coinAt),
    value: sats(BigInt(request.value)),
    change: request.change === null ? undefined : sats(BigInt(request.change)),
    feeRateSatVb: request.feeRateSatVb,
  };
  checkLotMove(plan);
  checkMoney(plan);
  const unsigned = hexToBytes(request.unsigned);
  const built = buildLotMove(plan);
  if (!equalBytes(built.unsigned, unsigned)) throw new Refusal('psbt-changed');
  const { lowestRate, highestFee } = world.fees;
  if (built.fee > highestFee) throw new Refusal('fee-too-high', `${built.fee} sat`);
  if (Number(built.fee) < lowestRate * built.vsize) throw new Refusal('fee-too-low');
  verifyLotMove(plan, halfOf(request), world.verifier);
  return { plan, unsigned, tip };
}

function halfOf({ userSignature, witnesses }: MoveRequest) {
  const others = witnesses.map((witness) => witness.map(hexToBytes));
  return { user: hexToBytes(userSignature), others: [undefined, ...others] };
}

/** Only clean coins of the owner's pay, and nothing is made of nothing. */
function checkMoney(plan: LotMovePlan): void {
  const points = new Set([plan.lot, ...plan.payments].map(({ outpoint }) => outpoint));
  if (points.size <= plan.payments.length) throw new Refusal('duplicate-input');
  for (const coin of plan.payments) {
    if (!equalBytes(coin.script, plan.ownerScript)) throw new Refusal('not-yours', coin.outpoint);
    if (!isClean(coin)) throw new Refusal('lot-mixed', coin.outpoint);
  }
  const { inputs, outputs } = moveDraft(plan);
  const paid = inputs.reduce((sum, { coin }) => sum + coin.value, 0n);
  if (outputs.reduce((sum, { value }) => sum + value, 0n) > paid) throw new Refusal('outputs-exceed-inputs');
}

async function record(
  parts: LockParts,
  request: MoveRequest,
  { checked, gone }: { checked: CheckedMove; gone: () => boolean },
): Promise<void> {
  const { recall, append } = parts.journal;
  const { plan, unsigned, tip } = checked;
  const txid = txidOf(unsigned);
  const signed = recall.locks.signedFor(request.lot);
  const again = signed.at(-1)?.txid === txid;
  if (!again) {
    const sales = signed.filter(({ kind }) => kind !== 'cancel');
    await requireGone(parts.fates, sales, request.lot, tip);
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
    coins: [plan.lot, ...plan.payments].map(coinToWire),
    ...tip,
    locks: [request.lot],
    tickets: [request.ticket],
    userSignatures: [request.userSignature],
    witnesses: [...request.witnesses],
    ...(request.to === null ? {} : { to: request.to }),
  });
}
