/** What the epoch that runs would pay if it ended with the last block there is. */
import { closeEpoch, epochAt } from '@rialto/market';
import type { Campaign, EpochBounds } from '@rialto/market';
import type { Queries } from '../store/database.ts';
import { closedSums } from '../store/rewards/epoch-store.ts';
import type { RewardContext } from './context.ts';
import { factsOf } from './epoch-facts.ts';

export interface Running {
  readonly bounds: EpochBounds;
  /** By address. */
  readonly amounts: ReadonlyMap<string, bigint>;
}

/** @returns undefined where no epoch runs */
export async function runningEpoch(
  context: Pick<RewardContext, 'network' | 'operator'>,
  db: Queries,
  { campaign, height }: { readonly campaign: Campaign; readonly height: number },
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
