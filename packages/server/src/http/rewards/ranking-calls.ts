/** Rankings: how they stand, and page by page. */
import type { AnswerOf, QueryOf } from '@rialto/contract';
import { levelAt } from '@rialto/market';
import type { Campaign } from '@rialto/market';
import { invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Books } from '../../orders/books.ts';
import { readKept } from '../../read-kept.ts';
import type { RewardContext } from '../../rewards/context.ts';
import { findCampaign } from '../../rewards/find-campaign.ts';
import type { Standing } from '../../rewards/standing.ts';
import { allCampaigns } from '../../store/rewards/campaign-store.ts';
import { route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import { requireNetwork } from '../calls/public-calls.ts';
import { pageOf } from './asked-campaign.ts';
import { namedAsset } from './named-asset.ts';
import type { RewardParts } from './reward-parts.ts';

/** Standings change with blocks; whoever looks may be so far behind, in ms. */
const STANDING_MS = 2_000;
const BLOCK_MS = 600_000;

export function registerRankings(
  context: RouteContext,
  { rewards, books, service, standingOf }: RewardParts,
): void {
  const { db } = rewards.store;
  const standing = readKept(
    async (id) => {
      const campaign = await findCampaign(db, id);
      const { rule } = campaign;
      if (rule.kind !== 'trading') throw new Refusal('campaign-unknown', `${id} ranks nobody`);
      const tip = await rewards.ledger.tip();
      return { campaign, rule, height: tip.height, ...(await standingOf({ campaign, ...tip })) };
    },
    Date.now,
    STANDING_MS,
  );
  const asked = async (query: RankingAsked): Promise<Shown> => {
    requireNetwork(service, query.net);
    return standing(await rankingAsked(rewards, books, query));
  };

  route(context, 'rankingTicks', async ({ query }) => {
    requireNetwork(service, query.net);
    const { height } = await rewards.ledger.tip();
    const all = (await allCampaigns(db)).filter(({ campaign }) => campaign.rule.kind === 'trading');
    const rows = all.flatMap(({ campaign }) => campaign.pairs.map((pair) => ({ campaign, pair })));
    return {
      results: await Promise.all(
        rows.map(async ({ campaign, pair }) => {
          const { tick, assetId } = await namedAsset(books, pair);
          const { firstBlock, lastBlock } = campaign;
          return { tick, assetId, campaign: campaign.id, ...timesOf(height, firstBlock, lastBlock) };
        }),
      ),
    };
  });
  route(context, 'ranking', async ({ query }) => toldRanking(books, await asked(query), query.address));
  route(context, 'rankingAddresses', async ({ query }) => {
    const { ranked } = await asked(query);
    const { from, size } = pageOf(query);
    return {
      total: ranked.length,
      results: ranked.slice(from, from + size).map(({ address, volume, reward, wanted }, at) => ({
        ...{ rankingId: from + at + 1, address, totalValue: volume.toString() },
        ...{ reward: reward.toString(), wanted: wanted.toString() },
      })),
    };
  });
}

type RankingAsked = Pick<QueryOf<'ranking'>, 'net' | 'tick' | 'campaign'>;
type Trading = Extract<Campaign['rule'], { readonly kind: 'trading' }>;
type Shown = Standing & { readonly campaign: Campaign; readonly rule: Trading; readonly height: number };

/** @throws Refusal campaign-unknown, bad-request without either */
async function rankingAsked(
  rewards: RewardContext,
  books: Books,
  { tick, campaign }: RankingAsked,
): Promise<string> {
  if (campaign !== undefined) return campaign;
  if (tick === undefined) throw new Refusal('bad-request', 'a tick or a campaign');
  const all = (await allCampaigns(rewards.store.db)).filter((kept) => kept.campaign.rule.kind === 'trading');
  for (const kept of all.reverse())
    for (const pair of kept.campaign.pairs)
      if ((await namedAsset(books, pair)).tick.toLowerCase() === tick.toLowerCase()) return kept.campaign.id;
  throw new Refusal('campaign-unknown', tick);
}

const timesOf = (height: number, first: number, last: number) => ({
  startTime: Date.now() + (first - height) * BLOCK_MS,
  endTime: Date.now() + (last + 1 - height) * BLOCK_MS,
});

async function toldRanking(
  books: Books,
  { campaign, rule, height, bounds, closed, ranked, volume, trades }: Shown,
  address: string | undefined,
): Promise<AnswerOf<'ranking'>> {
  const { pairs, pays, id, title } = campaign;
  const [pair] = pairs;
  invariant(pair !== undefined, 'a campaign has a pair');
  const level = levelAt(rule.levels, volume);
  const at = level === undefined ? 0 : rule.levels.indexOf(level) + 1;
  const { startTime, endTime } = timesOf(height, bounds.first, bounds.last);
  const { tick, assetId } = await namedAsset(books, pair);
  return {
    ...{ campaign: id, title, tick, assetId, pays: await namedAsset(books, pays) },
    ...{ epoch: bounds, height, closed, eventStartTime: startTime, eventEndTime: endTime },
    ...{ orderCount: trades, totalAmount: volume.toString() },
    ...ownPart(ranked, address),
    tickCurrentLevel: at,
    tickNextLevel: at < rule.levels.length ? at + 1 : null,
    levels: rule.levels.map(({ limit, pot }, place) => ({
      ...{ level: place + 1, limitAmount: limit.toString(), rewardAmount: pot.toString() },
    })),
  };
}

const NOTHING = { trades: 0, volume: 0n, reward: 0n, wanted: 0n };

function ownPart(ranked: Standing['ranked'], address: string | undefined) {
  const own = ranked.findIndex((one) => one.address === address);
  const { trades, volume, reward, wanted } = ranked[own] ?? NOTHING;
  return {
    ...{ addressOrderCount: trades, addressTotalAmount: volume.toString() },
    ...{ addressReward: reward.toString(), addressWanted: wanted.toString() },
    addressRank: own === -1 ? null : own + 1,
  };
}
