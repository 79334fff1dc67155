/** What can be done to one's own bids: off the book, on the chain, and their rescue file. */
import type { Order } from '@rialto/contract';
import { formatAmount } from '@rialto/market';
import { amount as tokens } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { useFeePlan } from '../../../../data/fee-plan.ts';
import { call } from '../../../../data/calls/client.ts';
import type { Credential } from '../../../../data/calls/credentials.ts';
import type { BidCancelIntent } from '../../../../flows/bids/cancel-bid.ts';
import { download } from '../../../../ui/download.ts';
import { actorOf } from '../../actor.ts';
import type { Market } from '../../market.ts';
import type { Acts } from '../../review/acts.ts';
import { tell } from '../../review/tell.ts';
import { unitsOf } from '../../book/rows.ts';
import type { BidGroup } from './bid-groups.ts';
import { t } from '../../../../words.ts';

type OnChain = (bid: BidGroup, kind: BidCancelIntent['kind'], rungs: readonly Order[]) => void;

export function useBidCancel({ market, acts }: { market: Market; acts: Acts }): OnChain {
  const fee = useFeePlan();
  const actor = actorOf(market);
  return ({ bidId }, kind, rungs) => {
    const [first] = rungs;
    // The race against a sale is won by the fee; a cancel that waits is replaced by a dearer one, which may be chosen.
    const rates = [fee.limits?.fast, fee.chosen.feeRate].filter((rate) => rate !== undefined);
    const feeRateSatVb = rates.length === 0 ? undefined : Math.max(...rates);
    if (actor === undefined || first === undefined) return;
    if (feeRateSatVb === undefined) {
      tell(new Error(t('Choose a fee rate first.')));
      return;
    }
    const { book, tick, assetId } = first;
    const { address, publicKey } = actor.user;
    const intent: BidCancelIntent = {
      ...{ network: market.network, book, tick, assetId, address, publicKey, kind, bidId, feeRateSatVb },
      rungs: rungs.map(({ orderId, outpoint }) => ({ orderId, outpoint })),
    };
    const amount = formatAmount(tokens(rungs.reduce((sum, one) => sum + unitsOf(one.coinAmount), 0n)));
    const title = t('Cancel bid for {amount} {tick}', { amount, tick });
    void acts.begin({ act: 'bid-cancel', intent, session: actor.session, title });
  };
}

/** The way home of a bid as a file: this browser's copy, or the exchange's where it has none. */
export async function saveRescue(
  { bidId, rungs }: BidGroup,
  net: Network,
  session: Credential,
): Promise<void> {
  try {
    const [first] = rungs;
    if (first === undefined) return;
    const { rescueFiles } = await import('../../../../rescue-store.ts');
    const kept = rescueFiles().find((text) => text.includes(`"${first.outpoint}"`));
    const text = kept ?? (await exchangeCopy(first, net, session));
    download(`rialto-rescue-${bidId.slice(0, 8)}.json`, text, 'application/json');
  } catch (error) {
    tell(error);
  }
}

async function exchangeCopy({ book, orderId }: Order, net: Network, session: Credential): Promise<string> {
  return (await call('bidRecoverInfo', { params: { book }, query: { net, orderId }, session })).rescue;
}
