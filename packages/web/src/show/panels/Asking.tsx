/** The moments of an act around its review: it is being made, and it came to nothing. */
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Icon.tsx';
import { t } from '../../words.ts';
import { Notice } from '../Lines.tsx';

export function Waits({ children }: { children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 py-8 text-center" role="status">
      <Spinner className="size-7 text-amber" />
      <p className="text-[0.8125rem] text-haze">{children}</p>
    </div>
  );
}

export const Asking = () => <Waits>{t('This page checks it before your wallet opens.')}</Waits>;

interface RefusedBeforeProps {
  readonly words: ReactNode;
  readonly testId: string;
  readonly onClose: () => void;
  /** None where a second try might be a second payment. */
  readonly onAgain?: () => void;
}

export function RefusedBefore({ words, testId, onClose, onAgain }: RefusedBeforeProps) {
  return (
    <div className="space-y-4" role="alert" data-testid={testId}>
      <Notice tone="warn">{words}</Notice>
      <div className="flex gap-3">
        <Button size="lg" className="flex-1" onClick={onClose}>
          {t('Close')}
        </Button>
        {onAgain === undefined ? null : (
          <Button size="lg" className="flex-1" onClick={onAgain}>
            {t('Try again')}
          </Button>
        )}
      </div>
    </div>
  );
}
