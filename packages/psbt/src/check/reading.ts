/** A transaction that somebody else prepared, as its bytes say: the coins it spends, and what it does to everybody. */
import { isFlaw, readTransaction, spentPoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Outpoint, Transaction } from '@rialto/protocols';
import { effects } from '../effects/effects.ts';
import type { Effects } from '../effects/effects.ts';
import type { LockedCoin } from '../lock/half.ts';
import { tradeSpend } from '../lock/lock.ts';
import { FILL_SIGHASHES } from '../lock/promise.ts';
import { readPsbt } from '../tx/read-psbt.ts';
import { MAX_FEE_RATE } from '../tx/size.ts';
import type { SpendKind } from '../tx/spend.ts';
import { askSpend } from '../tx/spend-kinds.ts';

export interface Reading {
  readonly tx: Transaction;
  /** What its inputs spend, in their order. */
  readonly coins: readonly Coin[];
  readonly does: Effects;
}

/**
 * The transaction inside a PSBT, unsigned.
 * @throws Refusal as `readPsbt`, psbt-malformed
 */
export function unsignedOf(psbt: Uint8Array): Transaction {
  const tx = readTransaction(readPsbt(psbt).unsigned);
  if (isFlaw(tx)) throw new Refusal('psbt-malformed');
  return tx;
}

/**
 * What the inputs spend, in their order.
 * @throws Refusal coin-unknown
 */
export function spentCoins(tx: Pick<Transaction, 'inputs'>, known: readonly Coin[]): readonly Coin[] {
  return tx.inputs.map((input) => {
    const point = spentPoint(input);
    const coin = known.find((one) => one.outpoint === point);
    if (coin === undefined) throw new Refusal('coin-unknown', point);
    return coin;
  });
}

/**
 * Reads a transaction that sends no message.
 * @param held coins of our own that may be spent before they are confirmed
 * @param sold coins whose sellers signed asks: their signatures are a byte longer; those that lie in locks with them
 * @throws Refusal coin-unknown, and as `effects`
 */
export function readSpend(
  tx: Transaction,
  known: readonly Coin[],
  held: readonly Outpoint[] = [],
  sold: readonly (string | LockedCoin)[] = [],
): Reading {
  const coins = spentCoins(tx, known);
  const kinds = coins.map(({ outpoint, script }) => soldKind(sold, outpoint, script));
  return { tx, coins, does: effects(tx, coins, { kinds, feeRateLimit: MAX_FEE_RATE, held }) };
}

function soldKind(
  sold: readonly (string | LockedCoin)[],
  point: Outpoint,
  script: Uint8Array,
): SpendKind | undefined {
  if (sold.includes(point)) return askSpend(script);
  const locked = sold.find((one) => typeof one !== 'string' && one.coin.outpoint === point);
  return typeof locked === 'object' ? tradeSpend(locked.lock, FILL_SIGHASHES) : undefined;
}
