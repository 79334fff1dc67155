/** Campaigns of every kind, as the operator writes them into the signer's folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AssetId, ScriptHex } from '@rialto/protocols';
import type { Campaign, RewardRule } from '@rialto/market';
import { mrc20On, runeOn } from '../memory/people.ts';
import { TOKEN } from '../pools/lots/lot-stage.ts';

/** What the pool trades, and what the rune campaign pays. */
export const PAIR = runeOn(150, 1n).asset;
export const PAID: AssetId = runeOn(160, 1n).asset;

/** Epochs of ten blocks, all of them deep where the chain of a test begins. */
const campaign = (id: string, rule: RewardRule, more: Partial<Campaign> = {}): Campaign => ({
  ...{ id, title: `Campaign ${id}`, pairs: [PAIR], pays: 'sats', pot: 4_000_000n, rule },
  ...{ firstBlock: 100, lastBlock: 139, epochBlocks: 10, claimUntil: 4_459 },
  refundScript: `0014${'00'.repeat(20)}` as ScriptHex,
  ...more,
});

const cap = { capPpm: 500_000n, capPrice: { sats: 1n, units: 1n } };

export const LIQUIDITY = campaign('liquidity', {
  ...{ kind: 'liquidity', epochPot: 1_000_000n, maxRate: 10_000_000n },
});
export const RUNES = campaign(
  'runes-1',
  { kind: 'liquidity', epochPot: 1_000_000n, maxRate: 10_000_000n },
  { pays: PAID },
);
export const TRADING = campaign('trading', {
  ...{ kind: 'trading', ...cap },
  levels: [{ limit: 0n, pot: 1_000_000n }],
});
export const NEWCOMER = campaign('newcomer', {
  ...{ kind: 'newcomer', ...cap, each: 1_000n, trades: 3, least: 50_000n },
});
export const FEE_SHARE = campaign('fee-share', { kind: 'fee-share', partPpm: 300_000n });
/** Paid in lots. */
export const LOTS_BRC20 = campaign(
  'lots-brc20',
  { kind: 'liquidity', epochPot: 1_000_000n, maxRate: 10_000_000n },
  { pays: TOKEN },
);
export const LOTS_MRC20 = campaign(
  'lots-mrc20',
  { kind: 'liquidity', epochPot: 1_000_000n, maxRate: 10_000_000n },
  { pays: mrc20On('MAN', 1n).asset },
);
/** One epoch, whose last block is not deep at first. */
export const YOUNG = campaign(
  'young',
  { kind: 'liquidity', epochPot: 4_000_000n, maxRate: 10_000_000n },
  { firstBlock: 190, lastBlock: 199, claimUntil: 4_519 },
);

const ALL = [LIQUIDITY, RUNES, TRADING, NEWCOMER, FEE_SHARE, YOUNG, LOTS_BRC20, LOTS_MRC20] as const;

export function writeCampaigns(directory: string, campaigns: readonly Campaign[] = ALL): void {
  const folder = join(directory, 'campaigns');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const text = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);
  for (const one of campaigns) writeFileSync(join(folder, `${one.id}.json`), JSON.stringify(one, text));
}
