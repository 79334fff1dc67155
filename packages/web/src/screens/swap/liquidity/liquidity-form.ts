/** The forms of liquidity as rules: what the buttons say, and how many shares a part of one's own is. */
import { LEAST_FIRST_SHARES, MINIMUM_LANE_SATS, mostRemovable, reachOf } from '@rialto/market';
import { msg } from '../../../words.ts';
import { areFeesMuch } from '../../../show/swap/amounts.ts';
import type { Label } from '../../../show/swap/label.ts';

export interface AddNow {
  readonly connected: boolean;
  readonly paused: boolean;
  /** Sat and units that would be brought, network fee apart. */
  readonly sats: bigint | undefined;
  readonly units: bigint | undefined;
  readonly gas: bigint;
  readonly btc: bigint | undefined;
  readonly held: bigint | undefined;
  /** In sat. */
  readonly least: bigint;
  /** Of units, where a pool is opened. */
  readonly leastUnits?: bigint;
  /** The name of the refusal of the preview. */
  readonly refusal: string | undefined;
  /** The price is far from the order book's: whether that is consented to. */
  readonly farOff?: 'asks' | 'consented' | undefined;
}

/** By priority (original product 11.2). */
export function addLabel(now: AddNow): Label {
  const { sats, units, refusal } = now;
  if (!now.connected) return { label: msg('Connect Wallet'), act: 'connect' };
  if (now.paused) return { label: msg('Paused by the operator') };
  if (refusal === 'liquidity-too-small') return { label: msg('Amount too small') };
  if (refusal === 'liquidity-rounds') return { label: msg('Rounding would cost too much: choose more') };
  if (sats === undefined || units === undefined) return { label: msg('Choose amount') };
  return ofAmounts(now, sats, units);
}

function ofAmounts(
  { btc = 0n, held = 0n, gas, least, leastUnits = 0n, farOff }: AddNow,
  sats: bigint,
  units: bigint,
): Label {
  if (btc < sats + gas || held < units) return { label: msg('Insufficient balance') };
  // Rounding takes a sat of what was typed.
  if (sats + 1n < least || units < leastUnits) return { label: msg('Amount too small') };
  if (farOff === 'asks') return { label: msg('Confirm the price first') };
  return areFeesMuch(gas, sats) || farOff === 'consented'
    ? { label: msg('Add anyway'), act: 'go', danger: true }
    : { label: msg('Add liquidity'), act: 'go' };
}

export interface RemoveNow {
  readonly connected: boolean;
  readonly shares: bigint;
  /** Shares that were meant and can't leave now. */
  readonly stays: bigint;
  /** That it would bring, network fee apart; undefined while it is not known. */
  readonly sats: bigint | undefined;
  readonly gas: bigint;
  readonly least: bigint;
  readonly refusal: string | undefined;
  /** It brings far less than its part is worth. */
  readonly isDear: boolean;
  /** Nobody is kept in by the least of a removal. */
  readonly isAll: boolean;
}

const DUST = 546n;

export function removeLabel(now: RemoveNow): Label {
  const { connected, shares, stays, sats, gas, least, refusal, isDear, isAll } = now;
  if (!connected) return { label: msg('Connect Wallet'), act: 'connect' };
  if (shares === 0n) return { label: stays > 0n ? msg('Insufficient liquidity') : msg('Select amount') };
  if (refusal === 'liquidity-too-small') return { label: msg('Amount too small') };
  if (refusal === 'pool-too-small') return { label: msg('Insufficient liquidity') };
  if (sats === undefined) return { label: msg('Getting the price') };
  if (sats < least && !isAll) return { label: msg('Amount too small') };
  if (sats - gas < DUST) return { label: msg('Negative return') };
  return areFeesMuch(gas, sats) || isDear
    ? { label: msg('Remove anyway'), act: 'go', danger: true }
    : { label: msg('Remove liquidity'), act: 'go' };
}

export interface Standing {
  readonly r1: bigint;
  readonly r2: bigint;
  readonly shares: bigint;
  readonly lanes: bigint;
}

/** The most that can leave: what every lane holds at least stays (pools §4). */
export function mostShares({ lanes, ...reserves }: Standing): bigint {
  const keeps = { sats: lanes * MINIMUM_LANE_SATS, units: lanes };
  return mostRemovable(reachOf(reserves, []), keeps);
}

/** Of what one has, so many hundredths. */
const partOf = (available: bigint, percent: number): bigint => (available * BigInt(percent)) / 100n;

/** The same, and never more than can leave. */
export function sharesOf(available: bigint, percent: number, most: bigint): bigint {
  const part = partOf(available, percent);
  return part < most ? part : most;
}

/** What of it can't leave now. */
export const staysOf = (available: bigint, percent: number, shares: bigint): bigint =>
  partOf(available, percent) - shares;

/** The fewest units that open a pool beside so many sats: the first shares are the root of both multiplied (pools §4). */
export function leastFirstUnits(sats: bigint): bigint {
  return (LEAST_FIRST_SHARES * LEAST_FIRST_SHARES + sats - 1n) / sats;
}
