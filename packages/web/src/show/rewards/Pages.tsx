/** Which part of a long list is shown, and the way to the others; nothing where there is one part. */
import { Button } from '../../ui/Button.tsx';
import { numberWords, t } from '../../words.ts';

interface PagesProps {
  /** Counted from 0. */
  readonly page: number;
  /** Rows on one. */
  readonly size: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

export function Pages({ page, size, total, onPage }: PagesProps) {
  if (total <= size) return null;
  const last = Math.min(total, (page + 1) * size);
  return (
    <nav
      aria-label={t('Pages')}
      data-testid="pages"
      className="flex items-center justify-between gap-3 border-t border-line px-4 py-2.5"
    >
      <Button
        size="sm"
        className="max-sm:h-11"
        data-testid="page-before"
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      >
        {t('Previous')}
      </Button>
      <span className="num text-xs text-haze" aria-live="polite">
        {t('{first}–{last} of {total}', {
          ...{ first: numberWords(page * size + 1), last: numberWords(last), total: numberWords(total) },
        })}
      </span>
      <Button
        size="sm"
        className="max-sm:h-11"
        data-testid="page-after"
        disabled={last >= total}
        onClick={() => onPage(page + 1)}
      >
        {t('Next')}
      </Button>
    </nav>
  );
}
