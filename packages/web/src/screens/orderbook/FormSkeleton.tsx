/** The shape of a form while it loads. */
import { Skeleton } from '../../ui/Skeleton.tsx';
import { t } from '../../words.ts';

export function FormSkeleton() {
  return (
    <div className="space-y-4" role="status" aria-label={t('Loading')}>
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}
