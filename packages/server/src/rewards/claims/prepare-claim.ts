/** A claim from the request to the PSBT: all rows that are due, coins of the pot that pay them, and coins of the claimant that pay the network. */
import type { AnswerOf, BodyOf } from '@rialto/contract';
import { MOST_PAYING, loadPayingCoins } from '@rialto/ground';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { SMALLEST_PAYING_COIN, buildAct, planClaim } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { ownScript } from '../../caller.ts';
import type { Session } from '../../session.ts';
import { lockedOutpoints } from '../../store/orders/ask-store.ts';
import { coinsBeingSigned, keepClaim, waitingClaims } from '../../store/rewards/claim-store.ts';
import { potOf } from '../../store/rewards/pot-store.ts';
import { findCampaign } from '../find-campaign.ts';
import { requireClaimRate } from './claim-rate.ts';
import type { ClaimContext } from './context.ts';
import { dueTo, requireDue } from './due.ts';
import { keptClaim, scriptOfPot } from './plan.ts';
import { chooseCoins, coinsOfPot } from './pot-coins.ts';

type Body = BodyOf<'prepareClaim'>;
type Prepared = AnswerOf<'prepareClaim'>;

/**
 * @throws Refusal wrong-network, not-yours, wrong-address-type, fee-*, campaign-unknown, campaign-paused, claim-waits, pot-empty, and as
 *   `requireDue`, the template and the signer
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
  if ((await waitingClaims(db, campaign.id, body.address)).length > 0) throw new Refusal('claim-waits');
  const signed = await context.custody.rewardSigned(campaign.id, bytesToHex(script));
  const before = signed.filter(({ epochs }) => epochs.some((number) => due.epochs.includes(number)));
  const potScript = scriptOfPot(pot);
  const coins = chooseCoins(await coinsOfPot(context, campaign, potScript.script), {
    amount: due.amount,
    pays: campaign.pays,
    before: before.map(({ of }) => of),
    kept: await coinsBeingSigned(db, campaign.id, body.address),
  });
  const plan = planClaim({
    payer: { script, key: hexToBytes(body.pubkey), coins: await payingCoins(context, body.address, script) },
    ...{ pot: potScript, coins, pays: campaign.pays, amount: due.amount },
    feeRateSatVb: body.networkFeeRate,
  });
  return keep(context, plan, { campaign: campaign.id, address: body.address, ...due });
}

async function payingCoins(context: ClaimContext, address: string, script: Uint8Array) {
  const except = [...(await lockedOutpoints(context.store.db, address)).keys()];
  const query = { first: 'largest', least: SMALLEST_PAYING_COIN, except, most: MOST_PAYING } as const;
  return loadPayingCoins(context, script, query);
}

interface Kept {
  readonly campaign: string;
  readonly address: string;
  readonly epochs: readonly number[];
  readonly amount: bigint;
}

async function keep(
  context: ClaimContext,
  plan: PoolAct,
  { campaign, address, epochs, amount }: Kept,
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
    coins: [...kept.userCoins, ...kept.poolCoins],
    ...{ minerFee: fee.toString(), expiresAt: expiresAt.getTime() },
  };
}
