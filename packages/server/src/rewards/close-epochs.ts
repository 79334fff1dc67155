/** Closes epochs once their last block is six deep: in the order of those blocks, each in one transaction, never twice. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { boundsOf, closeEpoch, epochsOf, isSettled, rowsText, tradesParts } from '@rialto/market';
import type { Campaign, ClosedEpoch, EpochBounds, PublishedTrade } from '@rialto/market';
import { sql } from 'drizzle-orm';
import type { Queries } from '../store/database.ts';
import { allCampaigns } from '../store/rewards/campaign-store.ts';
import { closedSums, writeEpoch, writeTable } from '../store/rewards/epoch-store.ts';
import type { EpochRow } from '../store/rewards/epoch-store.ts';
import type { RewardContext } from './context.ts';
import { factsOf } from './epoch-facts.ts';

/** Any number, the same for every version: who adds or closes waits for who does. */
const LOCK = 7_780_031;
export const lockRewards = (db: Queries): Promise<unknown> =>
  db.execute(sql`select pg_advisory_xact_lock(${LOCK})`);

export interface MadeEpoch {
  readonly closed: ClosedEpoch;
  /** Of the epoch itself, those that are published. */
  readonly trades: readonly PublishedTrade[];
}

export async function makeEpoch(
  context: Pick<RewardContext, 'network' | 'operator'>,
  db: Queries,
  of: { readonly campaign: Campaign; readonly bounds: EpochBounds; readonly paidBefore: bigint },
): Promise<MadeEpoch> {
  const facts = await factsOf(context, db, of);
  const trades = facts.trades.filter(({ height }) => height >= of.bounds.first);
  return { closed: closeEpoch(of.campaign, of.bounds, facts), trades };
}

/** SHA-256 of both texts that are published of an epoch. Between the parts of a long one, others have their turn. */
export async function hashesOf(
  campaign: string,
  { closed, trades }: MadeEpoch,
): Promise<Pick<EpochRow, 'rowsHash' | 'tradesHash'>> {
  const ofTrades = createHash('sha256');
  for (const part of tradesParts(trades)) {
    ofTrades.update(part);
    await setImmediate();
  }
  const ofRows = createHash('sha256').update(rowsText(campaign, closed));
  return { rowsHash: ofRows.digest('hex'), tradesHash: ofTrades.digest('hex') };
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
      const { id } = due.campaign;
      const made = await makeEpoch(context, tx, { ...due, paidBefore });
      // While the database writes the table its hashes are made.
      const [hashes] = await Promise.all([hashesOf(id, made), writeTable(tx, id, made.closed)]);
      await writeEpoch(tx, id, made.closed, { closedHeight: height, lastHash, ...hashes });
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
