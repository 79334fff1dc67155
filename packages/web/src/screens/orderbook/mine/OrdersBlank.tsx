/** An empty list of orders: words and the next act, or a placeholder while they load. */
import type { ReactNode } from 'react';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { t } from '../../../words.ts';

export function Blank({ words, children }: { words: string; children?: ReactNode }) {
  return (
    <div className="grid h-full min-h-32 place-content-center justify-items-center gap-3 px-6 text-center">
      <p className="text-[0.8125rem] text-haze">{words}</p>
      {children}
    </div>
  );
}

export function OrdersSkeleton() {
  return (
    <div className="space-y-4 p-4" role="status" aria-label={t('Loading your orders')}>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-4 w-full" />
      ))}
    </div>
  );
}
