/** The review of a token for another before each of its two signatures, read from its bytes by this page: what moves, what it costs, where it is. */
import { shortened } from '@rialto/market';
import { leastOf } from '../../../flows/mvc/tokens/token-intent.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { ExactSpace, MvcTokens } from '../../../show/mvc/Space.tsx';
import { percentWords } from '../../../show/percent.ts';
import { ReviewActs } from '../../../show/ReviewParts.tsx';
import { Copyable } from '../../../ui/Copyable.tsx';
import { t } from '../../../words.ts';
import { Blind } from '../../../show/mvc/Blind.tsx';
import { StepWords } from '../../../show/mvc/TwoSteps.tsx';
import { MayBeMade } from '../MayBeMade.tsx';
import { ImpactIsMuch } from '../MvcCosts.tsx';
import { isMuch } from '../mvc-form.ts';
import { AtLeast, BothPools, TwoSwaps } from './TokensSum.tsx';
import type { TokensActing, TokensStep } from './tokens-acting.ts';
import { impactOf } from './tokens-form.ts';

type StepToSign = Extract<TokensStep, { at: 'first' | 'second' }>;

export function TokensReviewed({ step, acting }: { step: StepToSign; acting: TokensActing }) {
  const { intent } = step;
  const isFirst = step.at === 'first';
  const { review, until } = isFirst ? step.first : step.second;
  const impactPpm = impactOf({
    sell: isFirst ? step.first.built.quote : step.second.sale.built.quote,
    buy: isFirst ? intent.shown.buy : step.second.built.quote,
  });
  return (
    <div className="space-y-4" data-testid={isFirst ? 'mvc-first-review' : 'mvc-second-review'}>
      <StepWords
        words={
          isFirst
            ? t('Step 1 of 2: the sale. It is not sent until you have signed the second.')
            : t(
                'Step 2 of 2: the sale is signed and not sent. With this signature both swaps are sent at once.',
              )
        }
        until={until}
        signing={acting.signing}
        testId="mvc-tokens-step"
      />
      <Deal step={step} />
      <ImpactIsMuch impactPpm={impactPpm} />
      <Costs step={step} />
      {review.worse === 0 ? null : (
        <Notice tone="warn">
          {t('The price moved: this is {share} worse than the form showed.', {
            share: percentWords(review.worse),
          })}
        </Notice>
      )}
      <TwoSwaps />
      <MayBeMade pool={{ mintable: intent.from.mintable || intent.to.mintable }} />
      <Blind />
      <ReviewActs
        key={step.at}
        confirm={isFirst ? t('Sign 1 of 2: sell') : t('Sign 2 of 2: buy')}
        tone={isMuch(impactPpm) ? 'sell' : 'primary'}
        testId={isFirst ? 'mvc-sign-first' : 'mvc-sign-second'}
        signing={acting.signing || acting.busy}
        refused={false}
        expiresAt={until}
        onConfirm={() =>
          step.at === 'first' ? acting.signFirst(step.first) : acting.signSecond(step.second)
        }
        onAgain={() => acting.begin(intent)}
        onBack={acting.end}
      />
    </div>
  );
}

function Deal({ step }: { step: StepToSign }) {
  const { from, to, shown } = step.intent;
  const sale = step.at === 'first' ? step.first.review : step.second.sale.review;
  return (
    <dl className="space-y-2 rounded-xl border border-line px-4 py-3">
      <Line name={t('You give')}>
        <span data-testid="mvc-give">
          <MvcTokens units={sale.units} token={from} />
        </span>
      </Line>
      <BothPools from={from} to={to} space={sale.sats} />
      {step.at === 'first' ? (
        <>
          <Line name={t('You get, about')}>
            <MvcTokens units={BigInt(shown.buy.units)} token={to} />
          </Line>
          <AtLeast units={BigInt(leastOf(step.intent))} token={to} />
        </>
      ) : (
        <Line name={t('You get')} strong>
          <span data-testid="mvc-get" data-units={step.second.review.units.toString()}>
            <MvcTokens units={step.second.review.units} token={to} />
          </span>
        </Line>
      )}
    </dl>
  );
}

function Costs({ step }: { step: StepToSign }) {
  const { account, shown } = step.intent;
  const sale = step.at === 'first' ? step.first.review : step.second.sale.review;
  const bought = step.at === 'first' ? undefined : step.second.review;
  return (
    <dl className="space-y-2 px-1" data-testid="mvc-review-sum">
      <Line name={t('Network fee of the sale, already deducted')}>
        <ExactSpace value={sale.networkFee} />
      </Line>
      <Line
        name={
          bought === undefined
            ? t('Network fee of the purchase, about, already deducted')
            : t('Network fee of the purchase, already deducted')
        }
      >
        <ExactSpace value={bought?.networkFee ?? BigInt(shown.buy.networkFee)} />
      </Line>
      {sale.tokenSats === 0n ? null : (
        <Line
          name={
            sale.tokenSats < 0n
              ? t('Sats on your token coins, gone with them')
              : t('Sats on the token coin that comes back')
          }
        >
          <ExactSpace value={sale.tokenSats} signed />
        </Line>
      )}
      <Line name={t('Stays yours, on the coin you get')}>
        <ExactSpace value={bought?.tokenSats ?? BigInt(shown.buy.tokenSats)} />
      </Line>
      <Line name={t('To your address on MVC')}>
        <Copyable text={account.address} shown={shortened(account.address)} label={t('Copy the address')} />
      </Line>
    </dl>
  );
}
