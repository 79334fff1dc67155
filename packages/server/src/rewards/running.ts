/** What the epoch that runs would pay if it ended with the last block there is. */
import { closeEpoch, epochAt } from '@rialto/market';
import type { EpochBounds } from '@rialto/market';
import type { Queries } from '../store/database.ts';
import { closedSums } from '../store/rewards/epoch-store.ts';
import type { RewardContext } from './context.ts';
import { factsOf } from './epoch-facts.ts';
import { keptByState } from './kept-by-state.ts';
import type { AskedEpoch } from './kept-by-state.ts';
import type { StandingOf } from './standing.ts';

export interface Running {
  readonly bounds: EpochBounds;
  /** By address. */
  readonly amounts: ReadonlyMap<string, bigint>;
}

type RunningOf = (asked: AskedEpoch) => Promise<Running | undefined>;

/** Of a campaign, whoever asks; undefined where no epoch runs. A ranking’s standing says it already. */
export function openRunning(
  context: Pick<RewardContext, 'network' | 'operator'>,
  db: Queries,
  standingOf: StandingOf,
): RunningOf {
  const unranked = keptByState(db, (asked) => runningEpoch(context, db, asked));
  return async (asked) => {
    const { campaign, height } = asked;
    if (campaign.rule.kind !== 'trading' || epochAt(campaign, height) === undefined) return unranked(asked);
    const { bounds, ranked } = await standingOf(asked);
    return { bounds, amounts: new Map(ranked.map(({ address, reward }) => [address, reward])) };
  };
}

async function runningEpoch(
  context: Pick<RewardContext, 'network' | 'operator'>,
  db: Queries,
  { campaign, height }: Pick<AskedEpoch, 'campaign' | 'height'>,
): Promise<Running | undefined> {
  const bounds = epochAt(campaign, height);
  if (bounds === undefined) return undefined;
  const { total = 0n } = (await closedSums(db)).get(campaign.id) ?? {};
  // Blocks to come have no shares in them yet.
  const soFar = { ...bounds, last: height };
  const facts = await factsOf(context, db, { campaign, bounds: soFar, paidBefore: total });
  const { rows } = closeEpoch(campaign, soFar, facts);
  return { bounds, amounts: new Map(rows.map(({ address, amount }) => [address, amount])) };
}
