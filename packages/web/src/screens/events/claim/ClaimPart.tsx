/** The claim under what can be claimed: what it costs, the one button, and a second click where it costs too much. */
import { useState } from 'react';
import { useNetwork } from '../../../data/network.ts';
import type { UserReward } from '../../../data/rewards/reward-queries.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { useLineLost } from '../../../data/calls/line.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { Exact } from '../../../show/Money.tsx';
import { Reward } from '../../../show/rewards/Reward.tsx';
import { Button } from '../../../ui/Button.tsx';
import { t } from '../../../words.ts';
import { ClaimDialog } from './ClaimDialog.tsx';
import { Dear } from './Dear.tsx';
import { useClaimCost } from './claim-cost.ts';
import type { ClaimCost } from './claim-cost.ts';
import type { ClaimIntent } from './claim-intent.ts';
import { claimLabel } from './claim-label.ts';

type Own = Pick<UserReward, 'pays' | 'claimable' | 'leastClaim' | 'waitingBlocks' | 'claimUntil'>;

interface ClaimPartProps {
  readonly campaign: string;
  readonly own: Own;
  readonly height: number;
}

export function ClaimPart({ campaign, own, height }: ClaimPartProps) {
  const network = useNetwork();
  const { user, credential: session } = useAccount();
  const [sure, setSure] = useState('');
  const [intent, setIntent] = useState<ClaimIntent>();
  const isOffline = useLineLost();
  const cost = useClaimCost(campaign, own);
  const { feeRate: feeRateSatVb, isDear } = cost;
  const { pays, claimable: amount, claimUntil } = own;
  // A consent is to this reward at this price.
  const key = `${campaign} ${amount} ${cost.fee ?? ''}`;
  const isSure = sure === key;
  const label = claimLabel({ ...{ ...cost, own, height, isSure }, isRefused: cost.refused !== undefined });
  const go = (): void => {
    if (isDear && !isSure) setSure(key);
    else if (user !== undefined && session !== undefined && feeRateSatVb !== undefined)
      setIntent({ network, user, session, campaign, pays, amount, feeRateSatVb });
  };
  return (
    <>
      <Remarks own={own} cost={cost} />
      {isDear && isSure ? <Dear cost={cost} until={claimUntil} onWait={() => setSure('')} /> : null}
      <Button
        tone={label.danger === true ? 'sell' : 'primary'}
        size="lg"
        className="w-full"
        data-main
        data-testid="claim-button"
        disabled={isOffline || label.act === undefined}
        onClick={go}
      >
        {isOffline ? t('Offline, reconnecting') : t(label.label, label.values)}
      </Button>
      {intent === undefined ? null : <ClaimDialog intent={intent} onClose={() => setIntent(undefined)} />}
    </>
  );
}

/** What has to be known before it is claimed. */
function Remarks({ own, cost }: { own: Own; cost: ClaimCost }) {
  const { leastClaim, waitingBlocks, pays } = own;
  const { inscription = 0n, refused } = cost;
  return (
    <>
      {BigInt(leastClaim) <= 1n ? null : (
        <p className="text-xs text-haze" data-testid="least-claim">
          {t('Smallest claim:')} <Reward amount={leastClaim} pays={pays} />
        </p>
      )}
      {waitingBlocks > 0 ? (
        <p className="text-xs leading-5 text-haze">
          {t('A closed epoch waits a few blocks before it is paid, so that anyone can check it first.')}
        </p>
      ) : null}
      {inscription === 0n ? null : (
        <dl>
          <Line name={t('Of the fee, to the pot for new lots')}>
            <Exact value={inscription} />
          </Line>
        </dl>
      )}
      {refused === undefined ? null : <Notice tone="warn">{refused}</Notice>}
    </>
  );
}
