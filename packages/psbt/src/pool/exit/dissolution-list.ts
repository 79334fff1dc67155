/**
 * Whom the dissolution of a lane pays, and what: the largest holders of the pool's shares, each the part of the lane that his shares are.
 * What belongs to those who are not listed stays with the pool, and goes to no other holder and to no fee.
 */
import {
  DUST_FLOOR,
  amount,
  bytesToHex,
  equalBytes,
  invariant,
  isStandardOutput,
  sats,
} from '@rialto/protocols';
import type { Amount, RuneId, Sats, ScriptHex } from '@rialto/protocols';
import type { NextLane } from '../pool-draft.ts';
import type { PoolScript } from '../pool-script.ts';
import { feesOf, paidIn, payOut, sharesOf, treeOf } from './dissolution-tree.ts';
import type { Part, Payout } from './dissolution-tree.ts';

/** Shares of a pool on the coins of one script. */
export interface ShareHolder {
  readonly script: Uint8Array;
  readonly shares: bigint;
}

/** The share rune as a ledger has it: all of it is on the share coin, with holders, or burned. */
interface ShareLedger {
  readonly supply: bigint;
  /** On the share coin, never given out. */
  readonly onShareCoin: bigint;
  readonly burned: bigint;
  /** All there are, in any order; the pool's own script too, where somebody sent shares to it. */
  readonly holders: readonly ShareHolder[];
}

export interface ListRequest {
  /** At the height of the list, with what unconfirmed acts among the lane's ancestors do to it. */
  readonly shares: ShareLedger;
  readonly lane: NextLane;
  readonly pool: PoolScript;
  readonly rune: RuneId;
  readonly feeRateSatVb: number;
  /** How many are listed at most; 40 by default. */
  readonly most?: number;
  /** What has to come to a holder of this lane before fees, in sat; 5,000 by default. */
  readonly leastPart?: bigint;
}

/** One who is paid. */
interface ListedHolder {
  readonly script: Uint8Array;
  /** After fees. */
  readonly value: Sats;
  readonly amount: Amount;
}

export interface DissolutionList {
  readonly lane: NextLane;
  /** By size; nobody when there is nobody whom the lane could pay. */
  readonly holders: readonly ListedHolder[];
  /** The pool's own output for all others. */
  readonly rest: ListedHolder | undefined;
  readonly payout: Payout | undefined;
}

const MOST_LISTED = 40;
const LEAST_PART = 5_000n;

/**
 * Makes the list. A part is counted of all shares that somebody can use: burned ones, and those at the pool's own script, count for nobody.
 * Listed are those of a script that every node relays, as long as each gets a coin after his fees; equal ones in the order of their scripts.
 * @throws Refusal bad-request or fee-too-high for the rate
 * @throws invariant when shares are missing from the ledger or counted twice
 */
export function dissolutionList(request: ListRequest): DissolutionList {
  const { lane, rune, pool } = request;
  const all = holdersOf(request);
  const able = ableOf(request, all);
  for (let count = able.length; count > 0; count -= 1) {
    const parts = partsOf(request, able.slice(0, count), sharesOf(all));
    const root = treeOf(parts, { rune, pool: pool.script });
    const payout = payOut(lane.value, root, { ...request, kind: pool.kind });
    const paid = paidIn(payout);
    if (paid.some(({ value }) => value < DUST_FLOOR)) continue;
    const listed = paid.map(({ script, value, amount: units, isRest }) => ({
      holder: { script, value: sats(value), amount: units },
      isRest,
    }));
    const holders = listed.flatMap((one) => (one.isRest === true ? [] : [one.holder]));
    return { lane, holders, rest: listed.find(({ isRest }) => isRest)?.holder, payout };
  }
  return { lane, holders: [], rest: undefined, payout: undefined };
}

/** Everybody whose shares count, each script once, the largest first. */
function holdersOf({ shares, pool }: ListRequest): ShareHolder[] {
  const { supply, onShareCoin, burned, holders } = shares;
  invariant(sharesOf(holders) + onShareCoin + burned === supply, 'every share is somewhere, once');
  const byScript = new Map<ScriptHex, ShareHolder>();
  for (const { script, shares: held } of holders) {
    invariant(held >= 0n, 'nobody holds less than nothing');
    const key = bytesToHex(script) as ScriptHex;
    byScript.set(key, { script, shares: held + (byScript.get(key)?.shares ?? 0n) });
  }
  return [...byScript.values()]
    .filter((holder) => holder.shares > 0n && !equalBytes(holder.script, pool.script))
    .toSorted(largestFirst);
}

function largestFirst(a: ShareHolder, b: ShareHolder): number {
  if (a.shares !== b.shares) return a.shares > b.shares ? -1 : 1;
  return bytesToHex(a.script) < bytesToHex(b.script) ? -1 : 1;
}

/** The longest script with an address. */
const LONGEST_SCRIPT = 34;

function ableOf(request: ListRequest, all: readonly ShareHolder[]): ShareHolder[] {
  const { lane, most = MOST_LISTED, leastPart = LEAST_PART } = request;
  const total = sharesOf(all);
  const isAble = ({ script, shares }: ShareHolder): boolean =>
    script.length <= LONGEST_SCRIPT && isStandardOutput(script) && (lane.value * shares) / total >= leastPart;
  return all.filter(isAble).slice(0, most);
}

/** The units of each; the largest takes what rounding leaves. */
function partsOf(
  { lane, pool }: ListRequest,
  listed: readonly ShareHolder[],
  total: bigint,
): { holders: readonly Part[]; rest: Part | undefined } {
  const unitsOf = (shares: bigint): bigint => (lane.amount * shares) / total;
  const others = total - sharesOf(listed);
  const isOwed = unitsOf(others) > 0n || (lane.value * others) / total > 0n;
  const given = listed.reduce((sum, { shares }) => sum + unitsOf(shares), isOwed ? unitsOf(others) : 0n);
  const holders = listed.map(({ script, shares }, at): Part => {
    const rounding = at === 0 ? lane.amount - given : 0n;
    return { script, shares, amount: amount(unitsOf(shares) + rounding) };
  });
  const rest: Part = { script: pool.script, shares: others, amount: amount(unitsOf(others)), isRest: true };
  return { holders, rest: isOwed ? rest : undefined };
}

/** Under this a lane pays nobody enough (pools §2). */
const LEAST_LANE = 10_000n;

/**
 * What a lane has to hold in sat so that paying it out leaves at least as much as it costs: twice the smallest coins and the fees of its
 * own dissolution, and 10,000.
 */
export function leastLaneValue({ payout }: Pick<DissolutionList, 'payout'>, least = LEAST_LANE): Sats {
  if (payout === undefined) return sats(least);
  const cost = 2n * (BigInt(paidIn(payout).length) * DUST_FLOOR + feesOf(payout));
  return sats(cost > least ? cost : least);
}
