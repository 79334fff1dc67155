/** Shown before the exchange has answered: a skeleton of the page, or that there is no answer. */
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { t } from '../../../words.ts';

/** The frame's shape; index.html holds the same header for the moment before this script runs. */
export function Opening() {
  return (
    <>
      <div className="flex h-14 shrink-0 items-center gap-3 border-b border-line px-3 sm:px-5">
        <img src="/icon.svg" alt="" width="28" height="28" />
        <Skeleton className="h-4 w-16 max-sm:hidden" />
        <Skeleton className="ml-auto h-9 w-28" />
      </div>
      <OpeningMain />
    </>
  );
}

/** A screen's shape while its code is on the way. */
export function OpeningMain() {
  return (
    <main
      role="status"
      aria-label={t('Opening Rialto')}
      className="flex flex-1 flex-col gap-2 p-2 sm:gap-3 sm:p-3"
    >
      <div className="panel h-[3.75rem] shrink-0" />
      <div className="grid flex-1 gap-2 sm:gap-3 lg:grid-cols-[1.25fr_1fr_21rem]">
        <div className="panel" />
        <div className="panel max-lg:hidden" />
        <div className="panel max-lg:hidden" />
      </div>
    </main>
  );
}

export function Unanswered({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="grid flex-1 place-content-center justify-items-center gap-5 p-6 text-center">
      <img src="/icon.svg" alt="" width="48" height="48" />
      <div>
        <h1 className="text-lg font-semibold">{t('The exchange is not responding')}</h1>
        <p className="mt-1.5 text-sm text-haze">
          {t('Your coins are in your wallet. Retrying automatically.')}
        </p>
      </div>
      <Button tone="primary" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </main>
  );
}
