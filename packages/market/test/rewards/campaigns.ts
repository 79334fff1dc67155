/** Campaigns that tests begin with: all kinds, of one pair, as generous as they may be together. */
import type { AssetId, ScriptHex } from '@rialto/protocols';
import { CLAIM_BLOCKS } from '../../src/index.ts';
import type { Campaign, RewardRule, RewardTrade, ShareFacts } from '../../src/index.ts';

export const PAIR = 'rune:840000:1' as AssetId;
export const TOKEN = 'rune:840000:2' as AssetId;
export const FIRST = 1_000;
export const EPOCH = 12;

export const campaign = (id: string, rule: RewardRule, more: Partial<Campaign> = {}): Campaign => ({
  id,
  title: `Campaign ${id}`,
  pairs: [PAIR],
  firstBlock: FIRST,
  lastBlock: FIRST + 4 * EPOCH - 1,
  epochBlocks: EPOCH,
  pays: 'sats',
  pot: 40_000_000n,
  claimUntil: FIRST + 4 * EPOCH - 1 + CLAIM_BLOCKS,
  refundScript: `0014${'00'.repeat(20)}` as ScriptHex,
  rule,
  ...more,
});

const cap = { capPpm: 500_000n, capPrice: { sats: 1n, units: 1n } };

export const LIQUIDITY = campaign('liquidity', {
  ...{ kind: 'liquidity', epochPot: 1_000_000n, maxRate: 10_000_000n },
});
export const TRADING = campaign('trading', {
  ...{ kind: 'trading', ...cap },
  levels: [
    { limit: 0n, pot: 1_000_000n },
    { limit: 10_000_000n, pot: 5_000_000n },
  ],
});
export const NEWCOMER = campaign('newcomer', {
  ...{ kind: 'newcomer', ...cap, each: 1_000n, trades: 3, least: 50_000n },
});
export const FEE_SHARE = campaign('fee-share', { kind: 'fee-share', partPpm: 300_000n });

let trades = 0;

export function trade(more: Partial<RewardTrade> = {}): RewardTrade {
  trades += 1;
  return {
    ...{ reference: `trade ${trades}`, pair: PAIR, venue: 'book', height: FIRST, place: trades },
    ...{ payer: 'alice', sats: 1_000_000n, serviceFee: 10_000n, counts: true },
    ...more,
  };
}

export const NO_SHARES: ShareFacts = { held: new Map(), all: 0n, satBlocks: 0n };
