/** A claim from what is asked for to the signed half: prepared, then reviewed, signed, handed in. */
import { call } from '../../../data/calls/client.ts';
import { isUnanswered } from '../../../data/calls/api-error.ts';
import { rememberedBeside } from '../../../flows/pools/signed-beside.ts';
import { signReviewed } from '../../../flows/sign-reviewed.ts';
import type { ClaimIntent, PreparedClaim } from './claim-intent.ts';
import type { ClaimReview } from './review-claim.ts';

/** Nothing is signed yet. */
export function prepareClaim(intent: ClaimIntent): Promise<PreparedClaim> {
  const { network: net, user, session, campaign, amount, feeRateSatVb } = intent;
  const body = {
    ...{ net, campaign, address: user.address, pubkey: user.publicKey },
    ...({ rewardAmount: amount, networkFeeRate: feeRateSatVb, version: 2 } as const),
  };
  return call('prepareClaim', { body, session });
}

const TRIES = 4;
const PAUSE_MS = 1_500;

/**
 * Asks the wallet and hands the signed half in; once more where nobody answered, since the same claim gets the same answer.
 * @returns the transaction, or undefined where the exchange did not answer at all
 */
export async function submitClaim(
  prepared: PreparedClaim,
  review: ClaimReview,
  { network: net, user, session }: ClaimIntent,
): Promise<string | undefined> {
  const { claimId, rawPsbt, rewardAmount, toSignInputs: toSign } = prepared;
  const signer = { wallet: user.wallet, address: user.address };
  const [signed = ''] = await rememberedBeside(user.wallet, () =>
    signReviewed(review, [{ hex: rawPsbt, toSign }], signer),
  );
  const named = { net, address: user.address, claimId, rewardAmount, version: 2 } as const;
  for (let tries = 1; ; tries += 1) {
    try {
      const body = { ...named, rawPsbt: signed };
      return (await call('claimReward', { session, body, idempotencyKey: claimId })).txid;
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      if (tries >= TRIES) return undefined;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
