/** What is asked of a pool, as plain data: it outlives the page while an act waits for its turn. */
import type { Network } from '@rialto/protocols';
import { isRecord } from '../../unknown.ts';

export type SwapType = '1x' | '2x' | 'x1' | 'x2';

export type PoolIntent = {
  readonly network: Network;
  readonly address: string;
  readonly publicKey: string;
  /** The rune's id, its name, its digits after the point. */
  readonly token: string;
  readonly name: string;
  readonly divisibility: number;
  readonly feeRateSatVb: number;
} & PoolAsked;

/** Amounts are sat, smallest units and shares, as decimal text; `other` and `shares` are what the form showed for them. */
export type PoolAsked =
  | { readonly act: 'swap'; readonly type: SwapType; readonly amount: string; readonly other: string }
  | { readonly act: 'init'; readonly sats: string; readonly units: string }
  | {
      readonly act: 'add';
      readonly source: 'token1' | 'token2';
      readonly amount: string;
      readonly shares: string;
    }
  | { readonly act: 'remove'; readonly shares: string };

const ACTS: readonly unknown[] = ['swap', 'init', 'add', 'remove'];

/** Ours, as it was kept: only whether it is there is looked at. */
export function isPoolIntent(value: unknown): value is PoolIntent {
  return (
    isRecord(value) &&
    ACTS.includes(value['act']) &&
    typeof value['token'] === 'string' &&
    typeof value['address'] === 'string' &&
    typeof value['divisibility'] === 'number'
  );
}

/** Does it bring tokens to the user for sats? */
export const isBuy = (type: SwapType): boolean => type === '1x' || type === 'x2';
