/** The units of the exchange: every amount is a bigint in smallest units and carries its unit in its type. */

declare const unit: unique symbol;

/** Satoshis. */
export type Sats = bigint & { readonly [unit]: 'Sats' };
/** An amount of a token in its smallest unit (BRC-20: 10^-18 of a token, whatever its `dec`). */
export type Amount = bigint & { readonly [unit]: 'Amount' };
/** A fee rate in sat/vB; a plain number, because it is a rate and never money. */
export type FeeRate = number;

/** All satoshis there can be. Source: Bitcoin Core `consensus/amount.h`. */
export const MAX_MONEY = 2_100_000_000_000_000n as Sats;

/** The smallest output anything we build may have, whatever its script (rules §7). */
export const DUST_FLOOR = 546n as Sats;

/**
 * Names a bigint as satoshis.
 * @throws invariant when it is negative or more than all satoshis there can be
 */
export function sats(value: bigint): Sats {
  if (value < 0n || value > MAX_MONEY) throw new Error(`invariant: ${value} is not an amount of satoshis`);
  return value as Sats;
}

/**
 * Names a bigint as a token amount in smallest units.
 * @throws invariant when it is negative
 */
export function amount(value: bigint): Amount {
  if (value < 0n) throw new Error(`invariant: ${value} is not a token amount`);
  return value as Amount;
}

/** The sum of satoshi values. Throws as `sats` does. */
export function sumSats(values: Iterable<bigint>): Sats {
  let total = 0n;
  for (const value of values) total += value;
  return sats(total);
}
