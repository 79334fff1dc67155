/** The review of a swap on MVC, read from its bytes by this page: what one gives and gets, what it costs, and what the wallet will not show. */
import { shortened } from '@rialto/market';
import type { MvcIntent } from '../../../flows/mvc/mvc-intent.ts';
import type { MvcReview } from '../../../flows/mvc/review-mvc.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { ExactSpace, MvcTokens } from '../../../show/mvc/Space.tsx';
import { percentWords } from '../../../show/percent.ts';
import { Refused, ReviewActs } from '../../../show/ReviewParts.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Copyable } from '../../../ui/Copyable.tsx';
import { t } from '../../../words.ts';
import { MayBeMade } from '../MayBeMade.tsx';
import { BothWays, ImpactIsMuch, ImpactLine, OnTop } from '../MvcCosts.tsx';
import { isMuch } from '../mvc-form.ts';
import { Blind } from '../../../show/mvc/Blind.tsx';
import type { BuiltSwap, MvcActing } from './acting.ts';

interface ReviewedProps {
  readonly swap: BuiltSwap;
  readonly acting: MvcActing;
}

export function MvcReviewed({ swap, acting }: ReviewedProps) {
  const { review, intent, built, until } = swap;
  if (typeof review === 'string')
    return (
      <div className="space-y-4" data-testid="mvc-refused">
        <Refused mismatches={[review]} testId="mvc-problems" />
        <Button size="lg" className="w-full" onClick={acting.end}>
          {t('Back')}
        </Button>
      </div>
    );
  const impactPpm = built.quote.impactPpm;
  return (
    <div className="space-y-4" data-testid="mvc-review">
      <Deal review={review} intent={intent} />
      <dl className="space-y-2 px-1">
        <BothWays sats={review.sats} units={review.units} token={intent.pool} />
        <ImpactLine impactPpm={impactPpm} />
      </dl>
      <ImpactIsMuch impactPpm={impactPpm} />
      <dl className="space-y-2 px-1" data-testid="mvc-review-sum">
        {intent.side === 'buy' ? <Bought review={review} /> : <Sold review={review} />}
        <Line name={t('To your address on MVC')}>
          <Copyable
            text={intent.account.address}
            shown={shortened(intent.account.address)}
            label={t('Copy the address')}
          />
        </Line>
      </dl>
      {review.worse === 0 ? null : (
        <Notice tone="warn">
          {t('The price moved: this is {share} worse than the form showed.', {
            share: percentWords(review.worse),
          })}
        </Notice>
      )}
      <MayBeMade pool={intent.pool} />
      <Blind />
      <ReviewActs
        confirm={t('Sign and swap')}
        tone={isMuch(impactPpm) ? 'sell' : 'primary'}
        testId="mvc-confirm"
        signing={acting.signing}
        refused={false}
        expiresAt={until}
        onConfirm={() => acting.sign({ ...swap, review })}
        onAgain={() => acting.begin(intent)}
        onBack={acting.end}
      />
    </div>
  );
}

function Deal({ review, intent }: { review: MvcReview; intent: MvcIntent }) {
  const space = <ExactSpace value={review.sats} />;
  const tokens = <MvcTokens units={review.units} token={intent.pool} />;
  const [give, get] = intent.side === 'buy' ? [space, tokens] : [tokens, space];
  return (
    <dl className="space-y-2 rounded-xl border border-line px-4 py-3">
      <Line name={t('You give')}>
        <span data-testid="mvc-give">{give}</span>
      </Line>
      <Line name={t('You get')}>
        <span data-testid="mvc-get">{get}</span>
      </Line>
    </dl>
  );
}

function Bought({ review }: { review: MvcReview }) {
  return (
    <>
      <Line name={t('Into the pool')}>
        <ExactSpace value={review.sats} />
      </Line>
      <Line name={t('Network fee of swap and check')}>
        <ExactSpace value={review.networkFee} signed />
      </Line>
      <Line name={t('You pay in total')} strong>
        <Total value={-review.total} />
      </Line>
      <OnTop tokenSats={review.tokenSats} />
    </>
  );
}

function Sold({ review }: { review: MvcReview }) {
  return (
    <>
      <Line name={t('Out of the pool, network fee deducted')}>
        <ExactSpace value={review.sats} />
      </Line>
      {review.tokenSats === 0n ? null : (
        <Line
          name={
            review.tokenSats < 0n
              ? t('Sats on your token coins, gone with them')
              : t('Sats on the token coin that comes back')
          }
        >
          <ExactSpace value={review.tokenSats} signed />
        </Line>
      )}
      <Line name={t('Finally receive')} strong>
        <Total value={review.total} />
      </Line>
      <Line name={t('Network fee of swap and check, already deducted')}>
        <ExactSpace value={review.networkFee} />
      </Line>
    </>
  );
}

function Total({ value }: { value: bigint }) {
  return (
    <span data-testid="mvc-review-total" data-sats={value.toString()}>
      <ExactSpace value={value} />
    </span>
  );
}
