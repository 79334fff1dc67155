/** A lot of another size: which lot it is split off, and what prevents it. Pure. */
import type { TransferEntry } from '@rialto/contract';
import { parseDecimal, ungrouped } from '@rialto/market';
import type { Amount } from '@rialto/protocols';
import { MOST_GATHERED } from '@rialto/psbt';
import type { BookToken } from '../../../data/tokens.ts';
import type { GatherRequest, SplitLotRequest } from '../../../flows/own/own-request.ts';
import { lotState } from '../../../data/own/lot-state.ts';
import { inputError } from '../input-error.ts';
import { t } from '../../../words.ts';

interface SplittingOf {
  readonly request: SplitLotRequest | undefined;
  readonly error: string | undefined;
}

/** @param typed the amount, as typed; nothing is wrong while it is empty */
export function splittingOf(token: BookToken, entries: readonly TransferEntry[], typed: string): SplittingOf {
  const { decimals, assetId, ticker: tick } = token;
  const size = ungrouped(typed);
  const units = parseDecimal(size, decimals);
  if (units === undefined) return { request: undefined, error: inputError(size, decimals) };
  if (units === 0n) return { request: undefined, error: t('Enter an amount') };
  const lot = lotToSplit(entries, units, decimals);
  if (lot === undefined) return { request: undefined, error: t('No free lot is larger') };
  const held = unitsOf(lot, decimals) as Amount;
  const { outpoint } = lot;
  return {
    request: { kind: 'split-lot', outpoint, assetId, tick, decimals, held, sizes: [size] },
    error: undefined,
  };
}

const unitsOf = ({ amount }: TransferEntry, decimals: number): bigint => parseDecimal(amount, decimals) ?? 0n;

/** The smallest lot that is free and larger than the amount: large ones stay whole. */
function lotToSplit(
  entries: readonly TransferEntry[],
  requested: bigint,
  decimals: number,
): TransferEntry | undefined {
  return entries
    .filter((entry) => lotState(entry) === 'ready' && unitsOf(entry, decimals) > requested)
    .toSorted((a, b) => (unitsOf(a, decimals) < unitsOf(b, decimals) ? -1 : 1))[0];
}

/**
 * Several free coins of a rune hold what none of them does alone: they become one first, the fullest of them.
 * @returns undefined where one coin is enough, where all together are not, and of what cannot be gathered
 */
export function gatheringOf(
  { book, decimals, assetId, ticker: tick }: BookToken,
  entries: readonly TransferEntry[],
  typed: string,
): GatherRequest | undefined {
  const amount = ungrouped(typed);
  const wanted = parseDecimal(amount, decimals) ?? 0n;
  if (book !== 'runes' || wanted === 0n) return undefined;
  const coins = entries
    .filter((entry) => lotState(entry) === 'ready')
    .map((entry) => unitsOf(entry, decimals))
    .toSorted((a, b) => (a === b ? 0 : a > b ? -1 : 1));
  let sum = 0n;
  const needed = coins.findIndex((units) => (sum += units) >= wanted) + 1;
  if (needed < 2) return undefined;
  return { kind: 'gather', assetId, tick, coins: Math.min(needed, MOST_GATHERED), amount };
}
