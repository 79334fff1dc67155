/** The header's button of network and gas: how busy the chain is, the chosen plan and its rate; it opens and closes the dialog. */
import { Suspense, lazy, useState } from 'react';
import { useFeePlan } from '../../data/fee-plan.ts';
import { Spinner } from '../../ui/Icon.tsx';
import { busyDot } from './busy.ts';

const FeePlanDialog = lazy(async () => ({ default: (await import('./FeePlanDialog.tsx')).FeePlanDialog }));

export function FeePlanButton() {
  const [open, setOpen] = useState(false);
  const fee = useFeePlan();
  const level = fee.level ?? 'not known';
  return (
    <>
      <button
        type="button"
        data-testid="fee-plan"
        aria-haspopup="dialog"
        aria-expanded={open}
        title={`Network and Gas: ${level}`}
        onClick={() => setOpen(!open)}
        className="num inline-flex h-9 items-center gap-2 rounded-[10px] border border-line-strong bg-ink-2 px-3 text-[0.8125rem] hover:bg-ink-3"
      >
        <span className="sr-only">Network and Gas, {level}:</span>
        {fee.loading ? (
          <Spinner className="size-3.5" />
        ) : (
          <>
            <span
              data-testid="busy-dot"
              data-level={fee.level ?? ''}
              className={`size-2 rounded-full ${busyDot(fee.level)}`}
              aria-hidden="true"
            />
            <span className="hidden sm:inline">{fee.chosen.title}</span>
            <span>{fee.chosen.feeRate ?? '—'}</span>
            <span className="hidden text-haze sm:inline">sat/vB</span>
          </>
        )}
      </button>
      {open ? (
        <Suspense fallback={null}>
          <FeePlanDialog fee={fee} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
