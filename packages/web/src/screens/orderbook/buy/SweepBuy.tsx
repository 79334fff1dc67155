/** Buy at market by amount or by budget: the cheapest lots at their true cost, and what is left over, named. */
import { useDeferredValue, useMemo } from 'react';
import { MAX_LOTS } from '@rialto/contract';
import { formatAmount, isBuyable, parseDecimal, TOKEN_DECIMALS } from '@rialto/market';
import type { BookRow } from '@rialto/market';
import { NumberField } from '../../../ui/NumberField.tsx';
import { Notice } from '../../../show/Lines.tsx';
import { Money, Tokens } from '../../../show/Money.tsx';
import { Words } from '../../../ui/Words.tsx';
import { findSweep } from '../../../flows/orders/sweep.ts';
import type { SweepFound, SweepTarget } from '../../../flows/orders/sweep.ts';
import { useBuying } from './buy-acts.ts';
import type { TradeProps } from './buy-acts.ts';
import { BuyFoot } from './BuyParts.tsx';
import { checkBuy, purchaseOf } from './buying.ts';
import type { Form } from '../form.ts';
import type { Market } from '../market.ts';
import { chosenAsks } from '../book/rows.ts';
import { useSettled } from './settled.ts';
import { useTaking } from './taking.ts';
import { inputError } from '../input-error.ts';
import { msg, t } from '../../../words.ts';

const NONE: readonly BookRow[] = [];

export function SweepBuy(props: TradeProps) {
  const { market, form, dispatch, onTaking } = props;
  const buying = useBuying(props);
  const found = useSweep(market, form, buying.feeRate);
  const ids = found?.orderIds ?? [];
  const rows = market.rows.filter((row) => ids.includes(row.id) && isBuyable(row));
  // A lot that has gone meanwhile is in the next answer no more; until then nothing is offered at a wrong price.
  const isWhole = rows.length === ids.length;
  const taken = isWhole ? rows : NONE;
  const target = targetOf(form);
  const asked = target?.kind === 'amount' ? target.units : undefined;
  const purchase = purchaseOf(taken, isWhole ? found?.cost : undefined, { best: market.best, asked });
  useTaking(taken, onTaking);
  const tick = market.token?.ticker ?? '';
  const nothing = target === undefined ? msg('Enter an amount') : msg('Nothing to buy for that');
  const check = checkBuy(form, purchase, buying.now, nothing);
  return (
    <>
      <TargetField form={form} dispatch={dispatch} token={market.token} />
      {found === undefined || market.bookLoading ? null : <Left found={found} tick={tick} rows={rows} />}
      <BuyFoot {...{ form, dispatch, purchase, check, tick, buying }} />
    </>
  );
}

interface TargetFieldProps extends Pick<TradeProps, 'form' | 'dispatch'> {
  readonly token: Market['token'];
}

function TargetField({ form, dispatch, token }: TargetFieldProps) {
  return form.means === 'amount' ? (
    <NumberField
      testId="sweep-amount"
      label={t('Amount')}
      value={form.amount}
      onType={(text) => dispatch({ type: 'enter', field: 'amount', text })}
      unit={token?.ticker ?? ''}
      error={inputError(form.amount, token?.decimals ?? TOKEN_DECIMALS)}
      hint={t('Lots can’t be split. We pick the cheapest combination.')}
    />
  ) : (
    <NumberField
      testId="sweep-budget"
      label={t('Spend at most')}
      value={form.budget}
      onType={(text) => dispatch({ type: 'enter', field: 'budget', text })}
      unit="sat"
      error={inputError(form.budget, 0)}
      hint={t('All fees included: the most tokens it gets')}
    />
  );
}

function targetOf(form: Pick<Form, 'means' | 'amount' | 'budget'>): SweepTarget | undefined {
  if (form.means === 'amount') {
    const units = parseDecimal(form.amount, TOKEN_DECIMALS) ?? 0n;
    return units > 0n ? { kind: 'amount', units } : undefined;
  }
  const budget = parseDecimal(form.budget, 0) ?? 0n;
  return budget > 0n ? { kind: 'budget', sats: budget } : undefined;
}

/** Searched behind the typing, and not for every change of a lively book. */
function useSweep(market: Market, form: Form, feeRate: number | undefined): SweepFound | undefined {
  const { means, amount, budget } = useDeferredValue(form);
  const book = useSettled(market);
  return useMemo(() => {
    const target = targetOf({ means, amount, budget });
    if (target === undefined || feeRate === undefined) return undefined;
    const { rules, usual, network, rows, orders, account, coins } = book;
    const buyable = rows.filter((row) => isBuyable(row)).map((row) => row.id);
    const { user } = account;
    return findSweep(
      {
        network,
        feeRateSatVb: feeRate,
        behindPad: rules.behindPad,
        usual,
        asks: chosenAsks(orders, buyable),
        buyer: user === undefined ? undefined : { address: user.address, coins: coins ?? [] },
      },
      target,
    );
  }, [means, amount, budget, feeRate, book]);
}

/** What the answer has beyond the request, or short of it. */
function Left({ found, tick, rows }: { found: SweepFound; tick: string; rows: readonly BookRow[] }) {
  const { over, missing, unspent, proven, orderIds } = found;
  const lots = rows.length;
  return (
    <div className="space-y-1.5" data-testid="sweep-left" role="status">
      {orderIds.length === 0 ? (
        <Notice tone="warn">{t('No lot can be had for that.')}</Notice>
      ) : (
        <p className="text-xs text-haze">
          {proven
            ? t('Cheapest combination: {lots, plural, one {# lot} other {# lots}}', { lots })
            : t('Best combination found: {lots, plural, one {# lot} other {# lots}}', { lots })}
        </p>
      )}
      {over > 0n ? (
        <p className="text-xs text-mist">
          <Words
            of="{amount} more than you asked for"
            parts={{ amount: <Tokens units={over} tick={tick} /> }}
          />
        </p>
      ) : null}
      {missing > 0n ? <Notice tone="warn">{shortWords(rows, missing, tick)}</Notice> : null}
      {unspent > 0n && orderIds.length > 0 ? (
        <p className="text-xs text-mist">
          <Words of="{amount} of your budget is left" parts={{ amount: <Money value={unspent} /> }} />
        </p>
      ) : null}
    </div>
  );
}

/** Why it is less than was asked for: so many lots fit in one purchase, or nobody sells more. */
function shortWords(rows: readonly BookRow[], missing: bigint, tick: string): string {
  const units = rows.reduce((sum, row) => sum + row.amount, 0n);
  const values = { got: formatAmount(units), asked: formatAmount(units + missing), tick };
  return rows.length < MAX_LOTS
    ? t('Only {got} of {asked} {tick} are for sale.', values)
    : t('Only {got} of {asked} {tick} fit in one purchase ({most} lots).', { ...values, most: MAX_LOTS });
}
