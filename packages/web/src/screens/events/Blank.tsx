/** A history without rows, and one on its way. */
import { Skeleton } from '../../ui/Skeleton.tsx';
import { t } from '../../words.ts';

export function Blank({ words }: { words: string }) {
  return <p className="px-6 py-8 text-center text-[0.8125rem] text-haze">{words}</p>;
}

export function Waiting() {
  return (
    <div role="status" aria-label={t('Loading your history')} className="space-y-3 p-4">
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-full" />
    </div>
  );
}
