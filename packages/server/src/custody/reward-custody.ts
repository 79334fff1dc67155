/** The signer’s part of rewards, by its protocol: where a pot is, which tables it has taken, and its half of claims. */
import { SIGNER_ANSWERS } from '@rialto/contract';
import type { RewardClaimRequest, SignerAnswer } from '@rialto/contract';
import type { Outpoint } from '@rialto/protocols';
import type { SignerDoor } from './signer-door.ts';

export interface RewardCustody {
  /** @throws Refusal campaign-unknown where its operator has not told the signer of it */
  rewardPot(campaign: string): Promise<SignerAnswer<'rewardPot'>>;
  /** Hands it the table of an epoch. @returns the height from which it signs for the rows */
  rewardEpoch(campaign: string, number: number, rows: string): Promise<number>;
  /** Claims of a script that were signed and may still confirm. */
  rewardSigned(campaign: string, script: string): Promise<SignerAnswer<'rewardSigned'>['claims']>;
  /** Those of the coins that are in claims it has signed, whatever became of them. */
  rewardClaimed(coins: readonly Outpoint[]): Promise<readonly string[]>;
  /** The final transaction by which coins of a pot go back to its operator. */
  rewardRefund(
    campaign: string,
    of: { readonly coins: Outpoint[]; readonly kept: Outpoint[]; readonly feeRateSatVb: number },
  ): Promise<SignerAnswer<'rewardRefund'>>;
  /** A signature for each coin of the pot, in hex, in the order of the inputs. */
  rewardClaim(claim: RewardClaimRequest): Promise<readonly string[]>;
}

export function openRewardCustody(call: SignerDoor): RewardCustody {
  const { rewardPot, rewardEpoch, rewardSigned, rewardClaimed, rewardClaim, rewardRefund } = SIGNER_ANSWERS;
  return {
    rewardPot: (campaign) => call(rewardPot, { op: 'rewardPot', campaign }),
    rewardEpoch: async (campaign, number, rows) =>
      (await call(rewardEpoch, { op: 'rewardEpoch', campaign, number, rows })).readyHeight,
    rewardSigned: async (campaign, script) =>
      (await call(rewardSigned, { op: 'rewardSigned', campaign, script })).claims,
    rewardClaimed: async (coins) =>
      (await call(rewardClaimed, { op: 'rewardClaimed', coins: [...coins] })).coins,
    rewardRefund: (campaign, { coins, kept, feeRateSatVb }) =>
      call(rewardRefund, { op: 'rewardRefund', campaign, coins, kept, feeRateSatVb }),
    rewardClaim: async (claim) => (await call(rewardClaim, { op: 'rewardClaim', claim })).signatures,
  };
}
