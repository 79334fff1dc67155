/** The second moment of an act on one's own: what the bytes do, in plain words. Refuses to go on when they do something else. */
import type { ReactNode } from 'react';
import type { Reviewed } from '../../../flows/own/own-params.ts';
import type { CoinMade, OwnLine } from '../../../flows/own/own-lines.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { Exact, Fiat, Tokens } from '../../../show/Money.tsx';
import { NetworkFee, Refused, ReviewActs } from '../../../show/ReviewParts.tsx';
import { msg, t } from '../../../words.ts';

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
  'cancel-transaction': msg('Sign and cancel'),
  split: msg('Sign and split'),
  gather: msg('Sign and gather'),
  leftover: msg('Sign and cancel'),
  renew: msg('Sign and renew'),
} as const;

export function OwnReview(props: OwnReviewProps) {
  const { review } = props.reviewed;
  const refused = review.mismatches.length > 0;
  return (
    <div className="space-y-4" data-testid="own-review">
      <Refused mismatches={review.mismatches} testId="own-problems" />
      {review.act === 'bump' || review.act === 'renew' ? (
        <Sides {...review} />
      ) : (
        <>
          <p className="text-[0.8125rem] text-mist">
            {t('Everything stays yours. You pay only the network fee.')}
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
      {review.act === 'cancel-transaction' && !refused ? (
        <Notice tone="calm">{t('Until it confirms, the pending transaction may still win.')}</Notice>
      ) : null}
      {refused
        ? null
        : review.notes?.map((note) => (
            <Notice key={note} tone="calm">
              {note}
            </Notice>
          ))}
      <ReviewActs
        {...props}
        refused={refused}
        expiresAt={props.reviewed.expiresAt}
        confirm={t(SIGN[review.act])}
        tone={review.act === 'cancel-transaction' || review.act === 'leftover' ? 'danger' : 'primary'}
        testId="own-confirm"
      />
    </div>
  );
}

function Sides({ act, give, get }: Pick<Reviewed['review'], 'act' | 'give' | 'get'>) {
  return (
    <div>
      <p className="mb-2 text-[0.8125rem] text-mist">
        {act === 'renew'
          ? t('The lot goes out of its lock into a new one, and what you get is paid when it sells.')
          : t('The same as the pending transaction, and nothing else.')}
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
    <section aria-label={t('After this transaction')}>
      <h3 className="mb-1.5 px-1 text-[0.8125rem] text-haze">{t('After this transaction')}</h3>
      <ul
        className="divide-y divide-line rounded-xl border border-line text-[0.8125rem]"
        data-testid="own-coins"
      >
        {coins.map(({ place, value, carries }) => (
          <li key={place} className="flex items-baseline justify-between gap-4 px-4 py-2">
            <span>{carries.length === 0 ? t('BTC change') : <Lines lines={carries} />}</span>
            <Exact value={value} className="text-haze" />
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
      return <Exact value={line.value} />;
    case 'token':
      return <Tokens units={line.units} tick={line.tick} />;
    case 'thing':
      return t(line.words);
  }
}

function Fees({ review }: Reviewed) {
  const { networkFee, vsize, cost, act } = review;
  const rate = Number.parseInt(networkFee.toString(), 10) / vsize;
  return (
    <dl className="space-y-2 px-1">
      <NetworkFee fee={networkFee} vsize={vsize} rate={rate} />
      <Line name={act === 'bump' ? t('Extra fee') : t('Total')} strong>
        <span data-testid="own-cost">
          <Exact value={cost} />
        </span>{' '}
        <Fiat value={cost} className="font-normal" />
      </Line>
    </dl>
  );
}
