/** The pot of a campaign: what was promised, what lies there, and where anybody can look it up. */
import { hexToBytes } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import { coinsInPot } from '../../rewards/pots.ts';
import { closedSums } from '../../store/rewards/epoch-store.ts';
import { claimedOf } from '../../store/rewards/own-rows.ts';
import { potOf } from '../../store/rewards/pot-store.ts';
import { route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import { requireNetwork } from '../calls/public-calls.ts';
import { WIRE_TYPES, campaignAsked } from './asked-campaign.ts';
import { namedAsset } from './named-asset.ts';
import type { RewardParts } from './reward-parts.ts';

export function registerRewardPot(context: RouteContext, { rewards, books, service }: RewardParts): void {
  const { db } = rewards.store;
  const { network, ledger } = rewards;
  route(context, 'rewardPool', async ({ query }) => {
    requireNetwork(service, query.net);
    const campaign = await campaignAsked(db, query);
    const { id, rule, pot } = campaign;
    const pays = await namedAsset(books, campaign.pays);
    const script = (await potOf(db, id))?.script;
    const { total = 0n } = (await closedSums(db)).get(id) ?? {};
    const { amount, coins } =
      script === undefined ? { amount: 0n, coins: 0 } : await coinsInPot(ledger, campaign, script);
    return {
      ...{ campaign: id, rewardType: WIRE_TYPES[rule.kind], rewardTick: pays.tick, pays },
      potAddress: script === undefined ? null : (scriptToAddress(hexToBytes(script), network) ?? null),
      remainingInfo: {
        ...{ pot: pot.toString(), remaining: (pot - total).toString(), onChain: amount.toString() },
        ...{ unpaid: (total - (await claimedOf(db, id))).toString(), coins },
      },
    };
  });
}
