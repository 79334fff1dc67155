/** Campaigns: what the operator pays for what, from which block to which, and what it may cost at most. Pure. */
import { MAX_MONEY } from '@rialto/protocols';
import type { AssetId, ScriptHex } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { formatDecimal } from '../money.ts';
import { PPM } from '../pool/terms.ts';

/** So much of one for so much of the other: exact, never a quotient. */
export interface Price {
  readonly sats: bigint;
  /** Smallest units of what is paid. */
  readonly units: bigint;
}

/** Of the volume of all in an epoch: from `limit` sat on, the epoch pays `pot`. */
export interface RewardLevel {
  readonly limit: bigint;
  readonly pot: bigint;
}

/** What is paid out of service fees, at most, and what it is worth (rewards §3). */
interface Capped {
  /** Of the service fees that an address paid: millionths. */
  readonly capPpm: bigint;
  /** The least that the paid asset is taken to be worth. */
  readonly capPrice: Price;
}

export type RewardRule =
  | {
      readonly kind: 'liquidity';
      /** Paid for one epoch. */
      readonly epochPot: bigint;
      /** Paid at most for 10^12 sat of the pool that lie there for a block. */
      readonly maxRate: bigint;
    }
  | ({ readonly kind: 'trading'; readonly levels: readonly RewardLevel[] } & Capped)
  | ({
      readonly kind: 'newcomer';
      /** For each of the first trades of an address. */
      readonly each: bigint;
      readonly trades: number;
      /** Sat: smaller trades are not counted. */
      readonly least: bigint;
    } & Capped)
  | {
      readonly kind: 'fee-share';
      /** Of the pool's service fees: millionths. */
      readonly partPpm: bigint;
    };

export type RewardKind = RewardRule['kind'];

export interface Campaign {
  readonly id: string;
  readonly title: string;
  /** What is traded, by either book or pool. Of liquidity and fee share one alone. */
  readonly pairs: readonly AssetId[];
  readonly firstBlock: number;
  readonly lastBlock: number;
  readonly epochBlocks: number;
  readonly pays: 'sats' | AssetId;
  /** All that it ever pays: sat, or smallest units. */
  readonly pot: bigint;
  /** The last block in which rows may be claimed. */
  readonly claimUntil: number;
  /** Where the rest goes, and nowhere else. */
  readonly refundScript: ScriptHex;
  readonly rule: RewardRule;
}

export interface EpochBounds {
  readonly number: number;
  readonly first: number;
  readonly last: number;
}

/** An epoch is closed when its last block has so many on top (rewards §3). */
export const EPOCH_DEPTH = 6;

/** Rows can be claimed for so long after the last epoch: thirty days (rewards §4). */
export const CLAIM_BLOCKS = 4_320;

/** As many rows as one claim takes (rewards §5). */
const MOST_EPOCHS = 5_000;

/** A claim that was signed at the last moment still has a day to be mined, before what is left may go back (rewards §6). */
export const LATE_BLOCKS = 144;

/** Of a pair's service fees, what cap and fee share together may pay back: 80 % (rewards §3). */
const MOST_BACK_PPM = 800_000n;

export const epochsOf = ({ firstBlock, lastBlock, epochBlocks }: Campaign): number =>
  Math.floor((lastBlock - firstBlock + 1) / epochBlocks);

/** The blocks of an epoch; numbers begin with 0. */
export function boundsOf({ firstBlock, epochBlocks }: Campaign, number: number): EpochBounds {
  const first = firstBlock + number * epochBlocks;
  return { number, first, last: first + epochBlocks - 1 };
}

/** Whether an epoch can be closed with the last block at a height. */
export const isSettled = ({ last }: Pick<EpochBounds, 'last'>, height: number): boolean =>
  height - last >= EPOCH_DEPTH;

/** The epoch that a block belongs to; undefined outside the campaign. */
export function epochAt(campaign: Campaign, height: number): EpochBounds | undefined {
  const { firstBlock, lastBlock, epochBlocks } = campaign;
  if (height < firstBlock || height > lastBlock) return undefined;
  return boundsOf(campaign, Math.floor((height - firstBlock) / epochBlocks));
}

/** The most that one epoch pays; undefined where the pot alone is the limit. */
export function mostPerEpoch({ rule }: Pick<Campaign, 'rule'>): bigint | undefined {
  if (rule.kind === 'liquidity') return rule.epochPot;
  if (rule.kind === 'trading') return rule.levels.reduce((most, { pot }) => (pot > most ? pot : most), 0n);
  return undefined;
}

/** The most that a campaign pays in all: of one that is possible, at most its pot. */
export function mostOf(campaign: Campaign): bigint {
  const most = mostPerEpoch(campaign);
  return most === undefined ? campaign.pot : most * BigInt(epochsOf(campaign));
}

/** Kinds that are paid by shares of a pool. */
export const isByShares = ({ kind }: RewardRule): boolean => kind === 'liquidity' || kind === 'fee-share';

/**
 * Whether a campaign can be, by itself.
 * @throws Refusal campaign-impossible, with what is wrong. Source: rewards §2
 */
export function requirePossible(campaign: Campaign): void {
  const wrong = faultOf(campaign) ?? ruleFault(campaign);
  if (wrong !== undefined) throw new Refusal('campaign-impossible', wrong);
}

function faultOf(campaign: Campaign): string | undefined {
  const { pairs, pays, pot, rule } = campaign;
  const wrong = boundsFault(campaign);
  if (wrong !== undefined) return wrong;
  if (pairs.length === 0 || new Set(pairs).size !== pairs.length) return 'a pair is missing, or there twice';
  if (isByShares(rule) && pairs.length > 1) return 'shares of one pool are paid for, not of several';
  if (pot < 1n) return 'there is nothing in the pot';
  if (pays === 'sats' && pot > MAX_MONEY) return 'its pot is more than all sats there are';
  const all = mostOf(campaign);
  return all > pot ? `its epochs may pay ${all}, and the pot is ${pot}` : undefined;
}

function boundsFault(campaign: Campaign): string | undefined {
  const { firstBlock, lastBlock, epochBlocks, claimUntil } = campaign;
  if (epochBlocks < 1 || lastBlock < firstBlock) return 'it ends before it begins';
  const over = (lastBlock - firstBlock + 1) % epochBlocks;
  if (over !== 0)
    return `its last epoch is not whole: it may end with block ${lastBlock - over} or ${lastBlock - over + epochBlocks}`;
  if (epochsOf(campaign) > MOST_EPOCHS) return `it has more than ${MOST_EPOCHS} epochs`;
  const least = lastBlock + CLAIM_BLOCKS;
  return claimUntil < least ? `rows must be claimable until block ${least} at least` : undefined;
}

function ruleFault({ pays, pot, rule }: Campaign): string | undefined {
  switch (rule.kind) {
    case 'liquidity':
      return rule.maxRate < 1n ? 'the most per block is zero' : undefined;
    case 'trading':
      return capFault(rule, pays) ?? levelsFault(rule.levels);
    case 'newcomer':
      if (rule.trades < 1 || rule.each < 1n) return 'no trade is paid for';
      if (rule.each * BigInt(rule.trades) > pot) return 'the pot does not pay one newcomer';
      return capFault(rule, pays);
    case 'fee-share':
      if (pays !== 'sats') return 'fees are shared in sats';
      return isPart(rule.partPpm, PPM) ? undefined : 'the part of the fees is not between 0 and 100 %';
  }
}

const isPart = (ppm: bigint, most: bigint): boolean => ppm >= 1n && ppm <= most;

function capFault({ capPpm, capPrice }: Capped, pays: Campaign['pays']): string | undefined {
  if (!isPart(capPpm, MOST_BACK_PPM)) return 'the cap is not between 0 and 80 %';
  const { sats, units } = capPrice;
  if (sats < 1n || units < 1n) return 'the price of what is paid is not above zero';
  return pays === 'sats' && sats !== units ? 'a sat is worth a sat' : undefined;
}

function levelsFault(levels: readonly RewardLevel[]): string | undefined {
  if (levels.length === 0) return 'there is no level';
  const rises = levels.every(({ limit, pot }, at) => {
    const before = levels[at - 1];
    return limit >= 0n && pot > 0n && (before === undefined || (limit > before.limit && pot > before.pot));
  });
  return rises ? undefined : 'its levels do not rise';
}

/**
 * Whether a campaign can be beside those there are: of one kind a pair has one at a time, and no pair pays back more than 80 % of its
 * fees at any height.
 * @param others of every state: what one paid for in the past counts at its heights
 * @throws Refusal campaign-overlaps, campaign-impossible. Source: rewards §3
 */
export function requireBeside(campaign: Campaign, others: readonly Campaign[]): void {
  if (others.some(({ id }) => id === campaign.id))
    throw new Refusal('campaign-impossible', `the id ${campaign.id} is in use`);
  const beside = others.filter((other) => meets(campaign, other));
  const same = beside.find(({ rule }) => rule.kind === campaign.rule.kind);
  if (same !== undefined) throw new Refusal('campaign-overlaps', same.id);
  for (const pair of campaign.pairs) {
    const all = [campaign, ...beside.filter(({ pairs }) => pairs.includes(pair))];
    const back = mostBack(all.map(({ rule }) => rule));
    if (back > MOST_BACK_PPM)
      throw new Refusal(
        'campaign-impossible',
        `${pair}: ${percentOf(back)} % of its fees would be paid back, with ${named(all.slice(1))}; ${percentOf(MOST_BACK_PPM)} % at most may be`,
      );
  }
}

const percentOf = (ppm: bigint): string => formatDecimal(ppm, 4);
const named = (all: readonly Campaign[]): string => all.map(({ id }) => id).join(', ') || 'no other campaign';

/** Kinds that differ have blocks of their own, and are counted as if they met wherever both have one. */
function meets(one: Campaign, other: Campaign): boolean {
  if (one.firstBlock > other.lastBlock || other.firstBlock > one.lastBlock) return false;
  return one.pairs.some((pair) => other.pairs.includes(pair));
}

function mostBack(rules: readonly RewardRule[]): bigint {
  const caps = rules.map((rule) => ('capPpm' in rule ? rule.capPpm : 0n));
  const parts = rules.map((rule) => (rule.kind === 'fee-share' ? rule.partPpm : 0n));
  const cap = caps.reduce((most, one) => (one > most ? one : most), 0n);
  return cap + parts.reduce((sum, one) => sum + one, 0n);
}
