/** What acts share that are signed twice on MVC: where one is, and that it stopped before anything was sent. */
import { Button } from '../../ui/Button.tsx';
import { useSecondsLeft } from '../../ui/seconds-left.ts';
import { t } from '../../words.ts';
import { Notice } from '../Lines.tsx';

interface StepProps {
  /** What is said while there is time. */
  readonly words: string;
  readonly until: number;
  readonly signing: boolean;
  readonly testId: string;
}

export function StepWords({ words, until, signing, testId }: StepProps) {
  const left = useSecondsLeft(until);
  const isLate = left === 0 && !signing;
  return (
    <p className="text-[0.8125rem] leading-5 text-mist" data-testid={testId} aria-live="polite">
      {isLate ? t('It was not signed in time. Nothing was sent.') : words}
    </p>
  );
}

interface StoppedProps {
  /** Why. */
  readonly words: string;
  /** Of the whole, and the beginning of those of its buttons. */
  readonly testId: string;
  readonly busy?: boolean;
  readonly onBack: () => void;
  readonly onAgain: () => void;
}

/** Nothing went to the chain. */
export function Stopped({ words, testId, busy = false, onBack, onAgain }: StoppedProps) {
  return (
    <div className="space-y-4" role="alert" data-testid={`${testId}-stopped`}>
      <Notice tone="warn">{words}</Notice>
      <div className="flex gap-3">
        <Button size="lg" className="flex-1" data-testid={`${testId}-back`} onClick={onBack}>
          {t('Back')}
        </Button>
        <Button
          tone="primary"
          size="lg"
          className="flex-[2]"
          data-testid={`${testId}-again`}
          busy={busy}
          onClick={onAgain}
        >
          {t('Start again')}
        </Button>
      </div>
    </div>
  );
}
