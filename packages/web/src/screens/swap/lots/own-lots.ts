/** One's own transfer lots at the door of a pool: which can go in, how many at once, what they hold together. Pure. */
import type { TransferEntry } from '@rialto/contract';
import { TOKEN_DECIMALS, parseDecimal } from '@rialto/market';
import { lotState } from '../../../data/own/lot-state.ts';
import type { LotState } from '../../../data/own/lot-state.ts';

export interface OwnLot {
  readonly outpoint: string;
  /** With 18 digits. */
  readonly units: bigint;
  /** What it lies on. */
  readonly sats: bigint;
  readonly state: LotState;
  readonly inscriptionNumber: string;
  readonly confirmations: number;
}

/** Lots that one act moves, and how deep each has to be (pools §12). */
export const MOST_LOTS = 4;
export const DEEP = 3;

/** @param held coins in an offer that is still handed in */
export function ownLots(entries: readonly TransferEntry[], held: readonly string[]): readonly OwnLot[] {
  return entries.map((entry) => {
    const state = lotState(entry, held);
    const { confirmations } = entry;
    return {
      outpoint: entry.outpoint,
      units: parseDecimal(entry.amount, TOKEN_DECIMALS) ?? 0n,
      sats: BigInt(entry.outValue),
      state: state === 'ready' && confirmations < DEEP ? 'waiting' : state,
      inscriptionNumber: entry.inscriptionNumber,
      confirmations,
    };
  });
}

export const sumOf = (lots: readonly Pick<OwnLot, 'units'>[]): bigint =>
  lots.reduce((sum, { units }) => sum + units, 0n);

/** What they lie on: it goes with them. */
export const satsOf = (lots: readonly Pick<OwnLot, 'sats'>[]): bigint =>
  lots.reduce((sum, { sats }) => sum + sats, 0n);

/** Those of them that can go, in their order. */
export function chosenOf(lots: readonly OwnLot[] | undefined, chosen: readonly string[]): readonly OwnLot[] {
  return (lots ?? []).filter(({ outpoint, state }) => state === 'ready' && chosen.includes(outpoint));
}

/** Once more takes it out again; nothing is put beside as many as one act moves. */
export function toggled(chosen: readonly string[], outpoint: string): readonly string[] {
  if (chosen.includes(outpoint)) return chosen.filter((one) => one !== outpoint);
  return chosen.length < MOST_LOTS ? [...chosen, outpoint] : chosen;
}
