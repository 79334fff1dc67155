/** What a limit buy does with each part of what was entered: takes asks, and rests as a bid. */
import { useState } from 'react';
import { formatAmount, formatRate } from '@rialto/market';
import { useHealth } from '../../../data/queries.ts';
import { Words } from '../../../ui/Words.tsx';
import { Notice } from '../../../show/Lines.tsx';
import { Price, Tokens } from '../../../show/Money.tsx';
import { BidFoot } from '../bid/BidFoot.tsx';
import { placeLadder, popUpsFor, useBidTerms, useWalletCan } from '../bid/bid-act.ts';
import { checkLadder } from '../bid/ladder.ts';
import type { Ladder } from '../bid/ladder.ts';
import { Rungs } from '../bid/Rungs.tsx';
import { BidChoice, LiveFoot } from '../live/LiveFoot.tsx';
import type { BidKind } from '../live/LiveFoot.tsx';
import type { Buying, TradeProps } from './buy-acts.ts';
import { BuyFoot } from './BuyFoot.tsx';
import { checkBuy, purchaseOf, usualCost } from './buying.ts';
import type { LimitOrder } from './limit.ts';
import { msg, t } from '../../../words.ts';

/** The asks it meets; what they leave is kept, and rests once they are bought. */
export function Taking({
  buying,
  order,
  ladder,
  decimals,
  ...props
}: TradeProps & { buying: Buying; order: LimitOrder | undefined; ladder: Ladder; decimals: number }) {
  const { market, form, dispatch } = props;
  const tick = market.token?.ticker ?? '';
  const rows = order?.rows ?? [];
  const cost = usualCost(rows, market.usual, buying.feeRate);
  const rest = order?.rest ?? 0n;
  const asked = rows.reduce((sum, { amount }) => sum + amount, rest);
  const purchase = purchaseOf(rows, cost, { best: market.best, asked });
  const check = checkBuy(form, purchase, buying.now, msg('Enter a price and an amount'));
  const kept: Buying = {
    ...buying,
    buy: (...what) => {
      dispatch({ type: 'set', to: { rest: order?.left ?? [] } });
      buying.buy(...what);
    },
  };
  return (
    <>
      <Rungs {...{ ladder, dispatch, tick, decimals }} typed={form.ladder} />
      <BuyFoot {...{ form, dispatch, purchase, check, tick }} buying={kept} />
    </>
  );
}

/** A bid that rests: standing, in locks, or live. */
export function Bidding({
  ladder,
  buying,
  decimals,
  ...props
}: TradeProps & { ladder: Ladder; buying: Buying; decimals: number }) {
  const { market, form, dispatch } = props;
  const [kind, setKind] = useState<BidKind>('standing');
  const tick = market.token?.ticker ?? '';
  return (
    <>
      <BidChoice chosen={kind} onChoose={setKind} />
      {kind === 'live' ? (
        <LiveFoot {...props} rung={ladder.rungs[0]?.rung} busy={buying.busy} />
      ) : (
        <>
          <Rungs {...{ ladder, dispatch, tick, decimals }} typed={form.ladder} />
          <Resting {...props} {...{ ladder, buying, decimals }} />
        </>
      )}
    </>
  );
}

function Resting({
  ladder,
  buying,
  decimals,
  ...props
}: TradeProps & { ladder: Ladder; buying: Buying; decimals: number }) {
  const { market, form, dispatch } = props;
  const { user, credential } = market.account;
  const terms = useBidTerms(market);
  const can = useWalletCan(user);
  const height = useHealth().data?.height;
  // Until it is known by which wallet and on whose terms, a click would do nothing.
  const waits =
    credential !== undefined && (terms === undefined || can === undefined || height === undefined);
  const cap = terms === undefined ? undefined : BigInt(terms.caps.bid);
  const check = checkLadder(ladder, { ...buying.now, decimals, cap }, form.highFee);
  const { feeRate } = buying;
  return (
    <BidFoot
      {...{ ladder, check, dispatch, terms }}
      highFee={form.highFee}
      busy={buying.busy || waits}
      popUps={popUpsFor(can, ladder.rungs.length)}
      onPlace={() => {
        const rungs = ladder.whole ?? [];
        placeLadder(props, { rungs, check, feeRate, terms, can, height });
      }}
    />
  );
}

/** What the limit comes to, in words. */
export function Told({ order: { rows, rest, smallest }, tick }: { order: LimitOrder; tick: string }) {
  const worst = rows.at(-1);
  return (
    <div className="space-y-2" data-testid="limit-told" role="status">
      {worst === undefined ? (
        <Notice tone="calm">
          {smallest === undefined
            ? t('No one sells at this price. It rests as a bid until someone does.')
            : t(
                'Lots can’t be split, and the smallest at this price holds {amount} {tick}. It rests as a bid.',
                { amount: formatAmount(smallest), tick },
              )}
        </Notice>
      ) : (
        <Notice tone="calm">
          <Words
            of="{count, plural, one {Fills # order now, at {price} or less. Fees come on top.} other {Fills # orders now, at {price} or less. Fees come on top.}}"
            parts={{ price: <Price value={formatRate(worst.rate)} unit="sat" /> }}
            values={{ count: rows.length }}
          />
        </Notice>
      )}
      {worst !== undefined && rest > 0n ? (
        <p className="text-xs text-haze">
          <Words
            of="{amount} is left over: after this purchase you place it as a bid."
            parts={{ amount: <Tokens units={rest} tick={tick} /> }}
          />
        </p>
      ) : null}
    </div>
  );
}
