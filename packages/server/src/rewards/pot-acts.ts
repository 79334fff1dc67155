/** What the operator does about pots: where one is and what lies there, and what it has left back to where the campaign’s file says. */
import { LATE_BLOCKS } from '@rialto/market';
import type { Campaign } from '@rialto/market';
import { hexToBytes } from '@rialto/protocols';
import type { Coin, Outpoint } from '@rialto/protocols';
import { isInLots, scriptToAddress } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { Ledger, Chain } from '@rialto/ground';
import type { RewardCustody } from '../custody/reward-custody.ts';
import { owedTo } from '../store/rewards/owed.ts';
import { coinOf, coinsOfPot, strangeCoins } from './claims/pot-coins.ts';
import type { RewardContext } from './context.ts';
import { findCampaign } from './find-campaign.ts';
import { refundCoins } from './refund-coins.ts';

export interface PotContext extends RewardContext {
  readonly chain: Chain;
  readonly ledger: Ledger;
  readonly custody: Pick<RewardCustody, 'rewardPot' | 'rewardClaimed' | 'rewardRefund'>;
}

interface PotView {
  readonly campaign: Campaign;
  readonly address: string;
  /** Sat or units that lie there in blocks, and on how many coins. */
  readonly holds: bigint;
  readonly coins: number;
  /** Rows that no block has paid. */
  readonly unpaid: bigint;
  /** Epochs whose tables the signer has taken. */
  readonly taken: number;
  readonly paused: boolean;
}

/** @throws Refusal campaign-unknown, also where the signer has not been told of it; signer-down */
export async function lookAtPot(context: PotContext, id: string): Promise<PotView> {
  const campaign = await findCampaign(context.store.db, id);
  const { script, taken, paused } = await potFor(context, id);
  const coins = await coinsOfPot(context, campaign, hexToBytes(script));
  const owed = await owedTo(context.store.db, id);
  return {
    campaign,
    address: scriptToAddress(hexToBytes(script), context.network) ?? script,
    holds: coins.reduce((sum, one) => sum + one.holds, 0n),
    coins: coins.length,
    unpaid: owed.reduce((sum, one) => sum + one, 0n),
    ...{ taken: taken.length, paused },
  };
}

/**
 * Sends back the coins that unpaid rows do not need; all of them once rows can no longer be claimed. Of a rune, plain coins of the pot pay the network.
 * @returns the transaction's id
 * @throws Refusal as the signer and the node; nothing-to-claim where nothing can go back
 */
export async function refundPot(context: PotContext, id: string, feeRateSatVb: number): Promise<string> {
  const campaign = await findCampaign(context.store.db, id);
  const { script } = await potFor(context, id);
  const at = hexToBytes(script);
  const coins = await coinsOfPot(context, campaign, at);
  const plain = campaign.pays === 'sats' ? [] : await coinsOfPot(context, { pays: 'sats' }, at);
  const strange = await strangeCoins(context, campaign, at);
  const { db } = context.store;
  const { height } = await context.ledger.tip();
  const isOver = height > campaign.claimUntil + LATE_BLOCKS;
  const pot = { coins, plain, strange, isInLots: isInLots(campaign.pays) };
  const { goes, kept } = refundCoins(pot, {
    owed: isOver ? [] : await owedTo(db, id),
    claimed: new Set(
      isOver ? [] : await context.custody.rewardClaimed(points([...coins, ...strange].map(coinOf))),
    ),
    height,
  });
  if (goes.length === 0) throw new Refusal('nothing-to-claim', 'rows ask for all that lies there');
  const { raw, txid } = await context.custody.rewardRefund(id, {
    ...{ coins: points(goes), kept: points(kept) },
    feeRateSatVb,
  });
  const verdict = await context.chain.send(hexToBytes(raw));
  if (!verdict.accepted && verdict.why !== 'known') throw new Refusal('node-refused', verdict.reason);
  return txid;
}

/** @throws Refusal campaign-unknown where its operator has not told the signer of it */
async function potFor({ custody }: PotContext, id: string): ReturnType<RewardCustody['rewardPot']> {
  try {
    return await custody.rewardPot(id);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'campaign-unknown') throw error;
    throw new Refusal('campaign-unknown', `the signer has no campaigns/${id}.json in its folder`);
  }
}

const points = (of: readonly Coin[]): Outpoint[] => of.map(({ outpoint }) => outpoint);
