/** What an epoch pays to whom, before any cut: by shares of a pool and blocks, by volume, by first trades. Whole numbers, rounded down. Pure. */
import { smaller } from '../numbers.ts';
import { PPM } from '../pool/terms.ts';
import type { Campaign, EpochBounds, RewardLevel, RewardRule } from './campaign.ts';
import type { FeeBudget } from './budgets.ts';
import type { AssetId } from '@rialto/protocols';

/** A trade that is final: of an order book or of a pool. */
export interface RewardTrade extends FeeBudget {
  readonly pair: AssetId;
  readonly venue: 'book' | 'pool';
  readonly height: number;
  /** Of its transaction in the block, and in that of its order. */
  readonly place: number;
  /** Who paid the service fee; empty where nobody did. */
  readonly payer: string;
  /** Sat: what was paid for the tokens. */
  readonly sats: bigint;
  /** False between addresses of one owner, outside the exchange, and of the operator himself: it counts for no volume. */
  readonly counts: boolean;
}

/** Shares of a pool in an epoch, each held at the end of so many of its blocks. */
export interface ShareFacts {
  /** By address; of those that can claim. Shares times blocks. */
  readonly held: ReadonlyMap<string, bigint>;
  /** Of all shares there were, the burned ones apart. */
  readonly all: bigint;
  /** Sat on the pool's side of bitcoin at the end of each block, those of the addresses in `held`: summed. */
  readonly satBlocks: bigint;
}

export interface EpochFacts {
  /** Of the campaign's pairs in the epoch, of newcomers from its first block on; in their order on the chain. */
  readonly trades: readonly RewardTrade[];
  readonly shares: ShareFacts;
  /** The height of each address's first trade ever that it paid for. */
  readonly firstTrades: ReadonlyMap<string, number>;
}

export type Wanted = ReadonlyMap<string, bigint>;

/** Sat that lie in a pool for a block: what `maxRate` is paid for. */
const RATE_SCALE = 10n ** 12n;

const inEpoch = ({ height }: RewardTrade, { first, last }: EpochBounds): boolean =>
  height >= first && height <= last;

/** What each address would get of an epoch if fees and pot were no limit. Source: rewards §2 and §3 */
export function wantedOf(campaign: Campaign, epoch: EpochBounds, facts: EpochFacts): Wanted {
  const { rule } = campaign;
  switch (rule.kind) {
    case 'liquidity':
      return byShares(facts.shares.held, sumOf(facts.shares.held), liquidityPot(rule, facts.shares));
    case 'fee-share':
      return byShares(facts.shares.held, facts.shares.all, sharedFees(rule, epoch, facts));
    case 'trading':
      return byVolume(rule.levels, epoch, facts);
    case 'newcomer':
      return byFirstTrades(campaign, rule, epoch, facts);
  }
}

type RuleOf<K> = Extract<RewardRule, { readonly kind: K }>;

/**
 * The most that so much in a pool is paid.
 * @param maxRate sat or units for 10^12 sat-blocks
 * @param satBlocks sat that lie there, times blocks
 * @returns sat or units, rounded down. Source: rewards §2
 */
export const mostAtRate = (maxRate: bigint, satBlocks: bigint): bigint => (satBlocks * maxRate) / RATE_SCALE;

/** A lone provider of little gets no more than others for as much. */
const liquidityPot = ({ epochPot, maxRate }: RuleOf<'liquidity'>, { satBlocks }: ShareFacts): bigint =>
  smaller(epochPot, mostAtRate(maxRate, satBlocks));

function sharedFees({ partPpm }: RuleOf<'fee-share'>, epoch: EpochBounds, { trades }: EpochFacts): bigint {
  const fees = trades
    .filter((trade) => trade.venue === 'pool' && inEpoch(trade, epoch))
    .reduce((sum, { serviceFee }) => sum + serviceFee, 0n);
  return (fees * partPpm) / PPM;
}

function byShares(held: ShareFacts['held'], all: bigint, pot: bigint): Wanted {
  if (all < 1n) return new Map();
  return new Map([...held].map(([address, shares]) => [address, (pot * shares) / all]));
}

/** The volume of each payer in an epoch, in sat; the maker of an order earns nothing. */
export function volumesOf(epoch: EpochBounds, trades: readonly RewardTrade[]): ReadonlyMap<string, bigint> {
  const volumes = new Map<string, bigint>();
  for (const trade of trades)
    if (trade.counts && trade.payer !== '' && inEpoch(trade, epoch))
      volumes.set(trade.payer, (volumes.get(trade.payer) ?? 0n) + trade.sats);
  return volumes;
}

/** The level that a volume has reached: undefined below the first. */
export const levelAt = (levels: readonly RewardLevel[], volume: bigint): RewardLevel | undefined =>
  levels.findLast(({ limit }) => volume >= limit);

function byVolume(levels: readonly RewardLevel[], epoch: EpochBounds, { trades }: EpochFacts): Wanted {
  const volumes = volumesOf(epoch, trades);
  const all = sumOf(volumes);
  const pot = levelAt(levels, all)?.pot ?? 0n;
  if (all < 1n) return new Map();
  return new Map([...volumes].map(([address, volume]) => [address, (pot * volume) / all]));
}

/** Of each address whose first trade lies in the campaign: so much for each of its first trades. */
function byFirstTrades(
  { firstBlock, lastBlock }: Campaign,
  rule: RuleOf<'newcomer'>,
  epoch: EpochBounds,
  { trades, firstTrades }: EpochFacts,
): Wanted {
  const counted = new Map<string, number>();
  const wanted = new Map<string, bigint>();
  for (const trade of trades) {
    const { payer } = trade;
    const began = firstTrades.get(payer) ?? -1;
    if (!trade.counts || payer === '' || trade.sats < rule.least || began < firstBlock || began > lastBlock)
      continue;
    const before = counted.get(payer) ?? 0;
    counted.set(payer, before + 1);
    if (before < rule.trades && inEpoch(trade, epoch))
      wanted.set(payer, (wanted.get(payer) ?? 0n) + rule.each);
  }
  return wanted;
}

const sumOf = (amounts: ReadonlyMap<string, bigint>): bigint =>
  [...amounts.values()].reduce((sum, amount) => sum + amount, 0n);
