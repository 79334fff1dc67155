/** The lower half of a limit buy that rests: what it locks and costs, what is true of it, and the button. */
import { BLOCKS_BEFORE_EXIT, formatSats } from '@rialto/market';
import type { BidKey } from '@rialto/contract';
import { useLineLost } from '../../../data/calls/line.ts';
import { Line } from '../../../show/Lines.tsx';
import { Exact } from '../../../show/Money.tsx';
import { TrustLink } from '../../../show/locks/TrustLink.tsx';
import { SumParts, SumTotal } from '../../../show/Sum.tsx';
import type { SumPart } from '../../../show/Sum.tsx';
import { Button } from '../../../ui/Button.tsx';
import { FeeConsent } from '../Consent.tsx';
import type { Check } from '../form-check.ts';
import type { FormAct } from '../form-acts.ts';
import { FormFoot } from '../FormFoot.tsx';
import type { Ladder } from './ladder.ts';
import { numberWords, t } from '../../../words.ts';

interface BidFootProps {
  readonly ladder: Ladder;
  readonly check: Check;
  readonly highFee: boolean;
  readonly dispatch: (act: FormAct) => void;
  readonly terms: BidKey | undefined;
  /** Of the connected wallet, for all it has to sign; undefined while nobody is connected. */
  readonly popUps: number | undefined;
  readonly busy: boolean;
  readonly onPlace: () => void;
}

export function BidFoot(props: BidFootProps) {
  const { ladder, check, highFee, dispatch, busy, onPlace } = props;
  const offline = useLineLost();
  const rungs = ladder.rungs.length;
  return (
    <>
      <Facts {...props} />
      <FormFoot>
        {ladder.cost === undefined ? null : (
          <SumTotal parts={ladderParts(ladder.cost)} name={t('Total, about')} testId="bid-total" />
        )}
        <FeeConsent
          check={check}
          agreed={highFee}
          onAgree={(agreed) => dispatch({ type: 'high-fee', agreed })}
        />
        <Button
          tone={check.missing === 'connect' ? 'primary' : 'buy'}
          size="lg"
          busy={busy}
          data-testid="bid-button"
          data-main
          disabled={offline || check.missing === 'input' || check.missing === 'consent'}
          onClick={onPlace}
          className="w-full"
        >
          {offline ? t('Offline, reconnecting') : words(check, rungs)}
        </Button>
      </FormFoot>
    </>
  );
}

/** On the button. */
function words({ missing, label }: Check, rungs: number): string {
  return missing === 'nothing' && rungs > 1 ? t('Place {count} rungs', { count: rungs }) : t(label);
}

/** Of its sum. */
export const ladderParts = ({ total, fundingFee }: NonNullable<Ladder['cost']>): readonly SumPart[] => [
  { id: 'price', name: t('Locked at the first sale'), value: total },
  { id: 'network', name: t('Funding fee, with the first fill'), value: fundingFee },
];

/** What a bid is, what it can cost at worst, and when it ends. */
function Facts({ ladder, terms, popUps }: BidFootProps) {
  const { cost, small, rungs } = ladder;
  if (cost === undefined) return null;
  const { exitAfter = 144, expiryBlocks = 2_016, exitFee = '1500' } = terms ?? {};
  return (
    <div className="space-y-2" data-testid="bid-facts">
      <SumParts parts={ladderParts(cost)} />
      <dl className="space-y-2">
        <Line name={t('Fees at worst')}>
          <Exact value={cost.worst} />
        </Line>
        <Line name={t('Stands for')}>{t('{blocks} blocks', { blocks: numberWords(expiryBlocks) })}</Line>
        {popUps === undefined ? null : (
          <Line name={t('Wallet pop-ups')}>
            <span data-testid="bid-pop-ups">{numberWords(popUps)}</span>
          </Line>
        )}
      </dl>
      <ul className="list-disc space-y-1 pl-4 text-xs leading-4 text-haze">
        <li>
          {t('Nothing is sent now. The first sale into it publishes its funding; the fee is paid then.')}
        </li>
        <li data-testid="bid-keeps-coins">
          {t(
            'The coins that fund it are kept whole: until the first sale, or until you remove it, they pay for nothing else.',
          )}
        </li>
        <li>
          {t(
            'Worst: it is opened and you take every rung back, by a cancel or alone for {fee} sat a rung. Each lock is yours alone {exit} blocks after its block; nobody sells into it in the last {stops} of them.',
            { exit: exitAfter, stops: BLOCKS_BEFORE_EXIT, fee: formatSats(BigInt(exitFee)) },
          )}
        </li>
        {rungs.length > 1 && small > 0 ? (
          <li data-testid="bid-small-rungs">
            {t(
              'The first sale has to take a quarter of the bid, {quarter} sat: {small, plural, one {# rung is} other {# rungs are}} too small to be taken first alone.',
              { quarter: formatSats((cost.total + 3n) / 4n), small },
            )}
          </li>
        ) : null}
        <li data-testid="bid-truth">
          {t(
            'Until a lock’s coin is spent, the operator’s signer together with your stored pre-signature could take an open bid’s money; it could not do so unseen.',
          )}{' '}
          <TrustLink />
        </li>
      </ul>
    </div>
  );
}
