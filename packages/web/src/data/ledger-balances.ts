/** Balances of Runes and MRC-20, read carefully: rows this page does not understand are left out and counted. */
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { API_ROOT } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { isRecord } from '../memory.ts';
import { ApiError } from './api-error.ts';

export interface RuneBalance {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  /** Whole tokens as decimal text. */
  readonly amount: string;
  readonly confirmed: boolean;
}

export interface Mrc20Balance {
  readonly id: string;
  readonly tick: string;
  readonly isIdCoin: boolean;
  readonly balance: string;
  /** What has no block yet. */
  readonly unsafeBalance: string;
}

export interface Read<T> {
  readonly rows: readonly T[];
  readonly notUnderstood: number;
}

const STALE_MS = 5 * 60_000;
const TIMEOUT_MS = 15_000;

export function useRuneBalances(net: Network, address: string): UseQueryResult<Read<RuneBalance>> {
  return useLedger(['rune-balances', net, address], 'runes', { net, address }, (data) => {
    const side = (name: string): unknown[] => listIn(data, name);
    return readAll(
      [
        ...side('confirmed').map((row) => ({ row, confirmed: true })),
        ...side('unconfirmed').map((row) => ({ row, confirmed: false })),
      ],
      runeOf,
    );
  });
}

export function useMrc20Balances(net: Network, address: string): UseQueryResult<Read<Mrc20Balance>> {
  return useLedger(['mrc20-balances', net, address], 'mrc20', { net, address }, (data) =>
    readAll(listIn(data, 'list'), mrc20Of),
  );
}

function useLedger<T>(
  queryKey: readonly string[],
  ledger: 'runes' | 'mrc20',
  ask: { net: Network; address: string },
  read: (data: unknown) => Read<T>,
): UseQueryResult<Read<T>> {
  return useQuery({
    queryKey,
    enabled: ask.address !== '',
    queryFn: async ({ signal }) => read(await dataOf(ledger, ask, signal)),
    staleTime: STALE_MS,
  });
}

async function dataOf(ledger: string, ask: { net: Network; address: string }, signal: AbortSignal) {
  const url = `${API_ROOT}/book/common/${ledger}/address/balance-list?${new URLSearchParams(ask).toString()}`;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const answer = await fetch(url, { headers: { Accept: 'application/json' }, signal: limit });
  const body: unknown = await answer.json().catch(() => undefined);
  const said = isRecord(body) && typeof body['message'] === 'string' ? body['message'] : answer.statusText;
  if (!answer.ok || !isRecord(body) || body['code'] !== 0) throw new ApiError(said, answer.status);
  return body['data'];
}

function listIn(data: unknown, name: string): unknown[] {
  const list = isRecord(data) ? data[name] : undefined;
  return Array.isArray(list) ? list : [];
}

export function readAll<Row, T>(rows: readonly Row[], read: (row: Row) => T | undefined): Read<T> {
  const known = rows.flatMap((row) => read(row) ?? []);
  return { rows: known, notUnderstood: rows.length - known.length };
}

const text = (row: Record<string, unknown>, name: string): string | undefined => {
  const value = row[name];
  return typeof value === 'string' ? value : undefined;
};
const DECIMAL = /^[0-9]+(\.[0-9]+)?$/;

export function runeOf({ row, confirmed }: { row: unknown; confirmed: boolean }): RuneBalance | undefined {
  if (!isRecord(row)) return undefined;
  const amount = text(row, 'amount') ?? '';
  const name = text(row, 'spacedRune') ?? '';
  if (!DECIMAL.test(amount) || name === '') return undefined;
  return { id: text(row, 'runeid') ?? name, name, symbol: text(row, 'symbol') ?? '', amount, confirmed };
}

export function mrc20Of(row: unknown): Mrc20Balance | undefined {
  if (!isRecord(row)) return undefined;
  const balance = text(row, 'balance') ?? '';
  const unsafeBalance = text(row, 'unsafeBalance') ?? '0';
  const tick = text(row, 'tick') ?? '';
  if (!DECIMAL.test(balance) || !DECIMAL.test(unsafeBalance) || tick === '') return undefined;
  return {
    id: text(row, 'mrc20Id') ?? tick,
    tick,
    isIdCoin: text(row, 'tag') === 'id-coins',
    balance,
    unsafeBalance,
  };
}
