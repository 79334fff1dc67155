/** Buy at market: lots picked in the book; or, fetched when wanted, the best lots for an amount or a budget. */
import { Suspense, lazy } from 'react';
import { MAX_LOTS } from '@rialto/contract';
import { bestAsks } from '@rialto/market';
import type { BookRow } from '@rialto/market';
import { Button } from '../../../ui/Button.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { useBuying } from './buy-acts.ts';
import type { TradeProps } from './buy-acts.ts';
import { BuyFoot } from './BuyFoot.tsx';
import { checkBuy, chosenRows, purchaseOf, usualCost } from './buying.ts';
import { FormSkeleton } from '../FormSkeleton.tsx';
import type { Form, Means } from '../form.ts';
import { msg, t } from '../../../words.ts';

const ChosenLots = lazy(async () => ({ default: (await import('./ChosenLots.tsx')).ChosenLots }));
const SweepBuy = lazy(async () => ({ default: (await import('./SweepBuy.tsx')).SweepBuy }));

const MEANS: readonly { id: Means; label: string; testId: string }[] = [
  { id: 'lots', label: msg('By lots'), testId: 'by-lots' },
  { id: 'amount', label: msg('By amount'), testId: 'by-amount' },
  { id: 'budget', label: msg('By budget'), testId: 'by-budget' },
];

const meansTab = (chosen: boolean): string =>
  `h-7 flex-1 rounded-md text-xs transition-colors ${chosen ? 'bg-ink-3 text-fog' : 'text-haze hover:text-fog'}`;

export function MarketBuy(props: TradeProps) {
  const { form, dispatch } = props;
  return (
    <div className="flex flex-1 flex-col gap-3.5">
      <Tabs
        label={t('How to choose')}
        tabs={MEANS.map((one) => ({ ...one, label: t(one.label) }))}
        chosen={form.means}
        onChoose={(means) => dispatch({ type: 'means', means })}
        panelId="buy-means"
        className="flex gap-1"
        tabClass={meansTab}
      />
      <div
        id="buy-means"
        role="tabpanel"
        aria-labelledby={`buy-means-${form.means}`}
        className="flex flex-col gap-3.5"
      >
        {form.means === 'lots' ? (
          <LotsBuy {...props} />
        ) : (
          <Suspense fallback={<FormSkeleton />}>
            <SweepBuy {...props} key={form.means} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function LotsBuy(props: TradeProps) {
  const { market, form, dispatch } = props;
  const buying = useBuying(props);
  const rows = chosenRows(form, market.rows);
  const purchase = purchaseOf(rows, usualCost(rows, market.usual, buying.feeRate), market);
  const check = checkBuy(form, purchase, buying.now, msg('Select a lot'));
  const tick = market.token?.ticker ?? '';
  return (
    <>
      <Best form={form} dispatch={dispatch} book={market.rows} rows={rows} />
      {rows.length === 0 ? (
        <PickLots />
      ) : (
        <Suspense fallback={<PickLots />}>
          <ChosenLots rows={rows} tick={tick} dispatch={dispatch} />
        </Suspense>
      )}
      <BuyFoot {...{ form, dispatch, purchase, check, tick, buying }} />
    </>
  );
}

const QUICK = [1, 3, 5, 10] as const;

interface BestProps extends Pick<TradeProps, 'dispatch'> {
  readonly form: Form;
  readonly book: readonly BookRow[];
  readonly rows: readonly BookRow[];
}

function Best({ dispatch, book, rows }: BestProps) {
  const able = bestAsks(book, MAX_LOTS).length;
  return (
    <div className="flex items-center justify-between gap-4">
      <p className="whitespace-nowrap text-[0.8125rem] text-mist" id="best-label">
        {t('Take the best')}
      </p>
      <div role="group" aria-labelledby="best-label" className="grid grid-cols-4 gap-1.5">
        {QUICK.map((count) => (
          <Button
            key={count}
            size="sm"
            data-testid={`best-${count}`}
            disabled={able < count}
            aria-label={t('Take the best {count}', { count })}
            aria-pressed={rows.length === count && sameRows(rows, bestAsks(book, count))}
            onClick={() => dispatch({ type: 'choose', ids: bestAsks(book, count).map((row) => row.id) })}
            className="num w-10 !px-0 xl:w-12 aria-pressed:border-amber aria-pressed:text-amber"
          >
            {count}
          </Button>
        ))}
      </div>
    </div>
  );
}

function sameRows(a: readonly BookRow[], b: readonly BookRow[]): boolean {
  return a.length === b.length && a.every((row, index) => row.id === b[index]?.id);
}

function PickLots() {
  return (
    <p className="grid h-[4.75rem] place-content-center rounded-[10px] border border-dashed border-line-strong px-6 text-center text-[0.8125rem] text-haze">
      {t('Or pick lots in the book, up to {count} in one transaction', { count: MAX_LOTS })}
    </p>
  );
}
