/** Which coins of a pot go back to its operator, and which show the signer that what rows ask for stays (rewards §6). Pure. */
import { compareWhole, isDeepLot, neededLots } from '@rialto/market';
import { DUST_FLOOR } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { MOST_POT_COINS } from '@rialto/psbt';
import type { PotCoin } from './claims/pot-coins.ts';

/** Plain ones among the coins that one transaction takes back, of a pot with tokens. */
const MOST_PAYING = 4;

interface Pot {
  /** With what the campaign pays, the fullest first. */
  readonly coins: readonly PotCoin[];
  /** Sats beside them; of a pot of sats none. */
  readonly plain: readonly PotCoin[];
  /** Of a pot of lots: with anything on them that pays nobody. */
  readonly strange: readonly Coin[];
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
  const isFree = ({ coin }: PotCoin): boolean => !asked.claimed.has(coin.outpoint);
  const spare = coins.filter((one) => !needed.has(one) && isFree(one));
  const goes = spare.slice(0, MOST_POT_COINS - paying.length).map(coinOf);
  const kept = coins.filter(({ coin }) => !goes.includes(coin)).map(coinOf);
  if (goes.length > 0) return { goes: [...goes, ...paying], kept };
  if (!isInLots) return { goes: [], kept };
  // MRC-20 of two tokens may not meet on one output: one such coin at a time.
  const [odd] = pot.strange.filter(hasMrc20);
  const others = pot.strange.filter((coin) => !hasMrc20(coin)).slice(0, MOST_POT_COINS - paying.length);
  const strange = others.length > 0 ? others : odd === undefined ? [] : [odd];
  if (strange.length > 0) return { goes: [...strange, ...paying], kept };
  // What claimants paid for new lots.
  return { goes: plain.slice(0, MOST_POT_COINS).map(coinOf), kept };
}

const coinOf = ({ coin }: PotCoin): Coin => coin;
const hasMrc20 = ({ assets }: Coin): boolean => assets.some(({ kind }) => kind === 'mrc20');

/** A young one is not counted for what stays, and does not go either: it may be needed soon. */
function neededOf(coins: readonly PotCoin[], { owed, height }: Asked): ReadonlySet<PotCoin> {
  const lots = coins
    .filter(({ coin }) => coin.value >= DUST_FLOOR)
    .map((one) => ({ one, amount: one.holds, isDeep: isDeepLot(one.coin.height, height) }));
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
