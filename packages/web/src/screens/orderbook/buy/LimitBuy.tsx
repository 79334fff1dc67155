/** Buy at a limit: where the price meets resting orders it takes them at theirs; what does not rests as a bid, one rung or a ladder. */
import { useState } from 'react';
import { TOKEN_DECIMALS, formatAmount, formatRate, parseDecimal } from '@rialto/market';
import { useHealth } from '../../../data/queries.ts';
import { NumberField } from '../../../ui/number/NumberField.tsx';
import { Words } from '../../../ui/Words.tsx';
import { Notice } from '../../../show/Lines.tsx';
import { Exact, Price, Tokens } from '../../../show/Money.tsx';
import { BidFoot } from '../bid/BidFoot.tsx';
import { placeLadder, popUpsFor, useBidTerms, useWalletCan } from '../bid/bid-act.ts';
import { checkLadder, ladderOf, rungError } from '../bid/ladder.ts';
import type { Ladder } from '../bid/ladder.ts';
import { Rungs } from '../bid/Rungs.tsx';
import { BidChoice, LiveFoot } from '../live/LiveFoot.tsx';
import type { BidKind } from '../live/LiveFoot.tsx';
import { useBuying } from './buy-acts.ts';
import type { Buying, TradeProps } from './buy-acts.ts';
import { BuyFoot } from './BuyParts.tsx';
import { checkBuy, purchaseOf, usualCost } from './buying.ts';
import { limitError, limitOrder } from './limit.ts';
import type { LimitOrder } from './limit.ts';
import { Shares } from './Shares.tsx';
import { limitShareText } from './sweeping.ts';
import { useTaking } from './taking.ts';
import { inputError } from '../input-error.ts';
import { msg, t } from '../../../words.ts';

export function LimitBuy(props: TradeProps) {
  const { market, form, onTaking } = props;
  const buying = useBuying(props);
  // Before the book is here nothing is known of it.
  const order = market.bookLoading ? undefined : limitOrder(form, market.rows);
  const rows = order?.rows ?? [];
  useTaking(rows, onTaking);
  const tick = market.token?.ticker ?? '';
  const decimals = market.token?.decimals ?? TOKEN_DECIMALS;
  const ladder = ladderOf(form, sceneOf(market, buying.feeRate));
  const rests = rows.length === 0;
  return (
    <div className="flex flex-1 flex-col gap-3.5">
      <Fields {...props} {...{ ladder, rests, decimals }} feeRate={buying.feeRate} />
      {order === undefined ? null : <Told order={order} tick={tick} />}
      {rests ? (
        <Bidding {...props} {...{ ladder, buying, decimals }} />
      ) : (
        <Taking {...props} {...{ buying, ladder, decimals }} order={order} />
      )}
    </div>
  );
}

const sceneOf = ({ coins = [], account }: TradeProps['market'], feeRate: number | undefined) => ({
  ...{ feeRate, coins },
  address: account.user?.address,
});

interface FieldsProps extends TradeProps {
  readonly ladder: Ladder;
  /** Nothing of it meets an ask. */
  readonly rests: boolean;
  readonly decimals: number;
  readonly feeRate: number | undefined;
}

/** The first price and its amount. */
function Fields({ ladder, rests, decimals, feeRate, ...props }: FieldsProps) {
  const { market, form, dispatch } = props;
  const tick = market.token?.ticker ?? '';
  const [first] = ladder.rungs;
  const small =
    rests && first !== undefined ? rungError(first, { least: ladder.least, decimals }) : undefined;
  return (
    <>
      <NumberField
        testId="limit-price"
        label={t('Price per {tick}', { tick })}
        value={form.limitPrice}
        onType={(text) => dispatch({ type: 'enter', field: 'limitPrice', text })}
        unit="sat"
        error={limitError(form.limitPrice)}
        hint={<BestHint market={market} />}
      />
      <NumberField
        testId="limit-amount"
        label={t('Amount')}
        value={form.limitAmount}
        onType={(text) => dispatch({ type: 'enter', field: 'limitAmount', text })}
        unit={tick}
        error={inputError(form.limitAmount, decimals) ?? small}
        hint={first?.rung === undefined ? undefined : <Exact value={first.rung.price} />}
        action={<AmountShares {...props} feeRate={feeRate} />}
      />
    </>
  );
}

/** The asks it meets; what they leave is kept, and rests once they are bought. */
function Taking({
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
function Bidding({
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

function AmountShares({ market, form, dispatch, feeRate }: TradeProps & { feeRate: number | undefined }) {
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

function BestHint({ market: { best, floor, bids } }: Pick<TradeProps, 'market'>) {
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

/** What the limit comes to, in words. */
function Told({ order: { rows, rest, smallest }, tick }: { order: LimitOrder; tick: string }) {
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
