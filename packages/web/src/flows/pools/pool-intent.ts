/** What is asked of a pool, as plain data: it outlives the page while an act waits for its turn. */
import type { Network } from '@rialto/protocols';
import type { PoolKind } from '../../data/pools/pool-rules.ts';
import { isRecord } from '../../unknown.ts';

export type SwapType = '1x' | '2x' | 'x1' | 'x2';

export type PoolIntent = {
  readonly network: Network;
  readonly address: string;
  readonly publicKey: string;
  readonly kind: PoolKind;
  /** What names the token in calls, its asset, its name, digits of the unit in which its amounts are counted. */
  readonly token: string;
  readonly asset: string;
  readonly name: string;
  readonly divisibility: number;
  readonly feeRateSatVb: number;
  /** By which the pool signs, as the exchange writes them; empty while there is no pool. */
  readonly keys: string;
  /** Outpoints of one's own lots that go to a BRC-20 pool. */
  readonly lots: readonly string[];
  /** What the form said of the price, for the review to say it again. */
  readonly seen?: SeenPrice;
} & PoolAsked;

export interface SeenPrice {
  /** Of a swap on the pool's price, in percent as the exchange writes it. */
  readonly impact?: string;
  /** Sat per token that the order book asked and bid; 0 where nobody did. */
  readonly book?: { readonly floorPrice: string; readonly bidPrice: string };
  /** The order book did not answer: the price was compared with nothing. */
  readonly isBookUnknown?: true;
}

/** Amounts are sat, smallest units and shares, as decimal text; `other`, `shares` and `brings` are what the form showed for them. */
export type PoolAsked =
  | { readonly act: 'swap'; readonly type: SwapType; readonly amount: string; readonly other: string }
  | { readonly act: 'init'; readonly sats: string; readonly units: string }
  | {
      readonly act: 'add';
      readonly source: 'token1' | 'token2';
      readonly amount: string;
      readonly other: string;
      readonly shares: string;
    }
  | {
      readonly act: 'remove';
      readonly shares: string;
      readonly brings: Brings;
      /** Shares that were meant and can't leave now. */
      readonly stays?: string;
    };

/** Both sides of a removal, and the reserves by which they can be compared. */
interface Brings {
  readonly sats: string;
  readonly units: string;
  readonly reserves: readonly [sats: string, units: string];
}

const ACTS: readonly unknown[] = ['swap', 'init', 'add', 'remove'];
const KINDS: readonly unknown[] = ['swap', 'runes'];

/** Ours, as it was kept: only whether it is there is looked at. */
export function isPoolIntent(value: unknown): value is PoolIntent {
  return (
    isRecord(value) &&
    ACTS.includes(value['act']) &&
    KINDS.includes(value['kind']) &&
    Array.isArray(value['lots']) &&
    typeof value['token'] === 'string' &&
    typeof value['address'] === 'string' &&
    typeof value['divisibility'] === 'number'
  );
}

/** Does it bring tokens to the user for sats? */
export const isBuy = (type: SwapType): boolean => type === '1x' || type === 'x2';

/** Does it take sats out of the wallet? */
export const paysSats = (intent: PoolIntent): boolean =>
  intent.act === 'swap' ? isBuy(intent.type) : intent.act !== 'remove';

/** A rune comes, or shares, which are one: on a coin of their own that not every wallet knows how to keep. */
export const bringsRune = (intent: PoolIntent): boolean =>
  intent.act === 'init' || intent.act === 'add' || (intent.kind === 'runes' && bringsTokens(intent));

const bringsTokens = (intent: PoolIntent): boolean => intent.act === 'remove' || paysSats(intent);

/**
 * What comes lies on a new coin that plain sats pay for: they are not spent, yet a wallet shows them gone. Where runes are given, a coin of
 * theirs makes place for it.
 */
export const opensCoin = (intent: PoolIntent): boolean =>
  intent.act === 'swap' ? bringsRune(intent) : intent.act !== 'remove' && intent.kind === 'swap';
