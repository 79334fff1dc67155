/** The review of an act on a pool, read from its bytes by this page: what one gives and gets, and every fee. */
import { useMemo } from 'react';
import { grouped } from '@rialto/market';
import type { OngoingTask } from '../../../data/pools/pool-queries.ts';
import { errorWords } from '../../../error-words.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { bringsRune, opensCoin, paysSats } from '../../../flows/pools/pool-intent.ts';
import type { PoolIntent } from '../../../flows/pools/pool-intent.ts';
import { reviewPool } from '../../../flows/pools/review-pool.ts';
import type { PoolReview } from '../../../flows/pools/review-pool.ts';
import { signedBeside } from '../../../flows/pools/signed-beside.ts';
import { shownUnits } from '../../../flows/review.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { Exact, Fiat, Tokens } from '../../../show/Money.tsx';
import { NotBeside } from '../../../show/NotBeside.tsx';
import { RuneBlind } from '../../../show/RuneBlind.tsx';
import { percentWords } from '../../../show/percent.ts';
import { NetworkFeeName, Refused, ReviewActs } from '../../../show/ReviewParts.tsx';
import { msg, t } from '../../../words.ts';
import { Stays } from '../liquidity/Stays.tsx';
import { sumText } from '../lots/ready-lots.ts';
import { SatLines, SatTotal } from '../sum/SatLines.tsx';
import type { Acting } from './acting.ts';
import { Deal, dealOf, isAgainstAdvice } from './Deal.tsx';

const SIGN: Readonly<Record<PoolIntent['act'], string>> = {
  swap: msg('Sign and swap'),
  init: msg('Sign and add'),
  add: msg('Sign and add'),
  remove: msg('Sign and remove'),
};

interface ReviewProps {
  readonly task: OngoingTask;
  readonly intent: PoolIntent;
  readonly acting: Acting;
}

export function ActReview({ task, intent, acting }: ReviewProps) {
  const { user } = useAccount();
  const read = useMemo((): PoolReview | string => {
    try {
      return reviewPool(task, intent);
    } catch (error) {
      return errorWords(error);
    }
  }, [task, intent]);
  if (typeof read === 'string') return <Notice tone="bad">{read}</Notice>;
  const { vsize, feeRateSatVb, worse, mismatches } = read;
  const pays = paysSats(intent);
  return (
    <div className="space-y-4" data-testid="pool-review">
      <Refused mismatches={mismatches} testId="pool-problems" />
      <dl className="space-y-2 rounded-xl border border-line px-4 py-3">
        <Line name={t('You give')}>
          <Side review={read} intent={intent} sign={-1n} />
        </Line>
        <Line name={t('You get')}>
          <Side review={read} intent={intent} sign={1n} />
        </Line>
      </dl>
      <Deal task={task} intent={intent} review={read} />
      <dl className="space-y-2 px-1" data-testid="review-sum">
        <SatLines
          parts={read}
          pays={pays}
          names={{ network: <NetworkFeeName vsize={vsize} rate={feeRateSatVb} /> }}
        />
        <SatTotal parts={read} pays={pays} opensCoin={opensCoin(intent)} />
        <Lots review={read} intent={intent} />
      </dl>
      {intent.act === 'remove' ? (
        <Stays
          shares={BigInt(intent.shares)}
          stays={BigInt(intent.stays ?? '0')}
          movesLots={intent.kind === 'swap'}
        />
      ) : null}
      {worse === 0 ? null : (
        <Notice tone="warn">
          {t('The price moved: this is {share} worse than the form showed.', { share: percentWords(worse) })}
        </Notice>
      )}
      <Notice tone="calm">
        {wordsOf(intent)}
        {bringsRune(intent) ? <RuneBlind address={intent.address} /> : null}
      </Notice>
      {user !== undefined && signedBeside(user.wallet) === false ? <NotBeside /> : null}
      <ReviewActs
        confirm={t(SIGN[intent.act])}
        tone={isAgainstAdvice(dealOf(task, intent, worse)) ? 'sell' : 'primary'}
        testId="pool-confirm"
        signing={acting.signing}
        refused={mismatches.length > 0}
        expiresAt={task.expiresAt ?? undefined}
        onConfirm={() => acting.sign(task, read)}
        onAgain={() => acting.begin(intent)}
        onBack={acting.end}
      />
    </div>
  );
}

function wordsOf({ act, kind }: PoolIntent): string {
  if (act === 'swap') return t('All fees are in these sums. You get exactly this, or nothing happens.');
  const share = t('The network fee is in these sums. Your share is a rune in your own wallet.');
  return kind === 'runes' || act === 'remove'
    ? share
    : `${share} ${t('The pool rests on its signers: it has no way home.')}`;
}

/** Where whole lots change hands: which. */
function Lots({ review: { lots }, intent }: { review: PoolReview; intent: PoolIntent }) {
  if (lots.length === 0) return null;
  return (
    <Line name={t('Whole lots')}>
      <span data-testid="review-lots">{sumText(lots.map(String), intent.divisibility)}</span>
    </Line>
  );
}

/** One side of what changes in the wallet. */
function Side({ review, intent, sign }: { review: PoolReview; intent: PoolIntent; sign: 1n | -1n }) {
  const [sats, units, shares] = [review.sats * sign, review.units * sign, review.shares * sign];
  return (
    <>
      {sats > 0n ? (
        <span className="block">
          <Exact value={sats} /> <Fiat value={sats} />
        </span>
      ) : null}
      {units > 0n ? (
        <Tokens units={shownUnits(units, intent.divisibility)} tick={intent.name} className="block" />
      ) : null}
      {shares > 0n ? (
        <span className="block">{t('{shares} shares', { shares: grouped(shares.toString()) })}</span>
      ) : null}
    </>
  );
}
