/** Mutants of a valid claim: one thing changed, in the terms alone or in the terms and the transaction alike. Same seed, same mutants. */
import type { RewardClaimRequest } from '@rialto/contract';
import { mutantsBy } from '../mutating.ts';
import type { Change, Writable } from '../mutating.ts';
import { LAID_CHANGES, rebuilt } from '../pools/pool-mutants.ts';
import type { Others } from '../pools/pool-mutants.ts';

type Draft = Writable<Omit<RewardClaimRequest, 'plan'>> & { plan: Writable<RewardClaimRequest['plan']> };

const NAMES = ['liquidity', 'runes-1', 'trading', 'newcomer', 'unknown'] as const;

const CHANGES: Readonly<Record<string, Change<Draft, Others>>> = {
  ...LAID_CHANGES,
  campaign: (draft, _others, pick) => {
    draft.campaign = NAMES.filter((name) => name !== draft.campaign)[pick(NAMES.length - 1)] ?? '';
  },
  epochs: (draft, _others, pick) => {
    const { epochs } = draft;
    const others = [[...epochs, 0], [...epochs, 2], epochs.slice(1), [...epochs, 1, 1], [3], [-1], [0.5], []];
    draft.epochs = others[pick(others.length)] ?? [];
  },
};

/** `count` mutants, every field in turn. */
export const claimMutants = (
  request: RewardClaimRequest,
  others: Others,
  options: { count: number; seed: number },
) =>
  mutantsBy<Draft, Others>(request, {
    ...options,
    changes: CHANGES,
    others,
    rebuilt: (draft) => rebuilt(draft, others),
  });
