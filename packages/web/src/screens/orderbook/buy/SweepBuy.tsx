/** Buy at market by amount or by budget: the cheapest lots at their true cost, and what is left over, named. */
import type { ReactNode } from 'react';
import { TOKEN_DECIMALS, isBuyable } from '@rialto/market';
import type { BookRow, SweepCost } from '@rialto/market';
import type { SweepFound } from '../../../flows/orders/sweep.ts';
import { NumberField } from '../../../ui/number/NumberField.tsx';
import { useBuying } from './buy-acts.ts';
import type { TradeProps } from './buy-acts.ts';
import { BuyFoot } from './BuyFoot.tsx';
import { checkBuy, purchaseOf } from './buying.ts';
import type { Market } from '../market.ts';
import { Shares } from './Shares.tsx';
import { SweepLeft } from './SweepLeft.tsx';
import { shareText, targetOf, useSweep } from './sweeping.ts';
import { useTaking } from './taking.ts';
import { inputError } from '../input-error.ts';
import { moneyError, moneyHint, moneyUnit } from '../money-text.ts';
import { msg, t } from '../../../words.ts';

const NONE: readonly BookRow[] = [];

export function SweepBuy(props: TradeProps) {
  const { market, form, dispatch, onTaking } = props;
  const buying = useBuying(props);
  const found = useSweep(market, form, buying.feeRate);
  const { rows, taken, cost } = rowsOf(found, market.rows);
  const target = targetOf(form);
  const asked = target?.kind === 'amount' ? target.units : undefined;
  const budget = target?.kind === 'budget' ? target.sats : undefined;
  const purchase = purchaseOf(taken, cost, { best: market.best, asked, budget });
  useTaking(taken, onTaking);
  const tick = market.token?.ticker ?? '';
  const check = checkBuy(form, purchase, buying.now, target === undefined ? NO_TARGET : NOTHING);
  const share = (most: bigint): void => {
    const { means } = form;
    if (buying.feeRate === undefined || means === 'lots') return;
    dispatch({ type: 'enter', field: means, text: shareText(market, buying.feeRate, { means, most }) });
  };
  return (
    <>
      <TargetField
        {...{ form, dispatch, token: market.token }}
        shares={<Shares of={market.spendable} onShare={share} />}
      />
      {found === undefined || market.bookLoading ? null : <SweepLeft found={found} tick={tick} rows={rows} />}
      <BuyFoot {...{ form, dispatch, purchase, check, tick, buying }} />
    </>
  );
}

const NO_TARGET = msg('Enter an amount');
const NOTHING = msg('Nothing to buy for that');

/** What was found and is still there; a lot that has gone meanwhile is in the next answer no more, and until then nothing is offered at a wrong price. */
function rowsOf(
  found: SweepFound | undefined,
  book: readonly BookRow[],
): { rows: readonly BookRow[]; taken: readonly BookRow[]; cost: SweepCost | undefined } {
  const ids = found?.orderIds ?? [];
  const rows = book.filter((row) => ids.includes(row.id) && isBuyable(row));
  return rows.length === ids.length
    ? { rows, taken: rows, cost: found?.cost }
    : { rows, taken: NONE, cost: undefined };
}

interface TargetFieldProps extends Pick<TradeProps, 'form' | 'dispatch'> {
  readonly token: Market['token'];
  readonly shares: ReactNode;
}

function TargetField({ form, dispatch, token, shares }: TargetFieldProps) {
  return form.means === 'amount' ? (
    <NumberField
      testId="sweep-amount"
      label={t('Amount')}
      value={form.amount}
      onType={(text) => dispatch({ type: 'enter', field: 'amount', text })}
      unit={token?.ticker ?? ''}
      error={inputError(form.amount, token?.decimals ?? TOKEN_DECIMALS)}
      hint={t('Lots can’t be split. We pick the cheapest combination.')}
      action={shares}
    />
  ) : (
    <NumberField
      testId="sweep-budget"
      label={t('Spend at most')}
      value={form.budget}
      onType={(text) => dispatch({ type: 'enter', field: 'budget', text })}
      unit={moneyUnit(form.budget)}
      counts="sat"
      error={moneyError(form.budget)}
      hint={moneyHint(form.budget) ?? t('All fees included: the most tokens it gets')}
      action={shares}
    />
  );
}
