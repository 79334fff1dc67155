/** What the operator does about pots: where one is and what lies there, and what it has left back to where the campaign’s file says. */
import { LATE_BLOCKS } from '@rialto/market';
import type { Campaign } from '@rialto/market';
import { hexToBytes } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { MOST_POT_COINS, scriptToAddress } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { Ledger, Chain } from '@rialto/ground';
import type { RewardCustody } from '../custody/reward-custody.ts';
import { unpaidSum } from '../store/rewards/claim-store.ts';
import { coinsOfPot } from './claims/pot-coins.ts';
import type { RewardContext } from './context.ts';
import { findCampaign } from './find-campaign.ts';

export interface PotContext extends RewardContext {
  readonly chain: Chain;
  readonly ledger: Ledger;
  readonly custody: Pick<RewardCustody, 'rewardPot' | 'rewardRefund'>;
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
  const { script, taken, paused } = await context.custody.rewardPot(id);
  const coins = await coinsOfPot(context, campaign, hexToBytes(script));
  return {
    campaign,
    address: scriptToAddress(hexToBytes(script), context.network) ?? script,
    holds: coins.reduce((sum, one) => sum + one.holds, 0n),
    coins: coins.length,
    unpaid: await unpaidSum(context.store.db, id),
    ...{ taken: taken.length, paused },
  };
}

/** Plain ones among the coins that one transaction takes back, of a pot with runes. */
const MOST_PAYING = 4;

/**
 * Sends back the coins that unpaid rows do not need; all of them once rows can no longer be claimed. Of a rune, plain coins of the pot pay the network.
 * @returns the transaction's id
 * @throws Refusal as the signer and the node; nothing-to-claim where nothing can go back
 */
export async function refundPot(context: PotContext, id: string, feeRateSatVb: number): Promise<string> {
  const campaign = await findCampaign(context.store.db, id);
  const { script } = await context.custody.rewardPot(id);
  const all = await coinsOfPot(context, campaign, hexToBytes(script));
  const plain =
    campaign.pays === 'sats'
      ? []
      : (await coinsOfPot(context, { pays: 'sats' }, hexToBytes(script))).slice(0, MOST_PAYING);
  const { height } = await context.ledger.tip();
  const unpaid = height > campaign.claimUntil + LATE_BLOCKS ? 0n : await unpaidSum(context.store.db, id);
  let left = all.reduce((sum, one) => sum + one.holds, 0n);
  const goes: Coin[] = [];
  // The smallest first: what stays is of use to whoever claims.
  for (const { coin, holds } of all.toReversed()) {
    if (goes.length + plain.length >= MOST_POT_COINS || left - holds < unpaid) continue;
    left -= holds;
    goes.push(coin);
  }
  if (goes.length === 0) throw new Refusal('nothing-to-claim', 'rows ask for all that lies there');
  const coins = [...goes, ...plain.map(({ coin }) => coin)].map(({ outpoint }) => outpoint);
  const kept = all.map(({ coin }) => coin.outpoint).filter((point) => !coins.includes(point));
  const { raw, txid } = await context.custody.rewardRefund(id, { coins, kept, feeRateSatVb });
  const verdict = await context.chain.send(hexToBytes(raw));
  if (!verdict.accepted && verdict.why !== 'known') throw new Refusal('node-refused', verdict.reason);
  return txid;
}
