/** The chart of a market: its place at once, what is in it after the page can be used. */
import { Suspense, lazy } from 'react';
import { useIdle } from '../../../ui/idle.ts';
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
