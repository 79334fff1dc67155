/** What is known while a limit buy is entered: the best prices of both sides, and shares of the money. */
import { parseDecimal, TOKEN_DECIMALS } from '@rialto/market';
import { Words } from '../../../ui/Words.tsx';
import { Price } from '../../../show/Money.tsx';
import type { TradeProps } from './buy-acts.ts';
import { Shares } from './Shares.tsx';
import { limitShareText } from './sweeping.ts';
import { msg } from '../../../words.ts';

export function AmountShares({
  market,
  form,
  dispatch,
  feeRate,
}: TradeProps & { feeRate: number | undefined }) {
  const { limitPrice: price } = form;
  const shareOf = (most: bigint): string | undefined =>
    limitShareText(market, feeRate, { price, most }) ?? restingShare(price, most);
  const share = (most: bigint): void => {
    const text = shareOf(most);
    if (text !== undefined) dispatch({ type: 'enter', field: 'limitAmount', text });
  };
  return <Shares of={shareOf(1n) === undefined ? undefined : market.spendable} onShare={share} />;
}

/** Whole tokens that so many sats lock at a price. */
function restingShare(price: string, most: bigint): string | undefined {
  const rate = parseDecimal(price, TOKEN_DECIMALS) ?? 0n;
  if (rate === 0n) return undefined;
  return ((most * 10n ** BigInt(TOKEN_DECIMALS)) / rate).toString();
}

const BEST = msg('Best ask {price}');
/** One's own order is the best of the book. */
const BEST_TO_TAKE = msg('Best ask you can take {price}');
const BEST_BID = msg('Best bid {price}');

export function BestHint({ market: { best, floor, bids } }: Pick<TradeProps, 'market'>) {
  const bid = bids.find((row) => !row.pending);
  const words = best?.id === floor?.id ? BEST : BEST_TO_TAKE;
  return (
    <span className="inline-flex gap-3">
      {bid === undefined ? null : (
        <span>
          <Words of={BEST_BID} parts={{ price: <Price value={bid.price} unit="sat" /> }} />
        </span>
      )}
      {best === undefined ? null : (
        <span>
          <Words of={words} parts={{ price: <Price value={best.price} unit="sat" /> }} />
        </span>
      )}
    </span>
  );
}
