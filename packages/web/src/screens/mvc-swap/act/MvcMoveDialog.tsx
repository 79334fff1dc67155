/** The liquidity that is under way: reviewed before each signature, stopped, or sent. */
import { Stopped } from '../../../show/mvc/TwoSteps.tsx';
import { Refused } from '../../../show/ReviewParts.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { t } from '../../../words.ts';
import { MoveSides } from '../liquidity/MoveSum.tsx';
import type { MoveStep, MvcMoving } from './moving.ts';
import { MvcMoveReviewed } from './MvcMoveReviewed.tsx';
import { MvcSent } from './MvcSent.tsx';

export function MvcMoveDialog({ moving }: { moving: MvcMoving }) {
  const { step, signing, end } = moving;
  if (step === undefined) return null;
  const title = step.intent.kind === 'add' ? t('Add liquidity') : t('Remove liquidity');
  return (
    <Dialog title={title} onClose={end} locked={signing} testId="mvc-move-act">
      <Shown step={step} moving={moving} />
    </Dialog>
  );
}

interface ShownProps {
  readonly step: MoveStep;
  readonly moving: MvcMoving;
}

function Shown({ step, moving }: ShownProps) {
  switch (step.at) {
    case 'refused':
      return (
        <div className="space-y-4" data-testid="mvc-move-refused">
          <Refused mismatches={[step.words]} testId="mvc-move-problems" />
          <Button size="lg" className="w-full" onClick={moving.end}>
            {t('Back')}
          </Button>
        </div>
      );
    case 'stopped':
      return (
        <Stopped
          words={step.words}
          testId="mvc-move"
          busy={moving.busy}
          onBack={moving.end}
          onAgain={() => moving.begin(step.intent)}
        />
      );
    case 'sent':
      return (
        <MvcSent
          venue={step.intent.place.venue}
          buildId={step.second.built.buildId}
          silent={t(
            'Submitted; the exchange hasn’t answered yet. It can still send it while its coins are unspent. To void it, send your SPACE to yourself in Metalet.',
          )}
          onClose={moving.end}
        >
          <MoveSides {...step.second.review.deal} kind={step.intent.kind} token={step.intent.pool} />
        </MvcSent>
      );
    default:
      return <MvcMoveReviewed step={step} moving={moving} />;
  }
}
