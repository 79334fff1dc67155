/** A claim, as its claimant's wallet signs it once and hands it in again; and as somebody who begins anew whenever he had no answer. */
import { handIn, prepare } from '../rewards/claims/claim-calls.ts';
import type { Prepared } from '../rewards/claims/claim-calls.ts';
import { claimState, dueOf } from '../rewards/claims/claim-stage.ts';
import { RECEIVED, SENT, signedBy } from './act.ts';
import type { Act, ActStep } from './act.ts';
import type { RewardKillStage } from './reward-kill-stage.ts';

const BUILT: ActStep = { name: 'built', hold: 'built' };
const BEFORE_SENT: readonly ActStep[] = [BUILT, RECEIVED, ...signedBy('rewardClaim')];

/** @param anew prepared again for each attempt, until one was answered */
function claimAct(
  name: string,
  steps: readonly ActStep[],
  { anew }: { readonly anew: boolean },
): Act<RewardKillStage> {
  return {
    name,
    steps,
    target: async (stage) => (await stage.earned()).address,
    sign: async (stage) => {
      const who = stage.claimant();
      const amount = await dueOf(stage, stage.campaign, who);
      let built: Prepared | undefined;
      let txid = '';
      const state = () => claimState(stage, built?.claimId ?? '');
      return {
        send: async () => {
          if (built === undefined || (anew && txid === ''))
            built = await prepare(stage, who, { campaign: stage.campaign, amount });
          const answer = await handIn(stage, who, built);
          ({ txid } = answer);
          return answer;
        },
        happens: async () => built !== undefined && ['sent', 'confirmed', 'final'].includes(await state()),
        over: async () => ['confirmed', 'final'].includes(await state()),
        places: () =>
          Promise.resolve({
            all: { before: (built?.coins ?? []).map(({ outpoint }) => outpoint), after: [`${txid}:0`] },
            is: 'after',
          }),
      };
    },
  };
}

export const REWARD_ACTS: readonly Act<RewardKillStage>[] = [
  claimAct('a claim', [...BEFORE_SENT, ...SENT], { anew: false }),
  claimAct('a claim that is prepared anew', BEFORE_SENT, { anew: true }),
];
