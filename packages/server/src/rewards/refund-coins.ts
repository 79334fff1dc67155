/** Which coins of a pot go back to its operator, and which show the signer that what rows ask for stays (rewards §6). Pure. */
import { isDeepLot, isFittingLot } from '@rialto/market';
import type { Coin } from '@rialto/protocols';
import { MOST_POT_COINS } from '@rialto/psbt';
import { fullestOf } from './claims/pot-coins.ts';
import type { PotCoin } from './claims/pot-coins.ts';

/** Plain ones among the coins that one transaction takes back, of a pot with tokens. */
const MOST_PAYING = 4;
/** As many as the signer looks at. */
const MOST_KEPT = 200;

interface Pot {
  /** With what the campaign pays, the fullest first. */
  readonly coins: readonly PotCoin[];
  /** Sats beside them; of a pot of sats none. */
  readonly plain: readonly PotCoin[];
  readonly isInLots: boolean;
}

interface Asked {
  /** All that rows ask for, and the most that those of one address do. */
  readonly unpaid: bigint;
  readonly largest: bigint;
  /** Of the index. */
  readonly height: number;
}

interface Refund {
  readonly goes: readonly Coin[];
  readonly kept: readonly Coin[];
}

/** Where nothing can go back `goes` is empty. */
export function refundCoins({ coins, plain, isInLots }: Pot, asked: Asked): Refund {
  const paying = plain.slice(0, MOST_PAYING);
  const isFitting = ({ coin, holds }: PotCoin): boolean =>
    !isInLots || isFittingLot({ amount: holds, value: coin.value }, asked.largest);
  const useful = coins.filter(
    (one) => isFitting(one) && (!isInLots || isDeepLot(one.coin.height, asked.height)),
  );
  // Lots that are too large for everybody first, and of the others the largest: a small one pays more people. A coin pays a part of itself, so
  // of coins the smallest go.
  const inTurn = isInLots ? coins : coins.toReversed();
  let left = sumOf(useful);
  const goes: PotCoin[] = [];
  for (const one of inTurn) {
    if (goes.length + paying.length === MOST_POT_COINS) break;
    const takes = useful.includes(one) ? one.holds : 0n;
    if (isFitting(one) && left - takes < asked.unpaid) continue;
    left -= takes;
    goes.push(one);
  }
  // What claimants paid for new lots.
  if (goes.length === 0 && isInLots) return { goes: plain.slice(0, MOST_POT_COINS).map(coinOf), kept: [] };
  if (goes.length === 0) return { goes: [], kept: [] };
  const kept = fullestOf(
    useful.filter((one) => !goes.includes(one)),
    asked.unpaid,
  ).slice(0, MOST_KEPT);
  return { goes: [...goes, ...paying].map(coinOf), kept: kept.map(coinOf) };
}

const coinOf = ({ coin }: PotCoin): Coin => coin;
const sumOf = (all: readonly PotCoin[]): bigint => all.reduce((sum, { holds }) => sum + holds, 0n);
