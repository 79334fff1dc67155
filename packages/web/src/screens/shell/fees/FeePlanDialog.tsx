/** Network and gas: how busy the chain is, the fee plan of all one's acts, and what they would cost with it. */
import { paidRate } from '../../../data/fee-plan.ts';
import type { FeePlan, FeeState } from '../../../data/fee-plan.ts';
import { choosePlan, typeCustomRate, usePlanChoice, useSettings } from '../../../data/settings.ts';
import { Fiat, Money } from '../../../show/Money.tsx';
import { serviceFeeValues } from '../../../show/ServiceFee.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { LEVEL_NAMES, busyDot } from './busy.ts';
import { BUSY_BARS, BUSY_WORDS } from './busy-words.ts';
import { ACTIONS, costOf } from './action-sizes.ts';
import { feeError } from './fee-error.ts';
import { sameAs, timeOf } from './plan-times.ts';
import { t } from '../../../words.ts';

export function FeePlanDialog({ fee, onClose }: { fee: FeeState; onClose: () => void }) {
  return (
    <Dialog title={t('Network and Gas')} onClose={onClose} testId="fee-dialog">
      <Busy fee={fee} />
      <Plans fee={fee} />
      <Costs rate={paidRate(fee)} />
    </Dialog>
  );
}

function Busy({ fee: { level } }: { fee: FeeState }) {
  const bars = level === undefined ? 0 : BUSY_BARS[level];
  return (
    <section aria-label={t('BTC network traffic')} className="mb-5 flex items-center gap-4">
      <span aria-hidden="true" className="flex h-7 items-end gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            className={`w-1.5 rounded-sm ${['h-2', 'h-3.5', 'h-5', 'h-7'][bar - 1] ?? ''} ${bar <= bars ? busyDot(level) : 'bg-ink-3'}`}
          />
        ))}
      </span>
      <div className="min-w-0 text-[0.8125rem] leading-5">
        <p className="font-medium" data-testid="busy-level">
          {level === undefined ? '—' : t(LEVEL_NAMES[level])}
        </p>
        <p className="text-haze">
          {level === undefined ? t('Current fee rates are unavailable.') : t(BUSY_WORDS[level])}
        </p>
      </div>
    </section>
  );
}

function Plans({ fee }: { fee: FeeState }) {
  const choice = usePlanChoice();
  const error = choice.title === 'Custom' ? feeError(fee, choice.custom) : undefined;
  return (
    <fieldset>
      <legend className="mb-2 text-[0.8125rem] text-mist">{t('Fee plan')}</legend>
      <div className="divide-y divide-line overflow-hidden rounded-xl border border-line">
        {fee.plans.map((plan) => (
          <Plan
            key={plan.title}
            plan={plan}
            plans={fee.plans}
            chosen={choice.title === plan.title}
            custom={choice.custom}
          />
        ))}
      </div>
      <p role="status" className="mt-1.5 min-h-4 text-xs leading-4 text-warn" data-testid="custom-error">
        {error}
      </p>
    </fieldset>
  );
}

interface PlanProps {
  readonly plan: FeePlan;
  readonly plans: readonly FeePlan[];
  readonly chosen: boolean;
  readonly custom: string;
}

function Plan({ plan, plans, chosen, custom }: PlanProps) {
  const time = timeOf(plan, plans);
  const same = plan.title === 'Custom' ? undefined : sameAs(plan, plans);
  return (
    <label
      className={`flex h-11 items-center gap-3 px-4 text-sm has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2 has-[:focus-visible]:outline-amber ${chosen ? 'bg-amber/12' : 'bg-ink-0/60 hover:bg-ink-2'}`}
    >
      <input
        type="radio"
        name="fee-plan"
        data-testid={`plan-${plan.title}`}
        {...(chosen ? { 'data-autofocus': '' } : {})}
        checked={chosen}
        onChange={() => choosePlan(plan.title)}
        className="size-4 accent-amber"
      />
      <span className="flex flex-1 flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{t(plan.fullTitle)}</span>
        <span className="text-xs text-haze" data-testid={`time-${plan.title}`}>
          {time === undefined ? null : t(time)}
        </span>
        {same === undefined ? null : (
          <span className="text-2xs text-haze" data-testid={`same-${plan.title}`}>
            {t('same rate as {plan}', { plan: t(same.fullTitle) })}
          </span>
        )}
      </span>
      {plan.title === 'Custom' ? (
        <input
          aria-label={t('Custom fee rate in sat/vB')}
          data-testid="custom-rate"
          inputMode="decimal"
          value={custom}
          onFocus={() => choosePlan('Custom')}
          onChange={(event) => typeCustomRate(event.target.value)}
          className="num h-8 w-20 rounded-lg border border-edge bg-ink-0 px-2.5 text-right text-sm outline-none focus:border-amber"
        />
      ) : (
        <span className="num">{plan.feeRate ?? '—'}</span>
      )}
      <span className="text-xs text-haze">sat/vB</span>
    </label>
  );
}

function Costs({ rate }: { rate: number | undefined }) {
  const { btcUnit } = useSettings();
  return (
    <table className="num mt-3 w-full text-[0.8125rem]">
      <caption className="sr-only">{t('Estimated network fee')}</caption>
      <thead>
        <tr className="h-7 text-2xs text-haze">
          <th scope="col" className="text-left text-[0.8125rem] font-normal text-mist">
            {t('Estimated network fee')}
          </th>
          <th scope="col" className="text-right font-normal">
            vB
          </th>
          <th scope="col" className="text-right font-normal">
            <span className="sr-only">{t('Dollars')}</span>
          </th>
          <th scope="col" className="text-right font-normal">
            {btcUnit ? 'BTC' : 'sat'}
          </th>
        </tr>
      </thead>
      <tbody>
        {ACTIONS.map(({ name, vsize }) => (
          <tr key={name} className="h-7">
            <th scope="row" className="text-left font-normal text-mist">
              {t(name)}
            </th>
            <td className="text-right text-haze">{vsize === 0 ? '' : vsize}</td>
            <Cost vsize={vsize} rate={rate} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={4} className="pt-2 text-xs leading-5 text-haze">
            {t('Estimates. Each transaction pays for its real size.')}
            <span className="block" data-testid="service-fee-rate">
              {t(
                'Service fee: {share} of the price, min {least} sat, paid by the buyer.',
                serviceFeeValues(),
              )}
            </span>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function Cost({ vsize, rate }: { vsize: number; rate: number | undefined }) {
  const cost = costOf(vsize, rate);
  const free = vsize === 0;
  return (
    <>
      <td className="text-right text-xs">{free || cost === undefined ? null : <Fiat value={cost} />}</td>
      <td className="text-right">
        {free ? (
          <span className="text-buy">{t('Free')}</span>
        ) : cost === undefined ? (
          <span className="text-haze">—</span>
        ) : (
          <Money value={cost} bare />
        )}
      </td>
    </>
  );
}
