/** Campaigns, closed epochs and rankings as they are told; amounts are smallest units or sat, as strings. */
import { z } from 'zod';
import { Address, Net, Tick, Timestamp, TxidText, Whole } from '../wire/wire.ts';
import { CampaignId, EpochBlocks, Paged, RewardAsset, RewardKind } from './words.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** What is paid for what; sat, smallest units, or millionths. */
const RewardTerms = z.discriminatedUnion('kind', [
  /** Of an epoch; and at most for 10^12 sat of the pool that lie there for a block. */
  z.object({ kind: z.literal('liquidity'), epochPot: Whole, maxRate: Whole }),
  /** From this volume of all in an epoch on, it pays this pot. */
  z.object({ kind: z.literal('trading'), levels: z.array(z.object({ limit: Whole, pot: Whole })) }),
  /** For each of the first trades of an address, of so many sat at least. */
  z.object({ kind: z.literal('newcomer'), each: Whole, trades: z.int(), least: Whole }),
  z.object({ kind: z.literal('fee-share'), partPpm: Whole }),
]);

export const RewardCampaign = z.object({
  campaign: CampaignId,
  title: z.string(),
  kind: RewardKind,
  /** As the original has it: 51 liquidity, 21 newcomers, ranking, swapYieldTradeFee. */
  rewardType: z.string(),
  pairs: z.array(RewardAsset),
  pays: RewardAsset,
  firstBlock: z.int(),
  lastBlock: z.int(),
  epochBlocks: z.int(),
  claimUntil: z.int(),
  /** All that it ever pays, and what closed epochs have left of it. */
  pot: Whole,
  remaining: Whole,
  /** Of the service fees that an address paid, what it gets at most, in millionths; null where fees are no limit. */
  capPpm: Whole.nullable(),
  terms: RewardTerms,
  epochs: z.int(),
  closed: z.int(),
  /** The epoch that the last block is in; null before the first one and after the last one. */
  running: EpochBlocks.nullable(),
  stopped: z.boolean(),
});

export const CampaignsQuery = z.object({ net: Net });
export const RewardCampaigns = z.object({ height: z.int(), results: z.array(RewardCampaign) });

export const EpochsQuery = z.object({ net: Net, campaign: CampaignId });
export const RewardEpoch = EpochBlocks.extend({
  /** Of the index when it was closed, and the hash of its last block. */
  closedHeight: z.int(),
  lastHash: z.string(),
  total: Whole,
  /** True where the pot did not hold all of it. */
  scaled: z.boolean(),
  /** SHA-256 of its rows and of its trades, each as the text that is published. */
  rowsHash: Hash,
  tradesHash: Hash,
});
export const RewardEpochs = z.object({ campaign: CampaignId, results: z.array(RewardEpoch) });

export const OfEpoch = z.object({ campaign: CampaignId, number: z.string().regex(/^(0|[1-9][0-9]{0,6})$/) });
export const EpochQuery = z.object({ net: Net });
export const EpochTables = RewardEpoch.extend({
  campaign: CampaignId,
  rows: z.array(z.object({ address: z.string(), amount: Whole, wanted: Whole })),
  trades: z.array(
    z.object({
      ...{ height: z.int(), place: z.int(), txid: TxidText, reference: z.string() },
      ...{ venue: z.enum(['book', 'pool']), pair: z.string() },
      ...{ payer: z.string(), buyer: z.string(), seller: z.string() },
      ...{ sats: Whole, serviceFee: Whole, counts: z.boolean() },
    }),
  ),
  /** The two texts whose hashes are published. */
  rowsText: z.string(),
  tradesText: z.string(),
});

/** The text whose SHA-256 is published, byte for byte. */
export const EpochFile = z.string();

export const RankingTicksQuery = z.object({ net: Net });
export const RankingTicks = z.object({
  results: z.array(
    z.object({
      ...{ tick: Tick, assetId: z.string(), campaign: CampaignId },
      /** Estimates from heights: ten minutes a block. */
      ...{ startTime: Timestamp, endTime: Timestamp },
    }),
  ),
});

const RankingType = z.literal('ranking_address');
/** A tick names the youngest ranking of its token; a campaign names one. */
const RankingAsked = z.object({
  net: Net,
  tick: Tick.optional(),
  campaign: CampaignId.optional(),
  rankingType: RankingType.optional(),
});

export const RankingQuery = RankingAsked.extend({ address: Address.optional() });
export const Ranking = z.object({
  ...{ campaign: CampaignId, title: z.string(), tick: Tick, assetId: z.string(), pays: RewardAsset },
  epoch: EpochBlocks,
  height: z.int(),
  closed: z.boolean(),
  ...{ eventStartTime: Timestamp, eventEndTime: Timestamp },
  ...{ orderCount: z.int(), totalAmount: Whole },
  ...{ addressOrderCount: z.int(), addressTotalAmount: Whole },
  /** By now, and what it would be without the cap by fees; 0 without an address. */
  ...{ addressReward: Whole, addressWanted: Whole, addressRank: z.int().nullable() },
  /** Of the volume that is reached; 0 below the first. */
  tickCurrentLevel: z.int(),
  tickNextLevel: z.int().nullable(),
  levels: z.array(z.object({ level: z.int(), limitAmount: Whole, rewardAmount: Whole })),
});

export const RankingAddressQuery = RankingAsked.extend(Paged);
export const RankingAddresses = z.object({
  total: z.int(),
  results: z.array(
    z.object({
      ...{ rankingId: z.int(), address: z.string(), totalValue: Whole },
      ...{ reward: Whole, wanted: Whole },
    }),
  ),
});
