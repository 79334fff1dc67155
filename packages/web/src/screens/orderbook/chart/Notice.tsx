/** Words in the place of a picture. */
import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { t } from '../../../words.ts';

interface NoticeProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly onRetry?: () => void;
}

export function Notice({ title, children, onRetry }: NoticeProps) {
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 px-8 text-center">
      <p className="text-sm font-medium">{title}</p>
      {children === undefined ? null : <p className="text-[0.8125rem] text-haze">{children}</p>}
      {onRetry === undefined ? null : (
        <Button size="sm" onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </div>
  );
}
