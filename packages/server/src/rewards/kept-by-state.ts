/** What is made of an epoch that runs, made again only when something of it is another: the tip, a fill, or an epoch that was closed. */
import { boundsOf, epochAt, epochsOf } from '@rialto/market';
import type { Campaign, EpochBounds } from '@rialto/market';
import type { Queries } from '../store/database.ts';
import { allCampaigns } from '../store/rewards/campaign-store.ts';
import { closedSums } from '../store/rewards/epoch-store.ts';
import { countTrades } from '../store/rewards/trade-facts.ts';

/** A campaign, and the height of the index from which its standing is told. */
export interface AskedEpoch {
  readonly campaign: Campaign;
  readonly height: number;
  /** Of the block at that height. */
  readonly hash: string;
}

/** The epoch that is looked at: the running one, before the first that one, after the last that one. */
export function shownEpoch(campaign: Campaign, height: number): EpochBounds {
  const running = epochAt(campaign, height);
  if (running !== undefined) return running;
  return boundsOf(campaign, height < campaign.firstBlock ? 0 : Math.max(0, epochsOf(campaign) - 1));
}

export function keptByState<T>(
  db: Queries,
  make: (asked: AskedEpoch) => Promise<T>,
): (asked: AskedEpoch) => Promise<T> {
  const made = new Map<string, { readonly of: string; readonly value: Promise<T> }>();
  return async (asked) => {
    const { id } = asked.campaign;
    const of = await stateOf(db, asked);
    const before = made.get(id);
    if (before?.of === of) return before.value;
    // Whoever asks while it is made waits for the same one; what failed is not kept.
    const kept = { of, value: make(asked) };
    made.set(id, kept);
    kept.value.catch(() => {
      if (made.get(id) === kept) made.delete(id);
    });
    return kept.value;
  };
}

async function stateOf(db: Queries, { campaign, height, hash }: AskedEpoch): Promise<string> {
  const { first, last } = shownEpoch(campaign, height);
  const sums = await closedSums(db);
  // Fees of its trades can be used by campaigns of the same pairs alone.
  const beside = (await allCampaigns(db)).filter((other) =>
    other.campaign.pairs.some((pair) => campaign.pairs.includes(pair)),
  );
  const closed = beside.reduce((sum, other) => sum + (sums.get(other.campaign.id)?.epochs ?? 0), 0);
  const trades = await countTrades(db, { pairs: campaign.pairs, first, last });
  return [hash, campaign.lastBlock, closed, trades].join(' ');
}
