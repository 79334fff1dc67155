/** One campaign: what it pays and why, what is left of its pot, and how long it goes on. */
import { shortened } from '@rialto/market';
import { useNetwork } from '../../data/network.ts';
import type { RewardCampaign } from '../../data/rewards/campaigns.ts';
import { useRewardPool } from '../../data/rewards/reward-queries.ts';
import type { RewardPool } from '../../data/rewards/reward-queries.ts';
import { Line, Notice } from '../../show/Lines.tsx';
import { Bar } from '../../show/rewards/Bar.tsx';
import { Reward } from '../../show/rewards/Reward.tsx';
import { leftWords } from '../../show/rewards/blocks-left.ts';
import { Copyable } from '../../ui/Copyable.tsx';
import { numberWords, t } from '../../words.ts';
import { Terms } from './Terms.tsx';
import { capWords, whyWords } from './campaign-words.ts';

interface FactsProps {
  readonly campaign: RewardCampaign;
  readonly height: number;
}

export function CampaignFacts({ campaign, height }: FactsProps) {
  const { data: pool } = useRewardPool(useNetwork(), campaign.campaign);
  const cap = capWords(campaign);
  const { first, last } = { first: campaign.firstBlock, last: campaign.lastBlock };
  return (
    <section
      className="panel space-y-4 px-4 py-4 sm:px-5"
      aria-label={campaign.title}
      data-testid="campaign-facts"
    >
      <div className="space-y-2">
        <h2 className="text-[0.9375rem] font-semibold [overflow-wrap:anywhere]">{campaign.title}</h2>
        <p className="text-sm leading-6 text-mist" data-testid="campaign-why">
          {whyWords(campaign)}
        </p>
        {cap === undefined ? null : <p className="text-[0.8125rem] leading-5 text-haze">{cap}</p>}
      </div>
      <dl className="space-y-2" data-testid="campaign-terms">
        <Terms campaign={campaign} />
      </dl>
      <Pot campaign={campaign} pool={pool} />
      <dl className="space-y-2">
        <Line name={t('Time left')}>
          <span data-testid="campaign-left">{leftWords({ first, last }, height)}</span>
        </Line>
        {campaign.running === null ? null : (
          <Line
            name={t('Epoch {number} of {epochs}', {
              number: campaign.running.number + 1,
              epochs: campaign.epochs,
            })}
          >
            {leftWords(campaign.running, height)}
          </Line>
        )}
        <Line name={t('Can be claimed until')}>
          {t('block {height}', { height: numberWords(campaign.claimUntil) })}
        </Line>
      </dl>
      {campaign.stopped ? (
        <Notice tone="warn">
          {t('The operator stopped this campaign. What was earned can be claimed.')}
        </Notice>
      ) : null}
    </section>
  );
}

/** What the exchange promises, and what the chain says lies there. */
function Pot({ campaign, pool }: { campaign: RewardCampaign; pool: RewardPool | undefined }) {
  const { pays } = campaign;
  const { pot, remaining } = pool?.remainingInfo ?? campaign;
  return (
    <div className="space-y-2" data-testid="campaign-pot">
      <dl>
        <Line name={t('Remaining pot')} strong>
          <Reward amount={remaining} pays={pays} />
        </Line>
      </dl>
      <Bar label={t('Remaining pot')} value={BigInt(remaining)} most={BigInt(pot)} testId="pot-bar" />
      <dl className="space-y-2">
        <Line name={t('All it pays')}>
          <Reward amount={pot} pays={pays} />
        </Line>
        {pool === undefined ? null : <OnChain pool={pool} />}
      </dl>
      {pool === undefined ? null : <Short pool={pool} />}
    </div>
  );
}

function OnChain({ pool: { pays, potAddress, remainingInfo } }: { pool: RewardPool }) {
  const { onChain, unpaid } = remainingInfo;
  return (
    <>
      <Line name={t('Earned and not claimed yet')}>
        <Reward amount={unpaid} pays={pays} />
      </Line>
      <Line name={t('In the pot, on chain')}>
        <Reward amount={onChain} pays={pays} />
      </Line>
      {potAddress === null ? null : (
        <Line name={t('Address of the pot')}>
          <Copyable text={potAddress} shown={shortened(potAddress, 8, 6)} label={t('Copy the address')} />
        </Line>
      )}
    </>
  );
}

function Short({ pool: { remainingInfo } }: { pool: RewardPool }) {
  if (BigInt(remainingInfo.onChain) >= BigInt(remainingInfo.unpaid)) return null;
  return (
    <Notice tone="warn">
      <span data-testid="pot-short">
        {t('The pot holds less than was earned. Claims wait until the operator fills it.')}
      </span>
    </Notice>
  );
}
