/** The second moment of an act on one's own: what the bytes do, in plain words. Refuses to go on when they do something else. */
import type { ReactNode } from 'react';
import type { Reviewed } from '../../flows/own-asked.ts';
import type { CoinMade, OwnLine } from '../../flows/own-lines.ts';
import { Line, Notice } from '../../show/Lines.tsx';
import { Fiat, Money, Tokens } from '../../show/Money.tsx';
import { Button } from '../../ui/Button.tsx';
import { useSecondsLeft } from '../../ui/seconds-left.ts';
import { msg, t } from '../../words.ts';

interface OwnReviewProps {
  readonly reviewed: Reviewed;
  readonly signing: boolean;
  readonly onConfirm: () => void;
  readonly onAgain: () => void;
  readonly onBack: () => void;
}

const SIGN = {
  bump: msg('Sign and speed up'),
  child: msg('Sign and speed up'),
  callback: msg('Sign and call back'),
  split: msg('Sign and split'),
  leftover: msg('Sign and cancel'),
} as const;

export function OwnReview(props: OwnReviewProps) {
  const { review } = props.reviewed;
  const refused = review.problems.length > 0;
  return (
    <div className="space-y-4" data-testid="own-review">
      {refused ? <Refused problems={review.problems} /> : null}
      {review.act === 'bump' ? (
        <Sides {...review} />
      ) : (
        <>
          <p className="text-[0.8125rem] text-mist">
            {t('Everything stays yours; only the network is paid.')}
          </p>
          {review.get.length === 0 ? null : (
            <dl className="px-1">
              <Line name={t('Comes back')}>
                <Lines lines={review.get} />
              </Line>
            </dl>
          )}
          <Made coins={review.makes} />
        </>
      )}
      <Fees {...props.reviewed} />
      {review.act === 'callback' && !refused ? (
        <Notice tone="calm">{t('Until a block has it, the waiting transaction may still win.')}</Notice>
      ) : null}
      <Acts {...props} refused={refused} />
    </div>
  );
}

function Refused({ problems }: { problems: readonly string[] }) {
  return (
    <Notice tone="bad">
      <p className="font-semibold">{t('Do not sign: this transaction does not do what you asked.')}</p>
      <ul className="mt-1 list-disc space-y-0.5 pl-4" data-testid="own-problems">
        {problems.map((problem) => (
          <li key={problem} className="[overflow-wrap:anywhere]">
            {problem}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Sides({ give, get }: Pick<Reviewed['review'], 'give' | 'get'>) {
  return (
    <div>
      <p className="mb-2 text-[0.8125rem] text-mist">
        {t('The same as the waiting transaction, and nothing else.')}
      </p>
      <dl className="space-y-2 rounded-xl border border-line px-4 py-3">
        <Line name={t('You give')}>
          <Lines lines={give} />
        </Line>
        <Line name={t('You get')}>
          <Lines lines={get} />
        </Line>
      </dl>
    </div>
  );
}

/** The coins that come of it; one's own all of them. */
function Made({ coins }: { coins: readonly CoinMade[] }) {
  if (coins.length === 0) return null;
  return (
    <section aria-label={t('Your coins after it')}>
      <h3 className="mb-1.5 px-1 text-[0.8125rem] text-haze">{t('Your coins after it')}</h3>
      <ul
        className="divide-y divide-line rounded-xl border border-line text-[0.8125rem]"
        data-testid="own-coins"
      >
        {coins.map(({ place, value, carries }) => (
          <li key={place} className="flex items-baseline justify-between gap-4 px-4 py-2">
            <span>{carries.length === 0 ? t('money') : <Lines lines={carries} />}</span>
            <Money value={value} className="shrink-0 text-haze" />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Lines({ lines }: { lines: readonly OwnLine[] }): ReactNode {
  if (lines.length === 0) return t('nothing');
  return lines.map((line, at) => (
    <span key={at} className="block">
      {lineOf(line)}
    </span>
  ));
}

function lineOf(line: OwnLine): ReactNode {
  switch (line.kind) {
    case 'sats':
      return <Money value={line.value} />;
    case 'token':
      return <Tokens units={line.units} tick={line.tick} />;
    case 'thing':
      return t(line.words);
  }
}

function Fees({ review }: Reviewed) {
  const { networkFee, vsize, cost, act } = review;
  const rate = (Number.parseInt(networkFee.toString(), 10) / vsize).toFixed(1);
  return (
    <dl className="space-y-2 px-1">
      <Line
        name={
          <>
            {t('Network fee')}{' '}
            <span className="text-xs">{t('{vsize} vB at {rate} sat/vB', { vsize, rate })}</span>
          </>
        }
      >
        <Money value={networkFee} />
      </Line>
      <Line name={act === 'bump' ? t('Costs you more than before') : t('Costs you')} strong>
        <span data-testid="own-cost">
          <Money value={cost} />
        </span>{' '}
        <Fiat value={cost} className="font-normal" />
      </Line>
    </dl>
  );
}

function Acts({
  reviewed,
  signing,
  onConfirm,
  onAgain,
  onBack,
  refused,
}: OwnReviewProps & { refused: boolean }) {
  const left = useSecondsLeft(reviewed.expiresAt);
  const over = left === 0 && !signing && !refused;
  return (
    <>
      <div className="flex gap-3">
        <Button size="lg" className="flex-1" onClick={onBack} disabled={signing}>
          {t('Back')}
        </Button>
        {over ? (
          <Button tone="primary" size="lg" className="flex-[2]" onClick={onAgain}>
            {t('Prepare again')}
          </Button>
        ) : (
          <Button
            tone={
              reviewed.review.act === 'callback' || reviewed.review.act === 'leftover' ? 'danger' : 'primary'
            }
            size="lg"
            className="flex-[2]"
            data-testid="own-confirm"
            busy={signing}
            disabled={refused}
            onClick={onConfirm}
          >
            {signing ? t('Sign in your wallet') : t(SIGN[reviewed.review.act])}
          </Button>
        )}
      </div>
      <p className="num min-h-4 text-center text-xs text-haze" aria-live="off">
        {refused || signing || left === undefined
          ? ''
          : left === 0
            ? t('This offer to you has expired.')
            : t('Good for {left} s', { left })}
      </p>
    </>
  );
}
