/** A claim that costs more than half of what it brings: said before the second click. */
import { Line, Notice } from '../../../show/Lines.tsx';
import { Exact } from '../../../show/Money.tsx';
import { Button } from '../../../ui/Button.tsx';
import { numberWords, t } from '../../../words.ts';
import type { ClaimCost } from './claim-cost.ts';

interface DearProps {
  readonly cost: Pick<ClaimCost, 'fee' | 'worth'>;
  /** The last block in which it can be claimed. */
  readonly until: number;
  readonly onWait: () => void;
}

export function Dear({ cost: { fee = 0n, worth = 0n }, until, onWait }: DearProps) {
  return (
    <Notice tone="warn">
      <div data-testid="claim-dear" className="space-y-2">
        <p>
          {t(
            'The network fee takes more than half of this claim. Rewards add up, and one claim takes them all: you can wait for more, or for lower fees, until block {height}.',
            { height: numberWords(until) },
          )}
        </p>
        <dl className="space-y-1">
          <Line name={t('Network fee')}>
            <Exact value={fee} />
          </Line>
          <Line name={t('The reward is worth')}>
            <Exact value={worth} />
          </Line>
        </dl>
        <Button size="sm" className="max-sm:h-11" data-testid="claim-wait" onClick={onWait}>
          {t('Wait for more')}
        </Button>
      </div>
    </Notice>
  );
}
