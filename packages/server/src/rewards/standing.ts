/** How a ranking stands: of an epoch that runs as trades so far would have it, of a closed one as its table says. */
import { setImmediate } from 'node:timers/promises';
import { closeEpoch, compareWhole, volumesOf } from '@rialto/market';
import type { EpochBounds, PublishedTrade, RewardRow } from '@rialto/market';
import type { Queries } from '../store/database.ts';
import { closedSums, rowsOf } from '../store/rewards/epoch-store.ts';
import type { RewardContext } from './context.ts';
import { factsOf } from './epoch-facts.ts';
import { keptByState, shownEpoch } from './kept-by-state.ts';
import type { AskedEpoch } from './kept-by-state.ts';

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

/** Of a ranking. */
export type StandingOf = (asked: AskedEpoch) => Promise<Standing>;

/** A full epoch has a hundred thousand fills: there is one of these for all who ask. */
export const openStandings = (
  context: Pick<RewardContext, 'network' | 'operator'>,
  db: Queries,
): StandingOf => keptByState(db, (asked) => standingOf(context, db, asked));

async function standingOf(
  context: Pick<RewardContext, 'network' | 'operator'>,
  db: Queries,
  { campaign, height }: AskedEpoch,
): Promise<Standing> {
  const bounds = shownEpoch(campaign, height);
  const { epochs = 0, total = 0n } = (await closedSums(db)).get(campaign.id) ?? {};
  const facts = await factsOf(context, db, { campaign, bounds, paidBefore: total });
  const closed = bounds.number < epochs;
  const rows = closed
    ? await rowsOf(db, { campaign: campaign.id, number: bounds.number })
    : closeEpoch(campaign, bounds, facts).rows;
  // Others have their turn: of a full epoch either part takes a while.
  await setImmediate();
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
