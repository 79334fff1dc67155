/** What the signer is asked about rewards: where a campaign’s pot is, to take the table of an epoch, to sign claims of its rows. */
import { z } from 'zod';
import { CampaignId } from '../rewards/words.ts';
import { ClaimByOutpoints, MOST_POT_COINS } from './pools.ts';
import { HexText, Point, RawText, Witness } from './words.ts';

/** A table of 10,000 rows, each with an address and two amounts of 128 bits. */
const MOST_ROWS_TEXT = 1_600_000;
const CLAIM_DIGITS = 20_000;
const MOST_EPOCHS = 5_000;
const MOST_INPUTS = 21;
const MOST_KEPT = 500;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Units = z.string().regex(/^[0-9]{1,39}$/);
const EpochNumber = z.int().min(0).max(1_000_000);
const Height = z.int().min(0);

export const RewardClaimRequest = z.object({
  campaign: CampaignId,
  claimId: z.uuid(),
  /** Of the rows, each once; none where lots are claimed, which pay parts of rows. */
  epochs: z.array(EpochNumber).max(MOST_EPOCHS),
  unsigned: RawText(CLAIM_DIGITS),
  plan: ClaimByOutpoints,
  /** By input; null where the pot signs. */
  witnesses: z.array(Witness.nullable()).max(MOST_INPUTS),
});

export const REWARD_REQUESTS = [
  z.object({ op: z.literal('rewardPot'), campaign: CampaignId }),
  z.object({
    op: z.literal('rewardEpoch'),
    campaign: CampaignId,
    number: EpochNumber,
    /** The text whose hash is published, as `rowsText` writes it. */
    rows: z.string().max(MOST_ROWS_TEXT),
  }),
  z.object({ op: z.literal('rewardSigned'), campaign: CampaignId, script: HexText }),
  z.object({ op: z.literal('rewardClaim'), claim: RewardClaimRequest }),
  /** Which of these coins of pots are in claims that were signed. */
  z.object({ op: z.literal('rewardClaimed'), coins: z.array(Point).max(2 * MOST_KEPT) }),
  /** Coins of a pot that go back to its operator, and all that stay. */
  z.object({
    op: z.literal('rewardRefund'),
    campaign: CampaignId,
    coins: z.array(Point).min(1).max(MOST_POT_COINS),
    kept: z.array(Point).max(MOST_KEPT),
    feeRateSatVb: z.number().positive().max(5000),
  }),
] as const;

export const REWARD_ANSWERS = {
  rewardPot: z.object({
    /** The internal key of the pot’s script, 32 bytes. */
    key: HexText,
    script: HexText,
    /** Epochs whose tables it has, by the height from which it signs for their rows. */
    taken: z.array(z.object({ number: EpochNumber, readyHeight: Height })),
    /** Stopped by its operator. */
    paused: z.boolean(),
  }),
  rewardEpoch: z.object({ readyHeight: Height, hash: Hash }),
  /** Claims of this script that were signed and may still confirm, with coins of the pot of which the next one of the same rows spends one. */
  rewardSigned: z.object({
    claims: z.array(
      z.object({ txid: Hash, epochs: z.array(EpochNumber), of: z.array(Point), amount: Units }),
    ),
  }),
  rewardClaimed: z.object({ coins: z.array(Point) }),
  /** The final transaction. */
  rewardRefund: z.object({ raw: RawText(CLAIM_DIGITS), txid: Hash }),
  /** One for each coin of the pot, in the order of the inputs. */
  rewardClaim: z.object({ signatures: z.array(HexText) }),
} as const;

export type RewardClaimRequest = z.infer<typeof RewardClaimRequest>;
