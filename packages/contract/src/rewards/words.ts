/** Words that the calls of rewards share. */
import { z } from 'zod';
import { Tick } from '../wire/wire.ts';

export const CampaignId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/);

export const RewardKind = z.enum(['liquidity', 'trading', 'newcomer', 'fee-share']);

/** As the original has it. */
export const RewardType = z.enum(['51', 'ranking', '21', 'swapYieldTradeFee']);

/** What is traded, or paid: `sats` is bitcoin. */
export const RewardAsset = z.object({ assetId: z.string(), tick: Tick, coinDecimalNum: z.int() });

export const EpochBlocks = z.object({ number: z.int(), first: z.int(), last: z.int() });
