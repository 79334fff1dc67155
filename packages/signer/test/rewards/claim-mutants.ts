/** Mutants of a valid claim: one thing changed, in the terms alone or in the terms and the transaction alike. Same seed, same mutants. */
import type { RewardClaimRequest } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { ZodError } from 'zod';
import { runeOn, stranger } from '../memory/people.ts';
import { mutantsBy } from '../mutating.ts';
import type { Change, Writable } from '../mutating.ts';
import { LAID_CHANGES, rebuilt } from '../pools/pool-mutants.ts';
import type { Others } from '../pools/pool-mutants.ts';
import { PAID } from './campaigns.ts';
import { potOf, sign } from './stage.ts';
import type { Claim, Stage } from './stage.ts';

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

/** What there is besides, for a mutant to name. */
export function othersOf(stage: Stage, { plan, campaign }: Claim): Others {
  const coins = new Map<string, Coin>([...stage.chain.settled.values()].map((one) => [one.outpoint, one]));
  const all = [...coins.values()];
  return {
    points: all.map(({ outpoint }) => outpoint),
    scripts: [...all.map(({ script }) => bytesToHex(script)), bytesToHex(stranger().script)],
    keys: [bytesToHex(stranger().key)],
    runes: [PAID, runeOn(161, 1n).asset],
    pool: plan.pool,
    poolKeys: { key: potOf(stage, campaign).internalKey },
    coins,
  };
}

/** The code of the refusal; undefined where it was signed. */
export async function codeOf(stage: Stage, request: RewardClaimRequest): Promise<string | undefined> {
  try {
    await sign(stage, request);
    return undefined;
  } catch (error) {
    if (error instanceof ZodError) return 'unreadable';
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
