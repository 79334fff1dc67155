/** The review: what the bytes do, in plain words, before the wallet opens. Refuses to go on when they do something else. */
import type { ReactNode } from 'react';
import type { Review, ReviewLine } from '../../flows/review.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useSecondsLeft } from '../../ui/seconds-left.ts';
import { Line, Notice } from '../../show/Lines.tsx';
import { Fiat, Money, Price, Tokens } from '../../show/Money.tsx';
import { t } from '../../words.ts';

export interface ReviewDialogProps {
  readonly title: string;
  readonly review: Review;
  /** Who pays the network, or what else stands in place of a fee. */
  readonly feeNote?: string;
  readonly risks: readonly string[];
  readonly confirm: string;
  readonly tone: 'buy' | 'sell' | 'danger';
  readonly signing: boolean;
  /** Milliseconds since 1970. */
  readonly expiresAt: number | undefined;
  readonly onConfirm: () => void;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

export function ReviewDialog(props: ReviewDialogProps) {
  const { title, review, feeNote, risks, signing, expiresAt, onClose } = props;
  const left = useSecondsLeft(expiresAt);
  const refused = review.problems.length > 0;
  const over = left === 0 && !signing;
  return (
    <Dialog title={title} onClose={onClose} locked={signing} testId="review-dialog">
      <div className="space-y-4">
        {refused ? <Refused problems={review.problems} /> : null}
        <div className="overflow-hidden rounded-xl border border-line">
          <SideOf name={t('You give')} sign="−" lines={review.give} testId="review-give" />
          <SideOf name={t('You get')} sign="+" lines={review.get} testId="review-get" />
        </div>
        <Fees review={review} note={feeNote} />
        {refused
          ? null
          : risks.map((risk) => (
              <Notice key={risk} tone="calm">
                {risk}
              </Notice>
            ))}
        <Acts {...props} refused={refused} over={over} />
        <p className="num min-h-4 text-center text-xs text-haze" aria-live="off">
          {refused || signing ? '' : leftWords(left)}
        </p>
      </div>
    </Dialog>
  );
}

function leftWords(left: number | undefined): string {
  if (left === undefined) return '';
  return left === 0 ? t('This offer to you has expired.') : t('Good for {left} s', { left });
}

function Fees({ review, note }: { review: Review; note: string | undefined }) {
  return (
    <dl className="space-y-2 px-1">
      {note === undefined ? (
        <Line
          name={
            <>
              {t('Network fee')}{' '}
              <span className="text-xs">
                {t('{vsize} vB at {rate} sat/vB', {
                  vsize: review.vsize,
                  rate: review.feeRateSatVb.toFixed(1),
                })}
              </span>
            </>
          }
        >
          <Money value={review.networkFee} />
        </Line>
      ) : (
        <Line name={t('Network fee')}>{note}</Line>
      )}
      <Line name={t('Service fee')}>
        {review.serviceFee === 0n ? t('none') : <Money value={review.serviceFee} />}
      </Line>
      {review.serviceFee + review.networkFee > 0n ? <InAll review={review} /> : null}
      <Line name={t('What else moves')}>
        {review.alsoMoves.length === 0 ? t('nothing') : review.alsoMoves.join(' ')}
      </Line>
    </dl>
  );
}

function Acts(props: ReviewDialogProps & { refused: boolean; over: boolean }) {
  const { confirm, tone, signing, onConfirm, onAgain, onClose, refused, over } = props;
  return (
    <div className="flex gap-3">
      <Button size="lg" className="flex-1" onClick={onClose} disabled={signing}>
        {t('Back')}
      </Button>
      {over && !refused ? (
        <Button tone="primary" size="lg" className="flex-[2]" onClick={onAgain}>
          {t('Prepare again')}
        </Button>
      ) : (
        <Button
          tone={tone}
          size="lg"
          className="flex-[2]"
          data-testid="review-confirm"
          busy={signing}
          disabled={refused}
          onClick={onConfirm}
        >
          {signing ? t('Sign in your wallet') : confirm}
        </Button>
      )}
    </div>
  );
}

function Refused({ problems }: { problems: readonly string[] }) {
  return (
    <Notice tone="bad">
      <p className="font-semibold">{t('Do not sign: this transaction does not do what you asked.')}</p>
      <ul className="mt-1 list-disc space-y-0.5 pl-4" data-testid="review-problems">
        {problems.map((problem) => (
          <li key={problem} className="[overflow-wrap:anywhere]">
            {problem}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** All that leaves, when there is more than one part. */
function InAll({ review: { give, networkFee, serviceFee, cost } }: { review: Review }) {
  const price = give.reduce((sum, line) => (line.kind === 'sats' ? sum + line.value : sum), 0n);
  const { stays = 0n, inAll = price + networkFee + serviceFee } = cost ?? {};
  return (
    <>
      {stays === 0n ? null : (
        <Line name={stays < 0n ? t('Comes with the lots') : t('Stays on the token coin')}>
          <Money value={stays < 0n ? -stays : stays} />
        </Line>
      )}
      <Line name={t('You pay in all')} strong>
        <span data-testid="review-total">
          <Money value={inAll} />
        </span>
      </Line>
      {cost === undefined ? null : (
        <Line name={t('Each, all included')}>
          <Price value={cost.each} unit="sat" />
        </Line>
      )}
    </>
  );
}

function SideOf({
  name,
  sign,
  lines,
  testId,
}: {
  name: string;
  sign: string;
  lines: readonly ReviewLine[];
  testId: string;
}) {
  return (
    <div
      className="flex items-start justify-between gap-4 bg-ink-0/60 px-4 py-3 not-first:border-t not-first:border-line"
      data-testid={testId}
    >
      <p className="pt-1 text-[0.8125rem] text-haze">{name}</p>
      <div className="text-right">
        {lines.length === 0 ? <p className="text-[1.0625rem] font-semibold">{t('nothing')}</p> : null}
        {lines.map((line, at) => (
          <div key={`${at} ${line.note}`}>
            <p className="num text-[1.0625rem] font-semibold">
              <span className={sign === '+' ? 'text-buy' : 'text-sell'}>{sign}</span> {amountOf(line)}
            </p>
            <p className="text-xs text-haze">
              {line.note}
              {line.kind === 'sats' ? (
                <>
                  {' '}
                  <Fiat value={line.value} />
                </>
              ) : null}
            </p>
          </div>
        ))}
      </div>
    </div>
  );
}

function amountOf(line: ReviewLine): ReactNode {
  return line.kind === 'sats' ? <Money value={line.value} /> : <Tokens units={line.units} tick={line.tick} />;
}
