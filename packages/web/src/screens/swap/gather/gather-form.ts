/** Whether a sum lies on more of one's coins than one act takes, and what the button says then. Pure. */
import type { TransferEntry } from '@rialto/contract';
import { parseDecimal } from '@rialto/market';
import { MAX_COINS, MOST_GATHERED } from '@rialto/psbt';
import { lotState } from '../../../data/own/lot-state.ts';
import { msg } from '../../../words.ts';
import type { Label } from '../../../show/swap/label.ts';

export type GatherState =
  | { readonly state: 'none' | 'waits' }
  /** The fullest coins that hold it, as many as one gathering takes. */
  | { readonly state: 'needed'; readonly coins: number };

const NONE: GatherState = { state: 'none' };

/** Units on the coins that can go, the fullest first. @param held coins in an offer that is still handed in */
export function ownRuneCoins(
  entries: readonly TransferEntry[],
  decimals: number,
  held: readonly string[],
): readonly bigint[] {
  return entries
    .filter((entry) => lotState(entry, held) === 'ready')
    .map(({ amount }) => parseDecimal(amount, decimals) ?? 0n)
    .toSorted((a, b) => (a === b ? 0 : a > b ? -1 : 1));
}

export interface Wanted {
  /** That an act takes. */
  readonly units: bigint;
  /** Coins that pay for it, beside: an act spends five in all. */
  readonly paying: number;
}

/**
 * @param coins the fullest first; undefined while they are not known
 * @param wanted undefined while an act takes none
 * @param underWay coins are being gathered: they come back with their block
 */
export function gatherStateOf(
  coins: readonly bigint[] | undefined,
  wanted: Wanted | undefined,
  underWay: boolean,
): GatherState {
  if (coins === undefined || wanted === undefined) return NONE;
  const needed = coinsFor(coins, wanted.units);
  if (needed === undefined) return underWay ? { state: 'waits' } : NONE;
  if (needed < 2 || needed + wanted.paying <= MAX_COINS) return NONE;
  return underWay ? { state: 'waits' } : { state: 'needed', coins: Math.min(needed, MOST_GATHERED) };
}

/** How many of one's own coins pay so many sats: the one that is enough, or the largest. */
export function coinsPaying(money: readonly bigint[], sats: bigint): number {
  const largest = money.toSorted((a, b) => (a === b ? 0 : a > b ? -1 : 1));
  return coinsFor(largest, sats) ?? largest.length;
}

/** How many of the first; undefined where all of them hold less. */
function coinsFor(coins: readonly bigint[], units: bigint): number | undefined {
  let sum = 0n;
  const last = coins.findIndex((held) => (sum += held) >= units);
  return last < 0 ? undefined : last + 1;
}

/** An act that would be refused gives way to the gathering; while that waits for its block, so does what lacks its coins. */
export function gatherLabel(label: Label, { state }: GatherState): Label {
  if (state === 'needed' && label.act === 'go') return { label: msg('Gather your coins'), act: 'gather' };
  if (state === 'waits' && label.act !== 'connect') return { label: msg('Your coins are being gathered') };
  return label;
}
