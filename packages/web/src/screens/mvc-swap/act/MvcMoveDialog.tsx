/** The liquidity that is under way: reviewed before each signature, stopped, or sent. */
import { Notice } from '../../../show/Lines.tsx';
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
      return <Stopped step={step} moving={moving} />;
    case 'sent':
      return (
        <MvcSent
          venue={step.intent.place.venue}
          buildId={step.move.built.buildId}
          silent={t(
            'Submitted; the exchange hasn’t answered yet. It can still send it while its coins are unspent. To void it, send your SPACE to yourself in Metalet.',
          )}
          onClose={moving.end}
        >
          <MoveSides {...step.move.review.deal} kind={step.intent.kind} token={step.intent.pool} />
        </MvcSent>
      );
    default:
      return <MvcMoveReviewed step={step} moving={moving} />;
  }
}

/** Nothing went to the chain: what is said is why. */
function Stopped({ step, moving }: { step: Extract<MoveStep, { at: 'stopped' }>; moving: MvcMoving }) {
  return (
    <div className="space-y-4" role="alert" data-testid="mvc-move-stopped">
      <Notice tone="warn">{step.words}</Notice>
      <div className="flex gap-3">
        <Button size="lg" className="flex-1" data-testid="mvc-move-back" onClick={moving.end}>
          {t('Back')}
        </Button>
        <Button
          tone="primary"
          size="lg"
          className="flex-[2]"
          data-testid="mvc-move-again"
          busy={moving.busy}
          onClick={() => moving.begin(step.intent)}
        >
          {t('Start again')}
        </Button>
      </div>
    </div>
  );
}
