/** An act that is not handed in yet: where it stands in one sentence, and what can be done about it. */
import { Button } from '../ui/Button.tsx';
import { t } from '../words.ts';

export interface WaitsProps {
  /** Where it stands. */
  readonly words: string;
  /** On its way this moment. */
  readonly busy: boolean;
  readonly onTry: () => void;
  readonly onDrop: () => void;
}

export function HandingWaits({ words, busy, onTry, onDrop }: WaitsProps) {
  return (
    <div className="mt-1.5 min-w-0 flex-1 items-center gap-4 @xl:mt-0 @xl:flex" data-testid="handing-waits">
      <p className="flex-1 text-xs leading-4 text-warn" role="status">
        {words}
      </p>
      <div className="mt-2 flex gap-2 @xl:mt-0">
        <Button size="sm" className="flex-1 max-lg:h-11" busy={busy} data-testid="try-now" onClick={onTry}>
          {t('Try now')}
        </Button>
        <Button size="sm" tone="danger" className="flex-1 max-lg:h-11" data-testid="drop-it" onClick={onDrop}>
          {t('Drop it')}
        </Button>
      </div>
    </div>
  );
}
