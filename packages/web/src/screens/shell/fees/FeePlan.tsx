/** The header's button of network and gas: how busy the chain is, the chosen plan and its rate. */
import { paidRate, useFeePlan } from '../../../data/fee-plan.ts';
import { Spinner } from '../../../ui/Icon.tsx';
import { PLAN_NAMES } from '../../../data/settings.ts';
import { LEVEL_NAMES, busyDot } from './busy.ts';
import { openDialog, useOpenDialog } from '../frame/frame-dialogs.ts';
import { t } from '../../../words.ts';

export function FeePlanButton() {
  const open = useOpenDialog() === 'fees';
  const fee = useFeePlan();
  const level = fee.level === undefined ? t('unknown') : t(LEVEL_NAMES[fee.level]);
  return (
    <button
      type="button"
      data-testid="fee-plan"
      aria-haspopup="dialog"
      aria-expanded={open}
      title={t('Network and Gas: {level}', { level })}
      onClick={() => openDialog('fees')}
      className="num inline-flex h-9 items-center gap-2 rounded-[10px] border border-line-strong bg-ink-2 px-2 sm:px-3 text-[0.8125rem] hover:bg-ink-3"
    >
      <span className="sr-only">{t('Network and Gas, {level}:', { level })}</span>
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
          <span className="flex items-baseline gap-1 whitespace-nowrap text-xs sm:gap-2 sm:text-[0.8125rem]/5">
            <span>{t(PLAN_NAMES[fee.chosen.title])}</span>
            <span>{paidRate(fee) ?? '—'}</span>
          </span>
          <span className="hidden text-haze sm:inline">sat/vB</span>
        </>
      )}
    </button>
  );
}
