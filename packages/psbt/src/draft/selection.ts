/** Which clean coins pay. Own and small, because the library's `selectUTXO` knows whole fee rates only. */
import { isClean, sats, sumSats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Sats } from '@rialto/protocols';
import { scriptKind } from '../tx/address.ts';
import { DUST_FLOOR, MAX_FEE_RATE, feeOf, inputVsize, outputVsize } from '../tx/size.ts';
import { wholeSpend } from '../tx/spend-kinds.ts';

/** A clean coin below this is left alone: it may be a pad, and it hardly pays for itself. */
export const SMALLEST_PAYING_COIN = 1000n as Sats;
export const MAX_COINS = 5;

export interface Selection {
  readonly chosen: readonly Coin[];
  /** Undefined when what is left would be dust; it then goes to the fee. */
  readonly change: Sats | undefined;
  readonly fee: Sats;
}

interface SelectionRequest {
  readonly coins: readonly Coin[];
  /** What the coins have to pay besides the fee; negative where other inputs bring more than the outputs take. */
  readonly target: bigint;
  readonly feeRateSatVb: number;
  /** Size of everything but the chosen coins and the change; quarters count, the sum is rounded up once. */
  readonly baseVsize: number;
  readonly changeScript: Uint8Array;
  readonly max?: number;
}

/**
 * Picks coins: the smallest single coin that is enough, otherwise the largest first. Deterministic.
 * Only clean confirmed coins of at least 1,000 sat count (trading §1; threats §B10).
 * @throws Refusal insufficient-funds (`missing N sat`), too-many-coins when only more than `max` coins would do
 */
export function selectCoins(request: SelectionRequest): Selection {
  const max = request.max ?? MAX_COINS;
  const able = request.coins.filter(canPay).toSorted(largestFirst);
  const single = able.toReversed().find((coin) => settle(request, [coin]) !== undefined);
  if (single !== undefined) return settled(request, [single]);
  for (let count = 2; count <= Math.min(max, able.length); count += 1) {
    const selection = settle(request, able.slice(0, count));
    if (selection !== undefined) return selection;
  }
  if (able.length > max && settle(request, able) !== undefined)
    throw new Refusal('too-many-coins', `more than ${max}`);
  throw new Refusal('insufficient-funds', `missing ${missing(request, able)} sat`);
}

/** The most that one transaction can pay out of these coins, in sat, before its fee: their five largest that may pay. */
export function mostPaid(coins: readonly Coin[]): Sats {
  const largest = coins.filter(canPay).toSorted(largestFirst).slice(0, MAX_COINS);
  return sumSats(largest.map(({ value }) => value));
}

/** True for a coin that may pay: clean, confirmed, of a kind we sign for, and not too small. */
export function canPay(coin: Coin): boolean {
  return isClean(coin) && coin.value >= SMALLEST_PAYING_COIN && scriptKind(coin.script) !== 'other';
}

/** Order of coins: by value, the largest first; equal ones by their outpoint. */
export function largestFirst(a: Coin, b: Coin): number {
  if (a.value !== b.value) return a.value > b.value ? -1 : 1;
  return a.outpoint < b.outpoint ? -1 : 1;
}

function settle(request: SelectionRequest, chosen: readonly Coin[]): Selection | undefined {
  const paid = sumSats(chosen.map((coin) => coin.value));
  const vsize = sizeWith(request, chosen);
  const left = paid - request.target - feeOf(vsize, request.feeRateSatVb);
  if (left < 0n) return undefined;
  const withChange = feeOf(vsize + outputVsize(request.changeScript), request.feeRateSatVb);
  const change = paid - request.target - withChange;
  if (change >= DUST_FLOOR) return { chosen, change: sats(change), fee: withChange };
  // What is too small for change must not lift the rate above what anybody signs.
  const fee = sats(paid - request.target);
  return fee > feeOf(vsize, MAX_FEE_RATE) ? undefined : { chosen, change: undefined, fee };
}

function settled(request: SelectionRequest, chosen: readonly Coin[]): Selection {
  const selection = settle(request, chosen);
  if (selection === undefined) throw new Error('invariant: the coin was enough a moment ago');
  return selection;
}

function missing(request: SelectionRequest, able: readonly Coin[]): bigint {
  const { target, changeScript, feeRateSatVb } = request;
  const paid = sumSats(able.map((coin) => coin.value));
  const vsize = sizeWith(request, able);
  const left = paid - target - feeOf(vsize, feeRateSatVb);
  if (left < 0n) return -left;
  // They are enough, but only for a fee above every rate; with so much more there is change.
  return target + feeOf(vsize + outputVsize(changeScript), feeRateSatVb) + DUST_FLOOR - paid;
}

function sizeWith(request: SelectionRequest, coins: readonly Coin[]): number {
  return Math.ceil(
    coins.reduce((size, coin) => size + inputVsize(wholeSpend(coin.script)), request.baseVsize),
  );
}
