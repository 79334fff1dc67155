/** Campaigns, and closed epochs with all they were made of. */
import type { AnswerOf } from '@rialto/contract';
import { epochAt, epochsOf, rowsText, tradesText } from '@rialto/market';
import type { PublishedTrade, RewardRule } from '@rialto/market';
import type { Books } from '../../orders/books.ts';
import { findCampaign } from '../../rewards/find-campaign.ts';
import { allCampaigns } from '../../store/rewards/campaign-store.ts';
import type { KeptCampaign } from '../../store/rewards/campaign-store.ts';
import { closedSums, epochsClosed, rowsOf } from '../../store/rewards/epoch-store.ts';
import type { EpochRow } from '../../store/rewards/epoch-store.ts';
import { tradesIn } from '../../store/rewards/trade-facts.ts';
import { route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import { requireNetwork } from '../calls/public-calls.ts';
import { WIRE_TYPES } from './asked-campaign.ts';
import { epochAsked } from './epoch-asked.ts';
import { namedAsset } from './named-asset.ts';
import type { RewardParts } from './reward-parts.ts';

export function registerEpochs(context: RouteContext, { rewards, books, service }: RewardParts): void {
  const { db } = rewards.store;
  route(context, 'rewardCampaigns', async ({ query }) => {
    requireNetwork(service, query.net);
    const { height } = await rewards.ledger.tip();
    const sums = await closedSums(db);
    const all = await allCampaigns(db);
    return { height, results: await Promise.all(all.map((kept) => told(books, kept, { height, sums }))) };
  });
  route(context, 'rewardEpochs', async ({ query }) => {
    requireNetwork(service, query.net);
    const { id } = await findCampaign(db, query.campaign);
    return { campaign: id, results: (await epochsClosed(db, id)).map(toldEpoch) };
  });
  route(context, 'rewardEpoch', async ({ params, query }) => {
    requireNetwork(service, query.net);
    const { campaign, epoch, bounds } = await epochAsked(db, params);
    const rows = await rowsOf(db, epoch);
    const trades = await tradesIn(db, { pairs: campaign.pairs, ...bounds }, rewards.operator);
    return {
      ...{ campaign: campaign.id, ...toldEpoch(epoch) },
      rows: rows.map(({ address, amount, wanted }) => ({
        ...{ address, amount: amount.toString(), wanted: wanted.toString() },
      })),
      trades: trades.map(toldTrade),
      rowsText: rowsText(campaign.id, { bounds, rows }),
      tradesText: tradesText(trades),
    };
  });
}

type Told = AnswerOf<'rewardCampaigns'>['results'][number];

async function told(
  books: Books,
  { campaign, stoppedAfter }: KeptCampaign,
  { height, sums }: { height: number; sums: Awaited<ReturnType<typeof closedSums>> },
): Promise<Told> {
  const { id, title, rule, pairs, pays, pot, firstBlock, lastBlock, epochBlocks, claimUntil } = campaign;
  const { epochs: closed = 0, total = 0n } = sums.get(id) ?? {};
  return {
    ...{ campaign: id, title, kind: rule.kind, rewardType: WIRE_TYPES[rule.kind] },
    pairs: await Promise.all(pairs.map((pair) => namedAsset(books, pair))),
    pays: await namedAsset(books, pays),
    ...{ firstBlock, lastBlock, epochBlocks, claimUntil, closed },
    ...{ pot: pot.toString(), remaining: (pot - total).toString() },
    capPpm: 'capPpm' in rule ? rule.capPpm.toString() : null,
    terms: toldTerms(rule),
    epochs: epochsOf(campaign),
    running: epochAt(campaign, height) ?? null,
    stopped: stoppedAfter !== undefined,
  };
}

function toldTerms(rule: RewardRule): Told['terms'] {
  const { kind } = rule;
  switch (kind) {
    case 'liquidity':
      return { kind, epochPot: rule.epochPot.toString(), maxRate: rule.maxRate.toString() };
    case 'trading':
      return {
        kind,
        levels: rule.levels.map(({ limit, pot }) => ({ limit: limit.toString(), pot: pot.toString() })),
      };
    case 'newcomer':
      return { kind, each: rule.each.toString(), trades: rule.trades, least: rule.least.toString() };
    case 'fee-share':
      return { kind, partPpm: rule.partPpm.toString() };
  }
}

const toldEpoch = ({ number, firstBlock, lastBlock, total, ...row }: EpochRow) => {
  const { closedHeight, lastHash, scaled, rowsHash, tradesHash } = row;
  return {
    ...{ number, first: firstBlock, last: lastBlock, total: total.toString() },
    ...{ closedHeight, lastHash, scaled, rowsHash, tradesHash },
  };
};

const toldTrade = ({ sats, serviceFee, ...trade }: PublishedTrade) => ({
  ...{ height: trade.height, place: trade.place, txid: trade.txid, reference: trade.reference },
  ...{ venue: trade.venue, pair: trade.pair, payer: trade.payer, buyer: trade.buyer, seller: trade.seller },
  ...{ sats: sats.toString(), serviceFee: serviceFee.toString(), counts: trade.counts },
});
