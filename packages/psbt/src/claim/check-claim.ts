/** A claim that the exchange prepared, as its bytes say, and whether it is the one that was asked for: before the wallet opens (rewards §5). */
import { equalBytes, isOpReturn, isReceipt } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { checkAnnounced, checkLoss, checkPaid, signedVsize } from '../check/check-parts.ts';
import { mismatchIf } from '../check/mismatch.ts';
import type { Mismatch } from '../check/mismatch.ts';
import type { Reading } from '../check/reading.ts';
import { DUST_FLOOR } from '../tx/size.ts';
import { partyOf } from '../effects/effects.ts';
import type { AssetMove } from '../effects/moves.ts';
import { isInLots } from './plan-lot-claim.ts';

export interface ClaimExpectation {
  readonly userScript: Uint8Array;
  readonly pays: 'sats' | AssetId;
  /** Sat, or smallest units. */
  readonly amount: bigint;
  /** Sat for the pot to make new lots of BRC-20; of everything else 0. */
  readonly restock: bigint;
  /** What the claimant was told that the network gets, in sat. */
  readonly minerFee: bigint;
  readonly feeRateSatVb: number;
}

/**
 * The pot gives the reward and no sat more or less, what is left of it goes back to it, and everything else is the claimant's but the network
 * fee, and of BRC-20 what new lots cost; nothing on his coins leaves, and nothing is lost. A pot’s change that is too small for a coin he fills up to 546 sat.
 * @param read as `readPoolAct` has it
 */
export function checkClaim(read: Reading, expected: ClaimExpectation): readonly Mismatch[] {
  const { userScript, pays, amount, minerFee, feeRateSatVb } = expected;
  const mine = partyOf(read.does, userScript);
  const isUnits = pays === 'sats' ? mine.gets.length === 0 : isAll(mine.gets, pays, amount);
  const isSats = isPaidByPot(read, expected);
  return [
    ...mismatchIf(!isSats || !isUnits || mine.gives.length > 0, 'claim-differs'),
    ...checkLoss(read),
    ...checkAnnounced(read.does.fee, minerFee),
    ...checkPaid({ fee: read.does.fee, vsize: signedVsize(read, userScript) }, { feeRateSatVb }),
  ];
}

/** Nothing but units of what is paid, and PINs that say where tokens came from. */
function isAll(gets: readonly AssetMove[], pays: AssetId, amount: bigint): boolean {
  let units = 0n;
  for (const move of gets) {
    if (move.kind === 'pin' && isReceipt(move)) continue;
    const held = heldBy(move);
    if (held?.asset !== pays) return false;
    units += held.amount;
  }
  return units === amount;
}

/** A token's units; undefined for anything else, a used transfer included. */
function heldBy(move: AssetMove): { readonly asset: AssetId; readonly amount: bigint } | undefined {
  if (move.kind === 'inscription') return move.transfer;
  return move.kind === 'pin' ? undefined : move;
}

/** Of sats and runes no sat of the pot's but the reward goes; lots take theirs along. */
function backInSats(held: bigint, reward: bigint): bigint {
  const left = held - reward;
  return left > 0n && left < DUST_FLOOR && reward > 0n ? DUST_FLOOR : left;
}

/** Whoever brings the other coins gets what is left of them, on one output at most, and there is nobody else: so the rest is the claimant's. */
function isPaidByPot({ tx, coins, does }: Reading, expected: ClaimExpectation): boolean {
  const { userScript, pays, amount, restock } = expected;
  const pot = coins.find(({ script }) => !equalBytes(script, userScript))?.script;
  if (pot === undefined) return false;
  const isKnown = (script: Uint8Array): boolean => equalBytes(script, userScript) || equalBytes(script, pot);
  const isHome = coins.every(({ script }) => isKnown(script));
  const isOut = tx.outputs.every(
    ({ script, value }) => isKnown(script) || (isOpReturn(script) && value === 0n),
  );
  const { satsIn, satsOut } = partyOf(does, pot);
  const back = isInLots(pays) ? restock : backInSats(satsIn, pays === 'sats' ? amount : 0n);
  const count = tx.outputs.filter(({ script }) => equalBytes(script, pot)).length;
  return isHome && isOut && satsOut === back && count <= 1;
}
