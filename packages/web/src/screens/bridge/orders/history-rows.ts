/** The history of a token's two directions as one list, the youngest first. Pure. */
import type { BridgeHistoryType, BridgeOrderView } from '@rialto/contract';

/** Both directions of each kind. */
export const TYPES = {
  BTC: ['btcToMvc', 'mvcToBtc'],
  'BRC-20': ['brc20ToMvc', 'mvcToBrc20'],
  Runes: ['runesToMvc', 'mvcToRunes'],
  'MRC-20': ['mrc20ToMvc', 'mvcToMrc20'],
} as const satisfies Record<string, readonly BridgeHistoryType[]>;

export const ALL_TYPES: readonly BridgeHistoryType[] = Object.values(TYPES).flat();

export interface Part {
  readonly total: number;
  readonly list: readonly BridgeOrderView[];
}

export interface Rows {
  readonly rows: readonly BridgeOrderView[];
  readonly hasMore: boolean;
}

/** One that was only looked at, or never paid, is no history. */
const isPaid = ({ deposits, payment }: BridgeOrderView): boolean => deposits.length > 0 || payment !== null;

/**
 * Two lists, each read as far as it was, in one order. What is older than the end of a list that goes on waits: something of that list may
 * stand before it.
 * @param lists the pages of each direction that have come
 */
export function rowsOf(lists: readonly (readonly Part[])[]): Rows {
  const read = lists.map((parts) => {
    const rows = [...new Map(parts.flatMap(({ list }) => list).map((row) => [row.orderId, row])).values()];
    const total = Math.max(0, ...parts.map((part) => part.total));
    return { rows, goesOn: rows.length < total };
  });
  const ends = read.flatMap(({ rows, goesOn }) => (goesOn ? [rows.at(-1)?.createdAt ?? Infinity] : []));
  const end = Math.max(-Infinity, ...ends);
  const rows = read
    .flatMap((one) => one.rows)
    .filter((one) => one.createdAt >= end && isPaid(one))
    .toSorted((a, b) => b.createdAt - a.createdAt);
  return { rows, hasMore: ends.length > 0 };
}
