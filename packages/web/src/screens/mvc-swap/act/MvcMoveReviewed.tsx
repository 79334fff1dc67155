/** The review of liquidity before each of its two signatures, read from its bytes by this page: what moves, what it costs, where it is. */
import { shortened } from '@rialto/market';
import type { MvcMoveIntent } from '../../../flows/mvc/move-intent.ts';
import type { MoveDeal } from '../../../flows/mvc/review-move.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { percentWords } from '../../../show/percent.ts';
import { ReviewActs } from '../../../show/ReviewParts.tsx';
import { areFeesMuch } from '../../../show/swap/amounts.ts';
import { Copyable } from '../../../ui/Copyable.tsx';
import { t } from '../../../words.ts';
import { FeeIsMuch, MoveSides, MoveSum, MoveTotal, TwoSignatures } from '../liquidity/MoveSum.tsx';
import { MayBeMade } from '../MayBeMade.tsx';
import { Blind } from '../../../show/mvc/Blind.tsx';
import { StepWords } from '../../../show/mvc/TwoSteps.tsx';
import type { MoveStep, MvcMoving } from './moving.ts';

type StepToSign = Extract<MoveStep, { at: 'first' | 'second' }>;

export function MvcMoveReviewed({ step, moving }: { step: StepToSign; moving: MvcMoving }) {
  const { intent } = step;
  const { review, until } = step.at === 'first' ? step.first : step.second;
  const isFirst = step.at === 'first';
  return (
    <div className="space-y-4" data-testid={isFirst ? 'mvc-park-review' : 'mvc-move-review'}>
      <StepWords
        words={
          isFirst
            ? t('Step 1 of 2: parking. It is not sent until you have signed the second.')
            : t(
                'Step 2 of 2: your parking is signed and not sent. With this signature everything is sent at once.',
              )
        }
        until={until}
        signing={moving.signing}
        testId="mvc-move-step"
      />
      <Deal deal={review.deal} intent={intent} />
      {isFirst ? <TwoSignatures /> : null}
      <MayBeMade pool={intent.pool} />
      <Blind />
      <ReviewActs
        key={step.at}
        confirm={isFirst ? t('Sign 1 of 2: park') : t('Sign 2 of 2: give to the pool')}
        tone={areFeesMuch(review.deal.networkFee, review.deal.sats) ? 'sell' : 'primary'}
        testId={isFirst ? 'mvc-sign-park' : 'mvc-sign-move'}
        signing={moving.signing || moving.busy}
        refused={false}
        expiresAt={until}
        onConfirm={() =>
          step.at === 'first' ? moving.signFirst(step.first) : moving.signSecond(step.second)
        }
        onAgain={() => moving.begin(intent)}
        onBack={moving.end}
      />
    </div>
  );
}

function Deal({ deal, intent }: { deal: MoveDeal; intent: MvcMoveIntent }) {
  const sum = { kind: intent.kind, sats: deal.sats, cost: deal, exact: true };
  return (
    <>
      <dl className="space-y-2 rounded-xl border border-line px-4 py-3">
        <MoveSides {...deal} kind={intent.kind} token={intent.pool} />
      </dl>
      <FeeIsMuch cost={deal} sats={deal.sats} />
      <dl className="space-y-2 px-1">
        <MoveSum {...sum} />
        <MoveTotal {...sum} />
        <Line name={t('To your address on MVC')}>
          <Copyable
            text={intent.account.address}
            shown={shortened(intent.account.address)}
            label={t('Copy the address')}
          />
        </Line>
      </dl>
      {deal.worse === 0 ? null : (
        <Notice tone="warn">
          {t('The price moved: this is {share} worse than the form showed.', {
            share: percentWords(deal.worse),
          })}
        </Notice>
      )}
    </>
  );
}
