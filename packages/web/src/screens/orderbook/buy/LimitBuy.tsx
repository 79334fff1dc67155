/** Buy at a limit: where the price meets resting orders it is a take at theirs; the rest would be a bid, and bids are not open yet. */
import { TOKEN_DECIMALS, formatAmount, formatRate, parseDecimal } from '@rialto/market';
import { NumberField } from '../../../ui/number/NumberField.tsx';
import { Words } from '../../../ui/Words.tsx';
import { Notice } from '../../../show/Lines.tsx';
import { Price, Tokens } from '../../../show/Money.tsx';
import { useBuying } from './buy-acts.ts';
import type { TradeProps } from './buy-acts.ts';
import { BuyFoot } from './BuyParts.tsx';
import { checkBuy, limitError, limitOrder, purchaseOf, usualCost } from './buying.ts';
import type { LimitOrder } from './buying.ts';
import { Shares } from './Shares.tsx';
import { limitShareText } from './sweeping.ts';
import { useTaking } from './taking.ts';
import { inputError } from '../input-error.ts';
import { msg, t } from '../../../words.ts';

export function LimitBuy(props: TradeProps) {
  const { market, form, dispatch, onTaking } = props;
  const buying = useBuying(props);
  // Before the book is here nothing is known of it.
  const order = market.bookLoading ? undefined : limitOrder(form, market.rows);
  const rows = order?.rows ?? [];
  const cost = usualCost(rows, market.usual, buying.feeRate);
  const asked = parseDecimal(form.limitAmount, TOKEN_DECIMALS);
  const purchase = purchaseOf(rows, cost, { best: market.best, asked });
  useTaking(rows, onTaking);
  const nothing = order === undefined ? msg('Enter a price and an amount') : msg('Bids are not open yet');
  const check = checkBuy(form, purchase, buying.now, nothing);
  const tick = market.token?.ticker ?? '';
  const shareOf = (most: bigint): string | undefined =>
    limitShareText(market, buying.feeRate, { price: form.limitPrice, most });
  const share = (most: bigint): void => {
    const text = shareOf(most);
    if (text !== undefined) dispatch({ type: 'enter', field: 'limitAmount', text });
  };
  return (
    <div className="flex flex-1 flex-col gap-3.5">
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
        error={inputError(form.limitAmount, market.token?.decimals ?? TOKEN_DECIMALS)}
        action={<Shares of={shareOf(0n) === undefined ? undefined : market.spendable} onShare={share} />}
      />
      {order === undefined ? null : <Told order={order} tick={tick} />}
      <BuyFoot {...{ form, dispatch, purchase, check, tick, buying }} />
    </div>
  );
}

const BEST = msg('Best ask {price}');
/** One's own order is the best of the book. */
const BEST_TO_TAKE = msg('Best ask you can take {price}');

function BestHint({ market: { best, floor } }: Pick<TradeProps, 'market'>) {
  if (best === undefined) return null;
  const words = best.id === floor?.id ? BEST : BEST_TO_TAKE;
  return <Words of={words} parts={{ price: <Price value={best.price} unit="sat" /> }} />;
}

/** What the limit comes to, in words. */
function Told({ order: { rows, rest, smallest }, tick }: { order: LimitOrder; tick: string }) {
  const worst = rows.at(-1);
  return (
    <div className="space-y-2" data-testid="limit-told" role="status">
      {worst === undefined ? (
        <Notice tone="warn">
          {smallest === undefined
            ? t('No one sells at this price. It would rest as a bid, and bids are not open yet.')
            : t('Lots can’t be split. The smallest at this price holds {amount} {tick}.', {
                amount: formatAmount(smallest),
                tick,
              })}
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
            of="{amount} would wait as a bid. Bids are not open yet."
            parts={{ amount: <Tokens units={rest} tick={tick} /> }}
          />
        </p>
      ) : null}
    </div>
  );
}
