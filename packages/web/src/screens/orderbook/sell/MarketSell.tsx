/** Sell at market: into bids picked in the book, or into the best that take an amount; each wants a lot of exactly its size. */
import { TOKEN_DECIMALS, formatAmount, formatRate, rateE18 } from '@rialto/market';
import type { BookRow } from '@rialto/market';
import { amount as tokens, sats } from '@rialto/protocols';
import { useLineLost } from '../../../data/calls/line.ts';
import { useFeePlan } from '../../../data/fee-plan.ts';
import { useSigningIn } from '../../../flows/account/signing-in.ts';
import { useHeld } from '../../../flows/handing/handings.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { Price, Tokens } from '../../../show/Money.tsx';
import { ServiceFeeName } from '../../../show/ServiceFee.tsx';
import { SumParts, SumTotal } from '../../../show/Sum.tsx';
import type { SumPart } from '../../../show/Sum.tsx';
import { Button } from '../../../ui/Button.tsx';
import { NumberField } from '../../../ui/number/NumberField.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { sellInto } from './sell-into-act.ts';
import { FeeConsent } from '../Consent.tsx';
import type { TradeProps } from '../buy/buy-acts.ts';
import { Shares } from '../buy/Shares.tsx';
import { useTaking } from '../buy/taking.ts';
import { lotState } from '../../../data/own/lot-state.ts';
import { unitsOf } from '../book/rows.ts';
import type { Check } from '../form-check.ts';
import type { SellMeans } from '../form.ts';
import { FormFoot } from '../FormFoot.tsx';
import { inputError } from '../input-error.ts';
import { Fills } from './Fills.tsx';
import { tokenText } from './selling.ts';
import { betterLive, checkSale, readyLot, saleOf } from './selling-into.ts';
import type { Sale } from './selling-into.ts';
import { msg, t } from '../../../words.ts';

const MEANS: readonly { id: SellMeans; label: string; testId: string }[] = [
  { id: 'bids', label: msg('By bids'), testId: 'by-bids' },
  { id: 'amount', label: msg('By amount'), testId: 'sell-by-amount' },
];

const meansTab = (chosen: boolean): string =>
  `h-7 flex-1 rounded-md text-xs transition-colors ${chosen ? 'bg-ink-3 text-fog' : 'text-haze hover:text-fog'}`;

export function MarketSell(props: TradeProps) {
  const { market, form, dispatch, onTaking } = props;
  const fee = useFeePlan();
  const { feeRate } = fee.chosen;
  const { user } = market.account;
  const busy = useSigningIn(user?.address);
  const held = [...useHeld('ask'), ...useHeld('sell')];
  const lots = (market.balance?.transferBalanceList ?? [])
    .filter((entry) => lotState(entry, held) === 'ready')
    .map(readyLot);
  const { bids, bidOrders: orders } = market;
  const sale = saleOf(form, { book: market.pair.book, bids, orders, lots, feeRate });
  useTaking(
    sale.answers.map(({ row }) => row),
    onTaking,
  );
  const check = checkSale(form, sale, { connected: user !== undefined, feeRate, limits: fee.limits });
  const tick = market.token?.ticker ?? '';
  if (bids.length === 0) return <NoBids tick={tick} />;
  return (
    <div className="flex flex-1 flex-col gap-3.5">
      <Tabs
        label={t('How to choose')}
        tabs={MEANS.map((one) => ({ ...one, label: t(one.label) }))}
        chosen={form.sellMeans}
        onChoose={(means) => dispatch({ type: 'set', to: { sellMeans: means } })}
        panelId="sell-means"
        className="flex gap-1"
        tabClass={meansTab}
      />
      <div
        id="sell-means"
        role="tabpanel"
        aria-labelledby={`sell-means-${form.sellMeans}`}
        className="flex flex-col gap-3.5"
      >
        {form.sellMeans === 'amount' ? <AmountField {...props} rest={sale.rest} /> : null}
        <Fills sale={sale} market={market} form={form} dispatch={dispatch} />
        <BetterLive sale={sale} live={market.live} />
        <Costs sale={sale} tick={tick} />
        <FormFoot>
          <Total sale={sale} />
          <FeeConsent
            check={check}
            agreed={form.highFee}
            onAgree={(agreed) => dispatch({ type: 'high-fee', agreed })}
          />
          <SellButton
            check={check}
            busy={busy}
            bids={sale.answers.length}
            onSell={() => sellInto(props, { sale, check, feeRate })}
          />
        </FormFoot>
        <p className="text-xs leading-4 text-haze">
          {t(
            'A bid can be taken by someone else, or withdrawn, until your sale is submitted. You then pay nothing.',
          )}
        </p>
      </div>
    </div>
  );
}

interface SellButtonProps {
  readonly check: Check;
  readonly busy: boolean;
  readonly bids: number;
  readonly onSell: () => void;
}

function SellButton({ check: { missing, label }, busy, bids, onSell }: SellButtonProps) {
  const offline = useLineLost();
  const words = missing === 'nothing' && bids > 1 ? t('Sell into {count} bids', { count: bids }) : t(label);
  return (
    <Button
      tone={missing === 'connect' ? 'primary' : 'sell'}
      size="lg"
      busy={busy}
      data-testid="sell-button"
      data-main
      disabled={offline || missing === 'input' || missing === 'consent'}
      onClick={onSell}
      className="w-full"
    >
      {offline ? t('Offline, reconnecting') : words}
    </Button>
  );
}

function AmountField({ market, form, dispatch, rest }: TradeProps & { rest: bigint }) {
  const { token, balance } = market;
  const has = unitsOf(balance?.availableBalance ?? '0') + unitsOf(balance?.transferBalance ?? '0');
  const enter = (text: string): void => dispatch({ type: 'enter', field: 'sellAmount', text });
  return (
    <NumberField
      testId="sell-amount"
      label={t('Amount')}
      value={form.sellAmount}
      onType={enter}
      unit={token?.ticker ?? ''}
      error={inputError(form.sellAmount, token?.decimals ?? TOKEN_DECIMALS)}
      hint={
        rest > 0n
          ? t('{amount} of it fits no bid', { amount: formatAmount(tokens(rest)) })
          : t('A bid is filled whole. We pick the best standing bids that fit.')
      }
      action={<Shares of={has} onShare={(part) => enter(tokenText(part, token?.decimals))} />}
    />
  );
}

/** A live bid makes no price, but whoever sells ought to know of one that pays more. */
function BetterLive({ sale, live }: { sale: Sale; live: readonly BookRow[] }) {
  const better = betterLive(sale, live);
  if (better === undefined) return null;
  return (
    <p className="text-xs leading-4 text-mist" data-testid="better-live">
      {t(
        'A live bid pays more: {price} sat for each of {amount}. Its bidder signs when you answer it, in the book under the standing bids.',
        { price: better.price, amount: formatAmount(better.amount) },
      )}
    </p>
  );
}

function Costs({ sale: { answers, units, cost }, tick }: { sale: Sale; tick: string }) {
  if (answers.length === 0 || cost === undefined) return null;
  return (
    <div className="space-y-2" data-testid="sale-costs">
      <dl>
        <Line name={t('You sell')}>
          <Tokens units={tokens(units)} tick={tick} />
        </Line>
      </dl>
      <SumParts parts={partsOf(cost)} />
    </div>
  );
}

function Total({ sale: { units, cost } }: { sale: Sale }) {
  if (cost === undefined) return null;
  const each = cost.proceeds > 0n ? rateE18(sats(cost.proceeds), tokens(units)) : 0n;
  return (
    <SumTotal parts={partsOf(cost)} name={t('You get, about')} testId="sale-proceeds">
      <Line name={t('Per token, after fees')}>
        <Price value={formatRate(each)} unit="sat" />
      </Line>
    </SumTotal>
  );
}

function partsOf(cost: NonNullable<Sale['cost']>): readonly SumPart[] {
  const { price, serviceFee, networkFee, carried } = cost;
  return [
    { id: 'price', name: t('Price'), value: price },
    {
      id: 'service',
      name: <ServiceFeeName fee={sats(serviceFee)} />,
      value: -serviceFee,
      nothing: t('none'),
    },
    { id: 'network', name: t('Network fee, about'), value: -networkFee },
    { id: 'carried', name: t('Sats of your lots, less 546 for each bidder’s coin'), value: carried },
  ];
}

function NoBids({ tick }: { tick: string }) {
  return (
    <div data-testid="no-bids">
      <Notice tone="calm">
        <p className="font-medium text-fog">{t('No bids for {tick} right now', { tick })}</p>
        <p>{t('Set a limit price instead: your order waits for a buyer.')}</p>
      </Notice>
    </div>
  );
}
