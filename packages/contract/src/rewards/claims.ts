/** Claiming rewards: what it costs, the transaction to sign, and how it goes. One claim takes every unpaid row of one campaign and address, or whole lots of their sum. */
import { z } from 'zod';
import { ToSign } from '../orders/orders.ts';
import { WireCoin } from '../wire/effects.ts';
import { Address, FeeRateNumber, Hex, Net, PublicKeyHex, Timestamp, TxidText, Whole } from '../wire/wire.ts';
import { CampaignId, EpochBlocks, Paged, RewardAsset, RewardType } from './words.ts';

const Version = z.union([z.literal(2), z.literal('2')]).optional();
const Rate = z.string().regex(/^[0-9]{1,5}(\.[0-9]{1,3})?$/);

export const RewardFeeQuery = z.object({
  net: Net,
  networkFeeRate: Rate,
  version: Version,
  /** With both, the fee is that of this claim; without, of one that spends one coin of each side. */
  campaign: CampaignId.optional(),
  address: Address.optional(),
});
/** `rewardInscriptionFee` is for lots of BRC-20 that take the place of those that go: 0 for everything else. */
export const RewardFee = z.object({
  feeAddress: z.string(),
  rewardInscriptionFee: Whole,
  rewardSendFee: Whole,
  vsize: z.int(),
});

export const PrepareClaim = z.object({
  net: Net,
  address: Address,
  pubkey: PublicKeyHex,
  campaign: CampaignId,
  /** What the page says that comes: refused where it is not what is claimable. */
  rewardAmount: Whole,
  networkFeeRate: FeeRateNumber,
  version: Version,
});
export const PreparedClaim = z.object({
  claimId: z.uuid(),
  campaign: CampaignId,
  /** What it pays: of BRC-20 and MRC-20 the sum of whole lots, which may be less than what is claimable. */
  rewardAmount: Whole,
  /** Whose rows it takes; none where it pays a part in lots. */
  epochs: z.array(z.int()),
  rawPsbt: Hex,
  toSignInputs: z.array(ToSign),
  /** Every input’s coin with all on it. */
  coins: z.array(WireCoin),
  minerFee: Whole,
  /** Sat for new lots of BRC-20 in the place of those that go, which the pot gets; 0 for everything else. */
  inscriptionFee: Whole,
  /** Milliseconds since 1970: what is signed later is refused. */
  expiresAt: Timestamp,
});

export const ClaimReward = z.object({
  net: Net,
  address: Address,
  claimId: z.uuid(),
  rewardAmount: Whole,
  rawPsbt: Hex,
  version: Version,
  rewardType: RewardType.optional(),
});
export const ClaimedReward = z.object({ claimId: z.uuid(), txid: TxidText });

/**
 * `built`: to be signed. `sent`: on its way. `confirmed`: a block has it. `final`: six more have come. `void`: a coin of it was spent another way,
 * and its rows can be claimed again.
 */
export const ClaimState = z.enum(['built', 'sent', 'confirmed', 'final', 'void']);

const OfUser = z.object({
  net: Net,
  address: Address,
  /** One campaign, or by the original’s word the youngest of a kind. */
  campaign: CampaignId.optional(),
  rewardType: RewardType.optional(),
});

export const UserRewardQuery = OfUser;
export const UserReward = z.object({
  ...{ campaign: CampaignId, rewardType: RewardType, rewardTick: z.string(), pays: RewardAsset },
  /** All closed rows. */
  totalRewardAmount: Whole,
  /** Of the original’s shape: there is nothing extra, and no order of liquidity. */
  ...{ totalRewardExtraAmount: Whole, hasReleasePoolOrderCount: z.int() },
  /** In claims that were sent, whether a block has them or not. */
  hadClaimRewardAmount: Whole,
  /** Not claimed, and paid by the signer by now. */
  claimable: Whole,
  /** Of the rest: blocks until the youngest row may be signed for; 0 where nothing waits. */
  waitingBlocks: z.int(),
  /** Sat or smallest units; under it nothing can be claimed. */
  leastClaim: Whole,
  /** The last block in which rows may be claimed. */
  claimUntil: z.int(),
  /** The epoch that runs, and what it would pay by now; null where none runs. */
  nextEpoch: z.object({ ...EpochBlocks.shape, amount: Whole }).nullable(),
});

export const UserRewardsQuery = z.object({ net: Net, address: Address });
/** Of every campaign with a row of this address, or that earns now: the youngest first. */
export const UserRewards = z.object({ results: z.array(UserReward) });

export const UserRewardOrdersQuery = OfUser.extend(Paged);
export const UserRewardOrders = z.object({
  total: z.int(),
  results: z.array(
    z.object({
      ...{ orderId: z.uuid(), campaign: CampaignId, tick: z.string(), pays: RewardAsset },
      /** 3 finished, 2 void, 1 anything between. */
      rewardState: z.int(),
      state: ClaimState,
      rewardCoinAmount: Whole,
      /** The transaction; null before it is signed. */
      sendId: TxidText.nullable(),
      networkFee: Whole,
      timestamp: Timestamp,
    }),
  ),
});

export const UserRewardRecordsQuery = OfUser.extend(Paged);
export const UserRewardRecords = z.object({
  total: z.int(),
  list: z.array(
    z.object({
      ...{ recordId: z.string(), campaign: CampaignId, tick: z.string(), pays: RewardAsset },
      /** The epoch: its number, its blocks, and how many blocks it has. */
      ...{ dailyCount: z.int(), startBlock: z.int(), endBlock: z.int(), lpBlock: z.int() },
      realReward: Whole,
      /** Without the cap by fees. */
      wanted: Whole,
      /** `unclaimed`, or how its claim stands. */
      state: z.enum(['unclaimed', 'sent', 'confirmed', 'final']),
      timestamp: Timestamp,
    }),
  ),
});

/**
 * What of a pool’s service fees is shared; `proportionFee` is the part of this address in the epoch that runs, by now, in sat. `bigBlock` is
 * the last block of that epoch, or of the campaign where none runs; `dailyBlock` is how many blocks an epoch has.
 */
export const SharingFee = z.object({
  ...{ campaign: CampaignId, proportionFee: Whole, bigBlock: z.int(), dailyBlock: z.int() },
  leastClaim: Whole,
});

export const RewardPoolQuery = z.object({
  net: Net,
  campaign: CampaignId.optional(),
  rewardType: RewardType.optional(),
});
export const RewardPool = z.object({
  ...{ campaign: CampaignId, rewardType: RewardType, rewardTick: z.string(), pays: RewardAsset },
  /** Of the campaign: anybody can look it up. Null where no signer says it. */
  potAddress: Address.nullable(),
  remainingInfo: z.object({
    /** What the operator promised, and what closed epochs have left of it. */
    ...{ pot: Whole, remaining: Whole },
    /** What the index says lies there in confirmed coins, and what unpaid rows wait for. */
    ...{ onChain: Whole, unpaid: Whole },
    coins: z.int(),
  }),
});

export const RewardRecordsQuery = z.object({ net: Net, campaign: CampaignId, ...Paged });
/** Rows of closed epochs, of everybody, the youngest first. */
export const RewardRecords = z.object({
  total: z.int(),
  results: z.array(
    z.object({
      ...{ epoch: z.int(), startBlock: z.int(), endBlock: z.int() },
      ...{ address: z.string(), realReward: Whole, timestamp: Timestamp },
    }),
  ),
});

export type ClaimState = z.infer<typeof ClaimState>;
