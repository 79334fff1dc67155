/** Buy at a limit: where the price meets resting orders it takes them at theirs; what does not rests as a bid, one rung or a ladder. */
import { TOKEN_DECIMALS } from '@rialto/market';
import { NumberField } from '../../../ui/number/NumberField.tsx';
import { Exact } from '../../../show/Money.tsx';
import { ladderOf, rungError } from '../bid/ladder.ts';
import type { Ladder } from '../bid/ladder.ts';
import { useBuying } from './buy-acts.ts';
import type { TradeProps } from './buy-acts.ts';
import { limitError, limitOrder } from './limit.ts';
import { useTaking } from './taking.ts';
import { inputError } from '../input-error.ts';
import { t } from '../../../words.ts';
import { AmountShares, BestHint } from './LimitHints.tsx';
import { Bidding, Taking, Told } from './LimitParts.tsx';

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
