/** A claim from the request to the PSBT: all rows that are due, coins of the pot that pay them, and coins of the claimant that pay the network. */
import type { AnswerOf, BodyOf } from '@rialto/contract';
import { MOST_PAYING, loadPayingCoins } from '@rialto/ground';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { SMALLEST_PAYING_COIN, buildAct } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { ownScript } from '../../caller.ts';
import type { Session } from '../../session.ts';
import { lockedOutpoints } from '../../store/orders/ask-store.ts';
import { keepClaim, standingClaims } from '../../store/rewards/claim-store.ts';
import { potOf } from '../../store/rewards/pot-store.ts';
import { findCampaign } from '../find-campaign.ts';
import { requireClaimRate } from './claim-rate.ts';
import type { ClaimContext } from './context.ts';
import { dueTo, requireDue } from './due.ts';
import { keptClaim, scriptOfPot } from './plan.ts';
import { plannedClaim } from './plan-claims.ts';
import type { PlannedClaim } from './plan-claims.ts';

type Body = BodyOf<'prepareClaim'>;
type Prepared = AnswerOf<'prepareClaim'>;

/**
 * @throws Refusal wrong-network, not-yours, wrong-address-type, fee-*, campaign-unknown, campaign-paused, claim-waits, pot-empty,
 *   no-fitting-lot, and as `requireDue`, the template and the signer
 */
export async function prepareClaim(context: ClaimContext, session: Session, body: Body): Promise<Prepared> {
  const script = ownScript(context, session, { ...body, publicKey: body.pubkey });
  await requireClaimRate(context, body.networkFeeRate);
  const { db } = context.store;
  const campaign = await findCampaign(db, body.campaign);
  const { height } = await context.ledger.tip();
  const due = await dueTo(db, { campaign: campaign.id, address: body.address }, height);
  requireDue(campaign, due, { asked: BigInt(body.rewardAmount), height });
  const pot = await potOf(db, campaign.id);
  if (pot === undefined) throw new Refusal('pot-empty', 'the signer has not said where it is');
  if (pot.paused) throw new Refusal('campaign-paused', campaign.id);
  const standing = await standingClaims(db, campaign.id, body.address);
  if (standing.some(({ status }) => status === 'sent')) throw new Refusal('claim-waits');
  const planned = await plannedClaim(
    context,
    { campaign, address: body.address, script, pot: scriptOfPot(pot), due, height },
    {
      payer: {
        script,
        key: hexToBytes(body.pubkey),
        coins: await payingCoins(context, body.address, script),
      },
      feeRateSatVb: body.networkFeeRate,
    },
  );
  return keep(context, planned, { campaign: campaign.id, address: body.address });
}

async function payingCoins(context: ClaimContext, address: string, script: Uint8Array) {
  const except = [...(await lockedOutpoints(context.store.db, address)).keys()];
  const query = { first: 'largest', least: SMALLEST_PAYING_COIN, except, most: MOST_PAYING } as const;
  return loadPayingCoins(context, script, query);
}

interface Kept {
  readonly campaign: string;
  readonly address: string;
}

async function keep(
  context: ClaimContext,
  { plan, amount, epochs, restock }: PlannedClaim,
  { campaign, address }: Kept,
): Promise<Prepared> {
  const { psbt, toSign, fee } = buildAct(plan);
  const claimId = context.newId();
  const expiresAt = new Date(context.now() + context.settings.claimMs);
  const kept = keptClaim(plan);
  await keepClaim(context.store.db, {
    ...{ id: claimId, campaign, address, epochs: [...epochs], amount, plan: kept },
    ...{ networkFee: fee, status: 'built', expiresAt },
  });
  context.at('built');
  return {
    ...{ claimId, campaign, rewardAmount: amount.toString(), epochs: [...epochs] },
    ...{ rawPsbt: bytesToHex(psbt), toSignInputs: toSign.map((entry) => ({ ...entry })) },
    coins: [...(kept.lots?.coins ?? []), ...kept.userCoins, ...kept.poolCoins],
    inscriptionFee: restock.toString(),
    ...{ minerFee: fee.toString(), expiresAt: expiresAt.getTime() },
  };
}
