/** The chart of a market: its place at once, what is in it after the page can be used. */
import { Suspense, lazy, useEffect, useState } from 'react';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { t } from '../../../words.ts';
import type { ChartProps } from './Panel.tsx';

const Panel = lazy(async () => ({ default: (await import('./Panel.tsx')).Panel }));

export function Chart(props: ChartProps) {
  const isIdle = useIdle();
  return (
    <section aria-label={t('Chart')} data-testid="chart" className="flex h-full min-h-80 flex-col">
      {isIdle && props.assetId !== '' ? (
        <Suspense fallback={<Waiting />}>
          {/* Another token begins anew: nothing of the one before is left on the canvas. */}
          <Panel key={props.assetId} {...props} />
        </Suspense>
      ) : (
        <Waiting />
      )}
    </section>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label={t('Loading the chart')} className="min-h-0 flex-1 p-4">
      <Skeleton className="h-full w-full" />
    </div>
  );
}

const TIMEOUT_MS = 2_000;

/** True once the browser has nothing more urgent to do. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const done = (): void => setIdle(true);
    // Not every browser has `requestIdleCallback`.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(done, TIMEOUT_MS / 4);
      return () => clearTimeout(timer);
    }
    const request = window.requestIdleCallback(done, { timeout: TIMEOUT_MS });
    return () => window.cancelIdleCallback(request);
  }, []);
  return idle;
}
