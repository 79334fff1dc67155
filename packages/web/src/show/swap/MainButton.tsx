/** The one button of a form: it says what is missing, or does the act. */
import type { ReactNode } from 'react';
import { useLineLost } from '../../data/calls/line.ts';
import { Button } from '../../ui/Button.tsx';
import { t } from '../../words.ts';
import type { Label } from './label.ts';

interface MainButtonProps {
  readonly now: Label;
  readonly busy: boolean;
  /** Something it needs is not known yet. */
  readonly waits: boolean;
  readonly testId: string;
  readonly onConnect: () => void;
  readonly onAct: () => void;
  /** What it comes to: it stays in view with the button where there is room. */
  readonly children?: ReactNode;
}

export function MainButton({ now, busy, waits, testId, onConnect, onAct, children }: MainButtonProps) {
  const offline = useLineLost();
  return (
    // Where there is little room the button alone stays in view: the sum would cover what is warned of.
    <div className="z-10 -mx-1 space-y-2 bg-ink-0 px-1 py-2 max-sm:contents sm:sticky sm:bottom-0">
      {children}
      <div className="max-sm:sticky max-sm:bottom-0 max-sm:z-10 max-sm:-mx-1 max-sm:mt-3 max-sm:bg-ink-0 max-sm:px-1 max-sm:py-2">
        <Button
          tone={now.danger === true ? 'sell' : 'primary'}
          size="lg"
          className="w-full"
          data-main
          data-testid={testId}
          busy={busy}
          disabled={offline || now.act === undefined || (now.act === 'go' && waits)}
          onClick={now.act === 'connect' ? onConnect : onAct}
        >
          {offline ? t('Offline, reconnecting') : t(now.label, now.values)}
        </Button>
      </div>
    </div>
  );
}
