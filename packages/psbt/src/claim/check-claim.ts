/** A claim that the exchange prepared, as its bytes say, and whether it is the one that was asked for: before the wallet opens (rewards §5). */
import { equalBytes, isOpReturn } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { checkAnnounced, checkLoss, checkPaid, signedVsize } from '../check/check-parts.ts';
import { mismatchIf } from '../check/mismatch.ts';
import type { Mismatch } from '../check/mismatch.ts';
import type { Reading } from '../check/reading.ts';
import { DUST_FLOOR } from '../tx/size.ts';
import { partyOf } from '../effects/effects.ts';
import type { AssetMove } from '../effects/moves.ts';

export interface ClaimExpectation {
  readonly userScript: Uint8Array;
  readonly pays: 'sats' | AssetId;
  /** Sat, or smallest units. */
  readonly amount: bigint;
  /** What the claimant was told that the network gets, in sat. */
  readonly minerFee: bigint;
  readonly feeRateSatVb: number;
}

/**
 * The pot gives the reward and no sat more or less, what is left of it goes back to it, and everything else is the claimant's but the network
 * fee; nothing on his coins leaves, and nothing is lost. A pot’s change that is too small for a coin he fills up to 546 sat.
 * @param read as `readPoolAct` has it
 */
export function checkClaim(read: Reading, expected: ClaimExpectation): readonly Mismatch[] {
  const { userScript, pays, amount, minerFee, feeRateSatVb } = expected;
  const mine = partyOf(read.does, userScript);
  const isUnits = pays === 'sats' ? mine.gets.length === 0 : isOnly(mine.gets, pays, amount);
  const isSats = isPaidByPot(read, userScript, pays === 'sats' ? amount : 0n);
  return [
    ...mismatchIf(!isSats || !isUnits || mine.gives.length > 0, 'claim-differs'),
    ...checkLoss(read),
    ...checkAnnounced(read.does.fee, minerFee),
    ...checkPaid({ fee: read.does.fee, vsize: signedVsize(read, userScript) }, { feeRateSatVb }),
  ];
}

function isOnly([found, more]: readonly AssetMove[], pays: AssetId, amount: bigint): boolean {
  if (found === undefined || more !== undefined) return false;
  return found.kind === 'rune' && found.asset === pays && found.amount === amount;
}

/** Whoever brings the other coins gets what is left of them, on one output at most, and there is nobody else: so the rest is the claimant's. */
function isPaidByPot({ tx, coins, does }: Reading, userScript: Uint8Array, reward: bigint): boolean {
  const pot = coins.find(({ script }) => !equalBytes(script, userScript))?.script;
  if (pot === undefined) return false;
  const isKnown = (script: Uint8Array): boolean => equalBytes(script, userScript) || equalBytes(script, pot);
  const isHome = coins.every(({ script }) => isKnown(script));
  const isOut = tx.outputs.every(
    ({ script, value }) => isKnown(script) || (isOpReturn(script) && value === 0n),
  );
  const { satsIn, satsOut } = partyOf(does, pot);
  const left = satsIn - reward;
  const back = left > 0n && left < DUST_FLOOR && reward > 0n ? DUST_FLOOR : left;
  const count = tx.outputs.filter(({ script }) => equalBytes(script, pot)).length;
  return isHome && isOut && satsOut === back && count <= 1;
}
