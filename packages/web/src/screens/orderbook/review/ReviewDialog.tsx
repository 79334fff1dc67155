/** The review: what the bytes do, in plain words, before the wallet opens. Refuses to go on when they do something else. */
import type { ReactNode } from 'react';
import { formatAmount, formatRate, rateE18 } from '@rialto/market';
import type { Amount, Sats } from '@rialto/protocols';
import type { Review, ReviewLine } from '../../../flows/review.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Words } from '../../../ui/Words.tsx';
import { ImpactNote } from '../../../show/Impact.tsx';
import { Line, Notice } from '../../../show/Lines.tsx';
import { Exact, Fiat, Price, Tokens } from '../../../show/Money.tsx';
import { Refused, ReviewActs } from '../../../show/ReviewParts.tsx';
import { ReviewSum } from './ReviewSum.tsx';
import { t } from '../../../words.ts';

interface LotOffered {
  readonly outpoint: string;
  readonly units: Amount;
  readonly tick: string;
  readonly price: Sats;
}

export interface ReviewDialogProps {
  readonly title: string;
  readonly review: Review;
  /** Who pays the network fee, or what is shown in its place. */
  readonly feeNote?: string;
  /** The lots of an offer, each an order of its own. */
  readonly offers?: readonly LotOffered[];
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
  const { title, review, feeNote, offers = [], risks, signing, onClose } = props;
  const refused = review.mismatches.length > 0;
  return (
    <Dialog title={title} onClose={onClose} locked={signing} testId="review-dialog">
      <div className="space-y-4">
        <Refused mismatches={review.mismatches} testId="review-problems" />
        <div className="overflow-hidden rounded-xl border border-line">
          <SideOf name={t('You give')} sign="−" lines={review.give} testId="review-give" />
          <SideOf name={t('You get')} sign="+" lines={review.get} testId="review-get" />
        </div>
        <Offers offers={offers} />
        <Short review={review} />
        <ImpactNote impact={review.impact} />
        <ReviewSum review={review} networkNote={feeNote} />
        {refused ? null : <Notes notes={[...(review.notes ?? []), ...risks]} />}
        <ReviewActs {...props} refused={refused} onBack={onClose} testId="review-confirm" />
      </div>
    </Dialog>
  );
}

/** Several in one box: what has to be read before a signature is one thing. */
function Notes({ notes }: { notes: readonly string[] }) {
  const [only] = notes;
  if (only === undefined) return null;
  return (
    <Notice tone="calm">
      {notes.length === 1 ? (
        only
      ) : (
        <ul className="list-disc space-y-1.5 pl-4">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

/** So many have two lines each; more have one. */
const FEW = 2;

/** What each lot is offered for, and what that is by the token. */
export function Offers({ offers }: { offers: readonly LotOffered[] }) {
  if (offers.length === 0) return null;
  if (offers.length > FEW)
    return (
      <dl className="space-y-1.5 px-1" data-testid="review-offers">
        {offers.map((one) => (
          <Line key={one.outpoint} name={<Each {...one} />}>
            <Exact value={one.price} />
          </Line>
        ))}
      </dl>
    );
  return (
    <dl className="space-y-2 px-1" data-testid="review-offers">
      {offers.map(({ outpoint, units, tick, price }) => (
        <Line key={outpoint} name={<Tokens units={units} tick={tick} />}>
          <Exact value={price} />
          <span className="block text-xs text-haze">
            <Words
              of="{price} each"
              parts={{ price: <Price value={formatRate(rateE18(price, units))} unit="sat" /> }}
            />
          </span>
        </Line>
      ))}
    </dl>
  );
}

function Each({ units, tick, price }: LotOffered) {
  return (
    <Words
      of="{amount} at {price} each"
      parts={{
        amount: <Tokens units={units} tick={tick} />,
        price: <Price value={formatRate(rateE18(price, units))} unit="sat" />,
      }}
    />
  );
}

/** Fewer tokens than were asked for. */
function Short({ review: { short, get } }: { review: Review }) {
  const tick = get.flatMap((line) => (line.kind === 'token' ? [line.tick] : []))[0] ?? '';
  if (short === undefined) return null;
  return (
    <Notice tone="warn">
      <span data-testid="review-short">
        {t('{got} of {asked} {tick} asked for', {
          got: formatAmount(short.units),
          asked: formatAmount(short.asked),
          tick,
        })}
      </span>
    </Notice>
  );
}

export function SideOf({
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
      <p className="shrink-0 pt-1 text-[0.8125rem] text-haze">{name}</p>
      <div className="text-right">
        {lines.length === 0 ? <p className="text-[1.0625rem] font-semibold">{t('nothing')}</p> : null}
        {lines.map((line, at) => (
          <div key={`${at} ${line.note}`}>
            <p className="num text-[1.0625rem] font-semibold">
              <span className={sign === '+' ? 'text-buy' : 'text-sell'}>{sign}</span> {amountOf(line)}
              {line.kind === 'sats' ? (
                <Fiat value={line.value} className="ml-1.5 text-xs font-normal" />
              ) : null}
            </p>
            <p className="text-xs text-haze">{line.note}</p>
          </div>
        ))}
      </div>
    </div>
  );
}

function amountOf(line: ReviewLine): ReactNode {
  return line.kind === 'sats' ? <Exact value={line.value} /> : <Tokens units={line.units} tick={line.tick} />;
}
