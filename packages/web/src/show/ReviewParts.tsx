/** What every review before a signature has: why it must not be signed, the network fee, the way on, and the time for it. */
import { useLineLost } from '../data/calls/line.ts';
import { Button } from '../ui/Button.tsx';
import type { ButtonTone } from '../ui/Button.tsx';
import { useSecondsLeft } from '../ui/seconds-left.ts';
import { Line, Notice } from './Lines.tsx';
import { Exact } from './Money.tsx';
import { numberWords, t } from '../words.ts';

export function Refused({ mismatches, testId }: { mismatches: readonly string[]; testId: string }) {
  if (mismatches.length === 0) return null;
  return (
    <Notice tone="bad">
      <p className="font-semibold">{t('Do not sign: this is not what you asked for.')}</p>
      <ul className="mt-1 list-disc space-y-0.5 pl-4" data-testid={testId}>
        {mismatches.map((mismatch) => (
          <li key={mismatch} className="[overflow-wrap:anywhere]">
            {mismatch}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface FeeSize {
  readonly vsize: number;
  /** sat/vB */
  readonly rate: number;
}

export function NetworkFee({ fee, ...size }: FeeSize & { fee: bigint }) {
  return (
    <Line name={<NetworkFeeName {...size} />}>
      <Exact value={fee} />
    </Line>
  );
}

export function NetworkFeeName({ vsize, rate }: FeeSize) {
  return (
    <>
      {t('Network fee')}{' '}
      <span className="whitespace-nowrap text-xs">
        {t('{vsize} vB at {rate} sat/vB', { vsize: numberWords(vsize), rate: rate.toFixed(1) })}
      </span>
    </>
  );
}

interface ReviewActsProps {
  readonly confirm: string;
  readonly tone: ButtonTone;
  /** Of the button that goes on. */
  readonly testId: string;
  readonly signing: boolean;
  /** It must not be signed. */
  readonly refused: boolean;
  /** Milliseconds since 1970; undefined when nothing runs out. */
  readonly expiresAt: number | undefined;
  readonly onConfirm: () => void;
  readonly onAgain: () => void;
  readonly onBack: () => void;
}

export function ReviewActs(props: ReviewActsProps) {
  const { confirm, tone, testId, signing, refused, expiresAt, onConfirm, onAgain, onBack } = props;
  const left = useSecondsLeft(expiresAt);
  const offline = useLineLost();
  const counts = !signing && !refused;
  return (
    <div className="sticky bottom-0 -mx-5 !-mb-5 space-y-1.5 border-t border-line bg-ink-1 px-5 pb-3 pt-3">
      <div className="flex gap-3">
        <Button size="lg" className="flex-1" onClick={onBack} disabled={signing}>
          {t('Back')}
        </Button>
        {counts && left === 0 ? (
          <Button tone="primary" size="lg" className="flex-[2]" disabled={offline} onClick={onAgain}>
            {offline ? t('Offline, reconnecting') : t('Refresh quote')}
          </Button>
        ) : (
          <Button
            tone={tone}
            size="lg"
            className="flex-[2]"
            data-testid={testId}
            busy={signing}
            disabled={refused || offline}
            onClick={onConfirm}
          >
            {signing ? t('Sign in your wallet') : offline ? t('Offline, reconnecting') : confirm}
          </Button>
        )}
      </div>
      <p className="num min-h-4 text-center text-xs text-haze" aria-live="off">
        {counts ? leftWords(left) : ''}
      </p>
    </div>
  );
}

function leftWords(left: number | undefined): string {
  if (left === undefined) return '';
  return left === 0 ? t('This quote has expired.') : t('Quote valid {left} s', { left });
}
