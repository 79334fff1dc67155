/** Which act answers which request about rewards. */
import type { SignerAnswer, SignerRequest } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import { barsOf, standingClaims } from './apart.ts';
import type { RewardParts } from './parts.ts';
import { claimedAmong, signRefund } from './refund.ts';
import { signClaim } from './sign-claim.ts';
import { takeEpoch } from './take-epoch.ts';

export type RewardRequest = Extract<SignerRequest, { op: `reward${string}` }>;

export function isReward(request: SignerRequest): request is RewardRequest {
  return request.op.startsWith('reward');
}

export async function handleRewards(parts: RewardParts, request: RewardRequest, gone: () => boolean) {
  switch (request.op) {
    case 'rewardPot':
      return potOf(parts, request.campaign);
    case 'rewardEpoch':
      return takeEpoch(parts, request, gone);
    case 'rewardSigned': {
      const { height } = await parts.requireTip();
      const claims = await standingClaims(parts, request.campaign, { script: request.script, height });
      return {
        claims: claims.map((claim) => {
          const { txid, epochs, amount } = claim;
          return { txid, epochs, of: barsOf(parts, claim), amount };
        }),
      };
    }
    case 'rewardClaimed':
      return { coins: claimedAmong(parts, request.coins) };
    case 'rewardRefund':
      return signRefund(parts, request, gone);
    case 'rewardClaim':
      return signClaim(parts, request.claim, gone);
  }
}

/** @throws Refusal campaign-unknown, campaign-impossible */
function potOf(parts: RewardParts, campaign: string): SignerAnswer<'rewardPot'> {
  const { id } = parts.trusted.campaign(campaign);
  const { internalKey, script } = parts.potKey(id);
  return {
    ...{ key: bytesToHex(internalKey), script },
    taken: parts.journal.recall.taken(id).map(({ number, readyHeight }) => ({ number, readyHeight })),
    paused: parts.stopped() || parts.trusted.isPaused(id),
  };
}
