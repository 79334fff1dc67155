/** What a claim costs before it is built: the network fee of its size. */
import type { AnswerOf, QueryOf } from '@rialto/contract';
import { addressToScript, claimVsize, feeOf } from '@rialto/psbt';
import { requireClaimRate } from './claim-rate.ts';
import { findCampaign } from '../find-campaign.ts';
import type { ClaimContext } from './context.ts';

/** @throws Refusal campaign-unknown, wrong-address-type, bad-request, fee-too-low, fee-too-high, fee-needs-consent */
export async function claimFee(
  context: ClaimContext,
  { networkFeeRate, campaign, address }: QueryOf<'rewardFee'>,
): Promise<AnswerOf<'rewardFee'>> {
  const rate = Number.parseFloat(networkFeeRate);
  await requireClaimRate(context, rate);
  const { pays } = campaign === undefined ? { pays: 'sats' } : await findCampaign(context.store.db, campaign);
  const [feeAddress = ''] = context.operator;
  const script = addressToScript(address ?? feeAddress, context.network);
  const vsize = claimVsize(script, pays === 'sats' ? 'sats' : 'rune');
  const fee = feeOf(vsize, rate);
  return { feeAddress, rewardInscriptionFee: '0', rewardSendFee: fee.toString(), vsize };
}
