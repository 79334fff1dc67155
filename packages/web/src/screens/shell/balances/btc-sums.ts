/** What an address has in bitcoin, by what may be done with it. Pure. */
import type { BtcCoin } from '@rialto/contract';

export type Lock = NonNullable<BtcCoin['lockedBy']>;

export interface BtcSums {
  /** Everything. */
  readonly total: bigint;
  /** All coins but those in orders and bids: the excluded balance (product §9). */
  readonly excluded: bigint;
  /** The part of that which has its block. */
  readonly settled: bigint;
  /** The part of everything that has its block, whatever else it waits for. */
  readonly confirmed: bigint;
  /** Pays for purchases and fees: confirmed, outside orders, carries nothing, not too small. */
  readonly ready: bigint;
  readonly held: Readonly<Record<Lock, { readonly sum: bigint; readonly coins: readonly BtcCoin[] }>>;
}

const sumOf = (coins: readonly BtcCoin[]): bigint =>
  coins.reduce((sum, coin) => sum + BigInt(coin.satoshis), 0n);

export function btcSums(coins: readonly BtcCoin[]): BtcSums {
  const free = coins.filter((coin) => coin.lockedBy !== 'order' && coin.lockedBy !== 'bid');
  const held = (lock: Lock): BtcSums['held'][Lock] => {
    const here = coins.filter((coin) => coin.lockedBy === lock);
    return { sum: sumOf(here), coins: here };
  };
  return {
    total: sumOf(coins),
    excluded: sumOf(free),
    settled: sumOf(free.filter((coin) => coin.confirmed)),
    confirmed: sumOf(coins.filter((coin) => coin.confirmed)),
    ready: sumOf(coins.filter((coin) => coin.lockedBy === undefined)),
    held: {
      order: held('order'),
      bid: held('bid'),
      unconfirmed: held('unconfirmed'),
      asset: held('asset'),
      small: held('small'),
    },
  };
}

export type RatioTone = 'low' | 'middle' | 'high';

/** Red below a half, yellow below four fifths, else green (product §5); nothing of nothing is whole. */
export function ratioTone(confirmed: bigint, total: bigint): RatioTone {
  if (confirmed * 2n < total) return 'low';
  return confirmed * 10n < total * 8n ? 'middle' : 'high';
}

/** Of the balance alone, without a number of its own beside it: green only where all of that has its block. */
export function shownTone({ excluded, settled }: Pick<BtcSums, 'excluded' | 'settled'>): RatioTone {
  const tone = ratioTone(settled, excluded);
  return tone === 'high' && settled < excluded ? 'middle' : tone;
}

/** Hundredths of a percent, rounded down: what is not all must not look like all. */
export function percentOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 10_000 : Number((part * 10_000n) / whole);
}
