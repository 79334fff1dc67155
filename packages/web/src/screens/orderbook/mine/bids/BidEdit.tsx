/** The edit of an own bid as an act: who has it, on whose terms, and by which coins. */
import type { Order } from '@rialto/contract';
import { formatAmount } from '@rialto/market';
import { amount as tokens } from '@rialto/protocols';
import { useFeePlan } from '../../../../data/fee-plan.ts';
import { useCoins, useHealth } from '../../../../data/queries.ts';
import type { BidIntent, Rung } from '../../../../flows/bids/place-bid.ts';
import { actorOf } from '../../actor.ts';
import { popUpsFor, useBidTerms, useWalletCan } from '../../bid/bid-act.ts';
import type { Market } from '../../market.ts';
import type { Acts } from '../../review/acts.ts';
import { tell } from '../../review/tell.ts';
import type { BidGroup } from './bid-groups.ts';
import { BidEditDialog } from './BidEditDialog.tsx';
import { coinsForEdit } from './edit-bid.ts';
import { t } from '../../../../words.ts';

interface BidEditProps {
  readonly bid: BidGroup;
  readonly rung: Order;
  readonly market: Market;
  readonly acts: Acts;
  readonly onTakeBack: (rung: Order) => void;
  readonly onClose: () => void;
}

export function BidEdit({ bid, rung, market, acts, onTakeBack, onClose }: BidEditProps) {
  const { network, account } = market;
  const { book, tick, assetId, coinDecimalNum: decimals, freeState } = rung;
  const fee = useFeePlan();
  const { feeRate } = fee.chosen;
  const terms = useBidTerms({ pair: { ...market.pair, book }, account });
  const can = useWalletCan(account.user);
  const height = useHealth().data?.height;
  const coins = useCoins(network, account.user?.address ?? '').data;
  const actor = actorOf(market);
  const review = (rungs: readonly Rung[], highFee: boolean): void => {
    if (actor === undefined || feeRate === undefined) return;
    if (terms === undefined || can === undefined || height === undefined) {
      tell(new Error(t('The exchange has not said its terms yet. Try again in a moment.')));
      return;
    }
    const { address, publicKey } = actor.user;
    const intent: BidIntent = {
      ...{ network, book, tick, assetId, decimals, address, publicKey, rungs, terms, height, highFee },
      ...(freeState === 1 ? { free: true } : {}),
      signingKey: can.signingKey,
      replaces: bid.bidId,
      feeRateSatVb: feeRate,
    };
    const amount = formatAmount(tokens(rungs.reduce((sum, { units }) => sum + units, 0n)));
    onClose();
    const title = t('Bid for {amount} {tick}', { amount, tick });
    void acts.begin({ act: 'bid', intent, session: actor.session, title });
  };
  const best = assetId === market.pair.assetId ? market.best?.rate : undefined;
  return (
    <BidEditDialog
      {...{ bid, rung, onTakeBack, onClose }}
      scene={{
        ...{ feeRate, decimals, best, terms },
        limits: fee.limits,
        address: account.user?.address,
        coins: coins === undefined ? undefined : coinsForEdit(coins),
      }}
      popUps={(rungs) => popUpsFor(can, rungs)}
      onReview={review}
    />
  );
}
