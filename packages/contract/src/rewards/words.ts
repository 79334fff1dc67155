/** Words that the calls of rewards share. */
import { z } from 'zod';
import { Tick } from '../wire/wire.ts';

export const CampaignId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/);

export const RewardKind = z.enum(['liquidity', 'trading', 'newcomer', 'fee-share']);

/** As the original has it. */
export const RewardType = z.enum(['51', 'ranking', '21', 'swapYieldTradeFee']);

/** What is traded, or paid: `sats` is bitcoin. */
export const RewardAsset = z.object({ assetId: z.string(), tick: Tick, coinDecimalNum: z.int() });

/** What part of a list is asked for: from where, counted from 0, and how many rows. */
export const Paged = {
  cursor: z
    .string()
    .regex(/^[0-9]{1,6}$/)
    .optional(),
  size: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/)
    .optional(),
};

export const EpochBlocks = z.object({ number: z.int(), first: z.int(), last: z.int() });
