/** Which coins of a pot go back to its operator, and which show the signer that what rows ask for stays (rewards §6). Pure. */
import { compareWhole, isDeepLot, neededLots } from '@rialto/market';
import type { Coin } from '@rialto/protocols';
import { MOST_POT_COINS, mrc20On } from '@rialto/psbt';
import { coinOf } from './claims/pot-coins.ts';
import type { PotCoin, StrangeCoin } from './claims/pot-coins.ts';

/** Plain ones among the coins that one transaction takes back, of a pot with tokens. */
const MOST_PAYING = 4;

interface Pot {
  /** With what the campaign pays, the fullest first. */
  readonly coins: readonly PotCoin[];
  /** Sats beside them; of a pot of sats none. */
  readonly plain: readonly PotCoin[];
  /** With something on them that pays nobody; of a pot of sats none. */
  readonly strange: readonly StrangeCoin[];
  readonly isInLots: boolean;
}

interface Asked {
  /** To each address that has not been paid. */
  readonly owed: readonly bigint[];
  /** In claims that were signed, dead or not: they stay as long as there are claims. */
  readonly claimed: ReadonlySet<string>;
  /** Of the index. */
  readonly height: number;
}

interface Refund {
  readonly goes: readonly Coin[];
  readonly kept: readonly Coin[];
}

/** Where nothing can go back `goes` is empty. */
export function refundCoins(pot: Pot, asked: Asked): Refund {
  const { coins, plain, isInLots } = pot;
  const needed = isInLots ? neededOf(coins, asked) : fullest(coins, asked.owed);
  const paying = plain.slice(0, MOST_PAYING).map(coinOf);
  const isFree = ({ coin }: { readonly coin: Coin }): boolean => !asked.claimed.has(coin.outpoint);
  const isSent = ({ coin }: PotCoin): boolean => !isInLots || isDeepLot(coin.height, asked.height);
  const spare = coins.filter((one) => !needed.has(one) && isFree(one) && isSent(one));
  const most = MOST_POT_COINS - paying.length;
  const goes = spare.slice(0, most).map(coinOf);
  const kept = coins.filter(({ coin }) => !goes.includes(coin)).map(coinOf);
  if (goes.length > 0) return { goes: [...goes, ...paying], kept };
  const strange = together(pot.strange.filter(isFree), asked.height).slice(0, most).map(coinOf);
  if (strange.length > 0) return { goes: [...strange, ...paying], kept };
  // What claimants paid for new lots, and what paid for claims.
  return { goes: plain.slice(0, MOST_POT_COINS).map(coinOf), kept };
}

/** Those that may come to one output: MRC-20 of two tokens, or disputed and another, may not (decision 0021). */
function together(strange: readonly StrangeCoin[], height: number): readonly StrangeCoin[] {
  const others = strange.filter(({ coin }) => mrc20On(coin) === '');
  if (others.length > 0) return others;
  const deep = strange.filter(({ coin }) => isDeepLot(coin.height, height));
  const [first] = deep;
  if (first === undefined || first.isDisputed) return deep.slice(0, 1);
  return deep.filter(({ coin, isDisputed }) => !isDisputed && mrc20On(coin) === mrc20On(first.coin));
}

/** A young one is not counted for what stays, and does not go either: it may be needed soon. */
function neededOf(coins: readonly PotCoin[], { owed, height }: Asked): ReadonlySet<PotCoin> {
  const lots = coins.map((one) => {
    return { one, amount: one.holds, isDeep: isDeepLot(one.coin.height, height) };
  });
  const needed = neededLots(
    lots.filter(({ isDeep }) => isDeep),
    owed,
  );
  const [largest = 0n] = owed.toSorted((a, b) => compareWhole(b, a));
  const young = lots.filter(({ isDeep, amount }) => !isDeep && amount <= largest);
  return new Set([...needed, ...young].map(({ one }) => one));
}

/** Of sats and runes: as much as is owed, on as few coins as one claim spends. */
function fullest(coins: readonly PotCoin[], owed: readonly bigint[]): ReadonlySet<PotCoin> {
  const unpaid = owed.reduce((sum, one) => sum + one, 0n);
  const useful = coins.slice(0, MOST_POT_COINS);
  let left = useful.reduce((sum, { holds }) => sum + holds, 0n);
  const needed = new Set(left < unpaid ? coins : useful);
  // The smallest go, as long as enough stays: what is left is of use to whoever claims.
  for (const one of useful.toReversed()) {
    if (left - one.holds < unpaid) continue;
    left -= one.holds;
    needed.delete(one);
  }
  return needed;
}
