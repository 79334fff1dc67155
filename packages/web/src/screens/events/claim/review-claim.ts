/** The review of a claim: what its bytes bring and cost, and why they may not be signed. */
import { coinFromWire } from '@rialto/contract';
import type { AssetId } from '@rialto/protocols';
import { addressToScript, checkClaim, checkSigning, partyOf, readPoolAct } from '@rialto/psbt';
import type { Mismatch } from '@rialto/psbt';
import { mismatchWords } from '../../../flows/mismatch-words.ts';
import { bytesIn, inWords } from '../../../flows/read-bytes.ts';
import type { ClaimIntent, PreparedClaim } from './claim-intent.ts';

export interface ClaimReview {
  /** Sat that come to the wallet by the bytes, less the network fee; below zero where it pays. */
  readonly gains: bigint;
  readonly networkFee: bigint;
  readonly vsize: number;
  readonly feeRateSatVb: number;
  /** Why the bytes are not what was asked. Anything here forbids to go on. */
  readonly mismatches: readonly string[];
}

/** @throws Error with a sentence for people when the bytes cannot be read */
export function reviewClaim(prepared: PreparedClaim, intent: ClaimIntent): ClaimReview {
  return inWords(() => {
    const psbt = bytesIn(prepared.rawPsbt);
    const userScript = addressToScript(intent.user.address, intent.network);
    const read = readPoolAct(psbt, prepared.coins.map(coinFromWire), userScript);
    const { fee, vsize, feeRateSatVb } = read.does;
    const mismatches: Mismatch[] = [
      ...checkClaim(read, {
        ...{ userScript, pays: paidIn(intent), amount: BigInt(intent.amount) },
        ...{ minerFee: BigInt(prepared.minerFee), feeRateSatVb: intent.feeRateSatVb },
      }),
      ...checkSigning({ psbt, toSign: prepared.toSignInputs }, read, userScript),
      ...(isAsked(prepared, intent) ? [] : [{ code: 'other-act' } as const]),
    ];
    const { network } = intent;
    const { satsIn, satsOut } = partyOf(read.does, userScript);
    const gains = satsOut - satsIn;
    return { gains, networkFee: fee, vsize, feeRateSatVb, mismatches: mismatchWords(mismatches, network) };
  });
}

const paidIn = ({ pays }: ClaimIntent): 'sats' | AssetId =>
  pays.assetId === 'sats' ? 'sats' : (pays.assetId as AssetId);

const isAsked = ({ campaign, rewardAmount }: PreparedClaim, intent: ClaimIntent): boolean =>
  campaign === intent.campaign && rewardAmount === intent.amount;
