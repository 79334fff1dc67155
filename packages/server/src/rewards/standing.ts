/** How a ranking stands: of an epoch that runs as trades so far would have it, of a closed one as its table says. */
import { boundsOf, closeEpoch, compareWhole, epochAt, epochsOf, volumesOf } from '@rialto/market';
import type { Campaign, EpochBounds, PublishedTrade, RewardRow } from '@rialto/market';
import type { Queries } from '../store/database.ts';
import { allCampaigns } from '../store/rewards/campaign-store.ts';
import { closedSums, rowsOf } from '../store/rewards/epoch-store.ts';
import { countTrades } from '../store/rewards/trade-facts.ts';
import type { RewardContext } from './context.ts';
import { factsOf } from './epoch-facts.ts';

interface Ranked {
  readonly address: string;
  /** Sat. */
  readonly volume: bigint;
  readonly trades: number;
  readonly reward: bigint;
  readonly wanted: bigint;
}

export interface Standing {
  readonly bounds: EpochBounds;
  readonly closed: boolean;
  /** The largest volume first, and by address where it is the same. */
  readonly ranked: readonly Ranked[];
  readonly volume: bigint;
  readonly trades: number;
}

/** The epoch that is looked at: the running one, before the first that one, after the last that one. */
function shownEpoch(campaign: Campaign, height: number): EpochBounds {
  const running = epochAt(campaign, height);
  if (running !== undefined) return running;
  return boundsOf(campaign, height < campaign.firstBlock ? 0 : Math.max(0, epochsOf(campaign) - 1));
}

/** A campaign, and the height of the index from which its standing is told. */
interface Asked {
  readonly campaign: Campaign;
  readonly height: number;
  /** Of the block at that height. */
  readonly hash: string;
}

/**
 * Standings that are made again only when something of them is another: the tip, a fill, or an epoch that was closed. A full epoch
 * has a hundred thousand fills.
 */
export function openStandings(
  context: Pick<RewardContext, 'network' | 'operator'>,
  db: Queries,
): (asked: Asked) => Promise<Standing> {
  const made = new Map<string, { readonly of: string; readonly standing: Standing }>();
  return async (asked) => {
    const { campaign } = asked;
    const of = await stateOf(db, asked);
    const before = made.get(campaign.id);
    if (before?.of === of) return before.standing;
    const standing = await standingOf(context, db, asked);
    made.set(campaign.id, { of, standing });
    return standing;
  };
}

async function stateOf(db: Queries, { campaign, height, hash }: Asked): Promise<string> {
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

async function standingOf(
  context: Pick<RewardContext, 'network' | 'operator'>,
  db: Queries,
  { campaign, height }: Asked,
): Promise<Standing> {
  const bounds = shownEpoch(campaign, height);
  const { epochs = 0, total = 0n } = (await closedSums(db)).get(campaign.id) ?? {};
  const facts = await factsOf(context, db, { campaign, bounds, paidBefore: total });
  const closed = bounds.number < epochs;
  const rows = closed
    ? await rowsOf(db, { campaign: campaign.id, number: bounds.number })
    : closeEpoch(campaign, bounds, facts).rows;
  return { bounds, closed, ...rankedOf(bounds, facts.trades, rows) };
}

function rankedOf(bounds: EpochBounds, trades: readonly PublishedTrade[], rows: readonly RewardRow[]) {
  const volumes = volumesOf(bounds, trades);
  const counts = new Map<string, number>();
  for (const { payer, height, counts: isCounted } of trades)
    if (isCounted && height >= bounds.first) counts.set(payer, (counts.get(payer) ?? 0) + 1);
  const rewards = new Map(rows.map((row) => [row.address, row]));
  const ranked = [...volumes].map(([address, volume]): Ranked => {
    const { amount: reward = 0n, wanted = 0n } = rewards.get(address) ?? {};
    return { address, volume, trades: counts.get(address) ?? 0, reward, wanted };
  });
  const sum = ranked.reduce((all, one) => all + one.volume, 0n);
  return {
    ranked: ranked.toSorted((a, b) => compareWhole(b.volume, a.volume) || (a.address < b.address ? -1 : 1)),
    volume: sum,
    trades: ranked.reduce((all, one) => all + one.trades, 0),
  };
}
