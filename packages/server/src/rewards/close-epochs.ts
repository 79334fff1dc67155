/** Closes epochs once their last block is six deep: in the order of those blocks, each in one transaction, never twice. */
import { createHash } from 'node:crypto';
import { boundsOf, closeEpoch, epochsOf, isSettled, rowsText, tradesText } from '@rialto/market';
import type { Campaign, ClosedEpoch, EpochBounds } from '@rialto/market';
import { sql } from 'drizzle-orm';
import type { Queries } from '../store/database.ts';
import { allCampaigns } from '../store/rewards/campaign-store.ts';
import { closedSums, writeEpoch } from '../store/rewards/epoch-store.ts';
import type { RewardContext } from './context.ts';
import { factsOf } from './epoch-facts.ts';

/** Any number, the same for every version: who adds or closes waits for who does. */
const LOCK = 7_780_031;
export const lockRewards = (db: Queries): Promise<unknown> =>
  db.execute(sql`select pg_advisory_xact_lock(${LOCK})`);

export interface MadeEpoch {
  readonly closed: ClosedEpoch;
  readonly rowsHash: string;
  readonly tradesHash: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The table of an epoch, and the hashes of what is published of it. */
export async function makeEpoch(
  context: Pick<RewardContext, 'network' | 'operator'>,
  db: Queries,
  of: { readonly campaign: Campaign; readonly bounds: EpochBounds; readonly paidBefore: bigint },
): Promise<MadeEpoch> {
  const { campaign, bounds } = of;
  const facts = await factsOf(context, db, of);
  const closed = closeEpoch(campaign, bounds, facts);
  const own = facts.trades.filter(({ height }) => height >= bounds.first);
  return { closed, rowsHash: sha256(rowsText(campaign.id, closed)), tradesHash: sha256(tradesText(own)) };
}

/** @returns how many were closed */
export async function closeEpochs(context: RewardContext): Promise<number> {
  let closed = 0;
  while (await closeNext(context)) closed += 1;
  return closed;
}

async function closeNext(context: RewardContext): Promise<boolean> {
  const { height } = await context.ledger.tip();
  const due = dueBy(await allCampaigns(context.store.db), await closedSums(context.store.db), height);
  if (due === undefined) return false;
  const lastHash = await context.chain.blockHash(due.bounds.last);
  if (lastHash === undefined) return false;
  return context.store.transact(
    async (tx) => {
      await lockRewards(tx);
      const sums = await closedSums(tx);
      const still = dueBy(await allCampaigns(tx), sums, height);
      if (still?.campaign.id !== due.campaign.id || still.bounds.number !== due.bounds.number) return false;
      const paidBefore = sums.get(due.campaign.id)?.total ?? 0n;
      const { closed, rowsHash, tradesHash } = await makeEpoch(context, tx, { ...due, paidBefore });
      const seen = { closedHeight: height, lastHash, rowsHash, tradesHash };
      await writeEpoch(tx, due.campaign.id, closed, seen);
      return true;
    },
    { isolationLevel: 'repeatable read' },
  );
}

interface Due {
  readonly campaign: Campaign;
  readonly bounds: EpochBounds;
}

/** The next epoch that is deep enough: of all campaigns that with the lowest last block, and of those the first by name. */
function dueBy(
  campaigns: readonly { readonly campaign: Campaign }[],
  sums: ReadonlyMap<string, { readonly epochs: number }>,
  height: number,
): Due | undefined {
  const next = campaigns.flatMap(({ campaign }): Due[] => {
    const number = sums.get(campaign.id)?.epochs ?? 0;
    const bounds = boundsOf(campaign, number);
    const isDue = number < epochsOf(campaign) && isSettled(bounds, height);
    return isDue ? [{ campaign, bounds }] : [];
  });
  return next.toSorted(
    (a, b) => a.bounds.last - b.bounds.last || (a.campaign.id < b.campaign.id ? -1 : 1),
  )[0];
}
