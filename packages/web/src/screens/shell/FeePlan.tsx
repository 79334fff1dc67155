/** Network and gas: how busy the chain is, and the fee rate of one's acts. */
import { useState } from 'react';
import { useFeePlan } from '../../data/fee-plan.ts';
import type { FeeState } from '../../data/fee-plan.ts';
import { choosePlan, typeCustomRate, usePlanChoice } from '../../data/settings.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Spinner } from '../../ui/Icon.tsx';

const DOT: Readonly<Record<string, string>> = {
  Low: 'bg-buy',
  Normal: 'bg-warn',
  Busy: 'bg-sell',
  'Extremely Busy': 'bg-sell',
};

/** Action sizes in vB, shown as estimates (decision 6). */
const SIZES = [
  ['Ask', 0],
  ['Buy', 500],
] as const;

export function FeePlanButton() {
  const [open, setOpen] = useState(false);
  const fee = useFeePlan();
  return (
    <>
      <button
        type="button"
        data-testid="fee-plan"
        onClick={() => setOpen(!open)}
        className="num inline-flex h-9 items-center gap-2 rounded-[10px] border border-line-strong bg-ink-2 px-3 text-[0.8125rem] hover:bg-ink-3"
      >
        <span className="sr-only">Network and Gas:</span>
        {fee.loading ? (
          <Spinner className="size-3.5" />
        ) : (
          <>
            <span className={`size-2 rounded-full ${DOT[fee.level ?? ''] ?? 'bg-haze'}`} aria-hidden="true" />
            <span className="hidden sm:inline">{fee.chosen.title}</span>
            <span>{fee.chosen.feeRate ?? '—'}</span>
            <span className="hidden text-haze sm:inline">sat/vB</span>
          </>
        )}
      </button>
      {open ? <FeePlanDialog fee={fee} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function FeePlanDialog({ fee, onClose }: { fee: FeeState; onClose: () => void }) {
  const choice = usePlanChoice();
  return (
    <Dialog title="Network and Gas" onClose={onClose} testId="fee-dialog">
      <p className="mb-3 flex items-center gap-2 text-[0.8125rem] text-mist">
        <span className={`size-2 rounded-full ${DOT[fee.level ?? ''] ?? 'bg-haze'}`} aria-hidden="true" />
        The network is {fee.level === undefined ? '—' : fee.level.toLowerCase()}
      </p>
      <fieldset>
        <legend className="sr-only">Fee plan</legend>
        <div className="divide-y divide-line overflow-hidden rounded-xl border border-line">
          {fee.plans.map((plan) => (
            <label
              key={plan.title}
              className={`flex h-12 items-center gap-3 px-4 text-sm has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2 has-[:focus-visible]:outline-amber ${choice.title === plan.title ? 'bg-amber/12' : 'bg-ink-0/60 hover:bg-ink-2'}`}
            >
              <input
                type="radio"
                name="fee-plan"
                data-testid={`plan-${plan.title}`}
                checked={choice.title === plan.title}
                onChange={() => choosePlan(plan.title)}
                className="size-4 accent-amber"
              />
              <span className="flex-1 font-medium">{plan.fullTitle}</span>
              {plan.title === 'Custom' ? (
                <input
                  aria-label="Custom fee rate in sat/vB"
                  data-testid="custom-rate"
                  inputMode="decimal"
                  value={choice.custom}
                  onFocus={() => choosePlan('Custom')}
                  onChange={(event) => typeCustomRate(event.target.value)}
                  className="num h-8 w-20 rounded-lg border border-line-strong bg-ink-0 px-2.5 text-right text-sm outline-none focus:border-amber"
                />
              ) : (
                <span className="num">{plan.feeRate ?? '—'}</span>
              )}
              <span className="text-xs text-haze">sat/vB</span>
            </label>
          ))}
        </div>
      </fieldset>
      <p className="num mt-3 text-xs leading-5 text-haze">
        About:{' '}
        {SIZES.map(
          ([name, size]) =>
            `${name} ${size === 0 ? 'free' : `${Math.ceil(size * (fee.chosen.feeRate ?? 0))} sat`}`,
        ).join(' · ')}
        . Real transactions pay for their real size.
      </p>
    </Dialog>
  );
}
