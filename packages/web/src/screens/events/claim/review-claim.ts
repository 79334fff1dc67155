/** The review of a claim: what its bytes bring and cost, and why they may not be signed. */
import { coinFromWire } from '@rialto/contract';
import { restockFee } from '@rialto/market';
import { equalBytes, splitAsset } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { addressToScript, checkClaim, checkSigning, isInLots, partyOf, readPoolAct } from '@rialto/psbt';
import type { Mismatch } from '@rialto/psbt';
import { mismatchWords } from '../../../flows/mismatch-words.ts';
import { bytesIn, inWords } from '../../../flows/read-bytes.ts';
import type { ClaimIntent, PreparedClaim } from './claim-intent.ts';

export interface ClaimReview {
  /** Sat that come to the wallet by the bytes, less all that it pays; below zero where it pays more. */
  readonly gains: bigint;
  /** Sat or units that come. */
  readonly amount: bigint;
  /** Of what was asked for, units that no lots make up now. */
  readonly left: bigint;
  /** Sat for new lots of the pot’s. */
  readonly restock: bigint;
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
    const [amount, pays] = [BigInt(prepared.rewardAmount), paidIn(intent)];
    const lots = read.coins.filter(({ script }) => !equalBytes(script, userScript)).length;
    const restock = isBrc20(pays) ? restockFee(lots, intent.feeRateSatVb) : 0n;
    const mismatches: Mismatch[] = [
      ...checkClaim(read, {
        ...{ userScript, pays, amount, restock },
        ...{ minerFee: BigInt(prepared.minerFee), feeRateSatVb: intent.feeRateSatVb },
      }),
      ...checkSigning({ psbt, toSign: prepared.toSignInputs }, read, userScript),
      ...(isAsked(prepared, intent) ? [] : [{ code: 'other-act' } as const]),
    ];
    const { network } = intent;
    const { satsIn, satsOut } = partyOf(read.does, userScript);
    const gains = satsOut - satsIn;
    return {
      ...{ gains, amount, left: BigInt(intent.amount) - amount, restock },
      ...{ networkFee: fee, vsize, feeRateSatVb, mismatches: mismatchWords(mismatches, network) },
    };
  });
}

/** What a claim comes in. */
export const paidIn = ({ pays }: ClaimIntent): 'sats' | AssetId =>
  pays.assetId === 'sats' ? 'sats' : (pays.assetId as AssetId);

const isBrc20 = (pays: 'sats' | AssetId): boolean => splitAsset(pays)?.protocol === 'brc20';

/** All of it, to the unit; of whole lots as much as they make up. */
function isAsked({ campaign, rewardAmount }: PreparedClaim, intent: ClaimIntent): boolean {
  const [amount, asked] = [BigInt(rewardAmount), BigInt(intent.amount)];
  const isSum = isInLots(paidIn(intent)) ? amount > 0n && amount <= asked : amount === asked;
  return campaign === intent.campaign && isSum;
}
