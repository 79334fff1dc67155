/** The act of filling a bid: check, let no other fill of the lock live, keep to the limits, write the journal, and only then sign. */
import { coinToWire } from '@rialto/contract';
import type { FillRequest } from '@rialto/contract';
import type { Turns } from '@rialto/ground';
import { bytesToHex, txidOf } from '@rialto/protocols';
import { signFill } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { keepToLimits } from '../cosign/limits.ts';
import type { Limits } from '../cosign/limits.ts';
import type { LockKey } from '../files/keys.ts';
import type { Journal } from '../journal/journal.ts';
import { keepFillToCaps } from './caps.ts';
import type { LockCaps } from './caps.ts';
import { requireGone } from './fates.ts';
import type { Fates } from './fates.ts';
import { checkFill, requireAdmitted } from './fill-policy.ts';
import type { CheckedFill } from './fill-policy.ts';
import { inTurn } from './ours.ts';
import type { LockWorld } from './ours.ts';
import { requireWanted } from '../cosign/wanted.ts';

export interface LockParts {
  readonly lockWorld: LockWorld;
  readonly journal: Journal;
  readonly lockKey: LockKey;
  readonly fates: Fates;
  readonly limits: Limits;
  readonly caps: LockCaps;
  readonly turns: Turns;
  now(): number;
  /** True when the operator has said stop, or the journal is in doubt. */
  stopped(): boolean;
}

/**
 * Our signature of the lock, in hex. The same fill twice gets it twice; another fill of that lock gets one only when what was signed
 * before is gone (docs/decisions/0029).
 * @param gone says whether the caller has hung up: nothing is signed for nobody
 */
export async function fill(parts: LockParts, request: FillRequest, gone: () => boolean): Promise<string> {
  if (parts.stopped()) throw new Refusal('trading-stopped');
  const checked = await checkFill(parts.lockWorld, parts.journal.recall.locks, request);
  await inTurn(parts.turns, [request.plan.coin], () => record(parts, request, { checked, gone }));
  return bytesToHex(signFill(checked.plan, checked.unsigned, parts.lockKey.secret));
}

async function record(
  parts: LockParts,
  request: FillRequest,
  { checked, gone }: { checked: CheckedFill; gone: () => boolean },
): Promise<void> {
  const { recall, append } = parts.journal;
  const { coin, lock } = checked.plan;
  const txid = txidOf(checked.unsigned);
  const signed = recall.locks.signedFor(coin.outpoint);
  const again = signed.at(-1)?.txid === txid;
  if (!again) {
    if (signed.some((one) => one.txid === txid))
      throw new Refusal('take-expired', 'another was signed after it');
    await requireGone(parts.fates, signed, coin.outpoint, checked.tip);
  }
  // From here to the journal nothing waits, so no other request comes between a check and its line.
  const now = parts.now();
  requireWanted(parts, gone);
  if (again) return;
  requireAdmitted(recall.locks, coin.outpoint, lock);
  keepToLimits(recall.usage(now), parts.limits, {});
  keepFillToCaps({ recall: recall.locks, caps: parts.caps }, coin.value, now);
  append({
    at: new Date(now).toISOString(),
    kind: 'fill',
    txid,
    unsigned: bytesToHex(checked.unsigned),
    coins: checked.coins.map(coinToWire),
    ...checked.tip,
    tradeId: request.tradeId,
    lock: coin.outpoint,
    ticket: request.ticket,
    promise: request.promise,
    sellerWitness: request.sellerWitness,
  });
}
