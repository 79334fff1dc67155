/** What a claim costs before it is built: the network fee of its size, and of BRC-20 what new lots cost. */
import type { AnswerOf, QueryOf } from '@rialto/contract';
import type { Campaign } from '@rialto/market';
import { addressToScript, claimVsize, feeOf, isInLots, lotClaimVsize } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { potOf } from '../../store/rewards/pot-store.ts';
import { requireClaimRate } from './claim-rate.ts';
import { findCampaign } from '../find-campaign.ts';
import type { ClaimContext } from './context.ts';
import { dueTo } from './due.ts';
import { scriptOfPot } from './plan.ts';
import { restockOf } from './plan-claims.ts';
import { coinsOfPot } from './pot-coins.ts';
import { chooseLots } from './pot-lots.ts';

/** @throws Refusal campaign-unknown, wrong-address-type, bad-request, fee-too-low, fee-too-high, fee-needs-consent */
export async function claimFee(
  context: ClaimContext,
  { networkFeeRate, campaign, address }: QueryOf<'rewardFee'>,
): Promise<AnswerOf<'rewardFee'>> {
  const rate = Number.parseFloat(networkFeeRate);
  await requireClaimRate(context, rate);
  const [feeAddress = ''] = context.operator;
  const script = addressToScript(address ?? feeAddress, context.network);
  const found = campaign === undefined ? undefined : await findCampaign(context.store.db, campaign);
  const pays = found?.pays ?? 'sats';
  const told = (vsize: number, inscription: bigint): AnswerOf<'rewardFee'> => ({
    ...{ feeAddress, rewardInscriptionFee: inscription.toString() },
    ...{ rewardSendFee: feeOf(vsize, rate).toString(), vsize },
  });
  if (found === undefined || !isInLots(pays))
    return told(claimVsize(script, pays === 'sats' ? 'sats' : 'rune'), 0n);
  const lots = address === undefined ? 1 : await lotsAt(context, found, address);
  const restock = restockOf(pays, lots, rate);
  return told(lotClaimVsize(script, lots, restock > 0n), restock);
}

/** How many a claim would take now; one where it would take none. */
async function lotsAt(context: ClaimContext, campaign: Campaign, address: string): Promise<number> {
  const { db } = context.store;
  const { height } = await context.ledger.tip();
  const [due, pot] = [
    await dueTo(db, { campaign: campaign.id, address }, height),
    await potOf(db, campaign.id),
  ];
  if (pot === undefined || due.amount === 0n) return 1;
  try {
    const all = await coinsOfPot(context, campaign, scriptOfPot(pot).script, { atMost: due.amount });
    return chooseLots(all, { due: due.amount, lost: [], kept: new Set(), height }).length;
  } catch (error) {
    if (error instanceof Refusal) return 1;
    throw error;
  }
}
