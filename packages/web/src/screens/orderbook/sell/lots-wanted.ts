/** The lots a sale into bids still wants, and how they can be had: inscribed one by one, or split off one lot together. Pure. */
import type { TransferEntry } from '@rialto/contract';
import { TOKEN_DECIMALS, formatDecimal } from '@rialto/market';
import type { BookToken } from '../../../data/tokens.ts';
import type { SplitLotRequest } from '../../../flows/own/own-request.ts';
import type { Splitting } from '../../../flows/tray.ts';
import { lotState } from '../../../data/own/lot-state.ts';
import { promisedOf, unitsOf } from '../book/rows.ts';
import type { BookRules } from '../pair/books.ts';
import type { Sale } from './selling-into.ts';
import { splittingOf } from './split-lot.ts';

/** `waits`: all that is missing is on its way. */
type Way = 'waits' | 'lacks' | 'inscribe' | 'split';

export interface LotsWanted {
  readonly way: Way;
  /** Of the lots that the act makes, or that are on their way, with 18 digits; together what is missing. */
  readonly sizes: readonly bigint[];
  /** The first of them, as it would be typed. */
  readonly size: string;
  readonly split: SplitLotRequest | undefined;
}

interface Holding {
  readonly rules: Pick<BookRules, 'makeLot'>;
  readonly token: BookToken | undefined;
  readonly entries: readonly TransferEntry[];
  /** Lots that are being split: the new ones are in no balance before their block. */
  readonly splitting: readonly Splitting[];
  /** Of BRC-20: what is in no lot. */
  readonly available: bigint;
}

export function lotsWanted(
  { answers, wanted }: Pick<Sale, 'answers' | 'wanted'>,
  { rules, token, entries, splitting, available }: Holding,
): LotsWanted {
  const waiting = entries.filter((one) => lotState(one) === 'waiting').map(sizeOf);
  const made = splitting.flatMap(({ sizes }) => sizes.map(unitsOf));
  const missing = without(wanted, [...waiting, ...made]);
  const [first = wanted[0] ?? 0n] = missing;
  const next = { sizes: [first], size: typed(first), split: undefined };
  if (missing.length === 0) return { ...next, way: 'waits', sizes: wanted };
  if (rules.makeLot === 'inscribe') {
    const free = available - promisedOf(entries);
    return { ...next, way: free < first ? 'lacks' : 'inscribe' };
  }
  // A lot that answers another bid of the sale stays whole.
  const taken = [...answers.map(({ lot }) => lot?.outpoint), ...splitting.map(({ outpoint }) => outpoint)];
  const free = entries.filter(({ outpoint }) => !taken.includes(outpoint));
  const split = token === undefined ? undefined : splitOff(token, free, missing);
  return split === undefined ? { ...next, way: 'lacks' } : { ...next, way: 'split', ...split };
}

/** All of them off one lot where one is large enough, else the first alone. */
function splitOff(
  token: BookToken,
  free: readonly TransferEntry[],
  missing: readonly bigint[],
): { split: SplitLotRequest; sizes: readonly bigint[] } | undefined {
  const all = splittingOf(token, free, typed(missing.reduce((sum, one) => sum + one, 0n))).request;
  if (all !== undefined) return { split: { ...all, sizes: missing.map(typed) }, sizes: missing };
  const one = splittingOf(token, free, typed(missing[0] ?? 0n)).request;
  return one === undefined ? undefined : { split: one, sizes: missing.slice(0, 1) };
}

const typed = (units: bigint): string => formatDecimal(units, TOKEN_DECIMALS);
const sizeOf = ({ amount }: TransferEntry): bigint => unitsOf(amount);

/** What is left when each of the others takes one of its size away. */
function without(all: readonly bigint[], others: readonly bigint[]): bigint[] {
  const left = [...all];
  for (const one of others) {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
