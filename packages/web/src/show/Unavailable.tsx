/** That something can’t be read right now, and the way to ask again. */
import { Button } from '../ui/Button.tsx';
import { t } from '../words.ts';

interface UnavailableProps {
  readonly words: string;
  readonly query: { readonly isFetching: boolean; readonly refetch: () => Promise<unknown> };
  readonly className?: string;
}

export function Unavailable({ words, query, className = '' }: UnavailableProps) {
  return (
    <div
      role="status"
      data-testid="unavailable"
      className={`grid justify-items-center gap-4 px-6 py-10 text-center ${className}`}
    >
      <p className="text-sm text-haze">{words}</p>
      <Button data-testid="unavailable-again" busy={query.isFetching} onClick={() => void query.refetch()}>
        {t('Try again')}
      </Button>
    </div>
  );
}
