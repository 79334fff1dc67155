/** A transaction of an act on one's own coins, as its bytes say: it may carry a message, and spend coins that are not confirmed yet. */
import { invariant, isFlaw, isOpReturn, readTransaction, writeTransaction } from '@rialto/protocols';
import type { Coin, Outpoint, Transaction } from '@rialto/protocols';
import { asMade } from '../effects/as-made.ts';
import { effects } from '../effects/effects.ts';
import { mismatchIf } from './mismatch.ts';
import type { Mismatch } from './mismatch.ts';
import { spentCoins, unsignedOf } from './reading.ts';
import type { Reading } from './reading.ts';
import { MAX_FEE_RATE } from '../tx/size.ts';

/** A witness that is there already: the exchange's own, of a message it locked. */
interface GivenWitness {
  readonly index: number;
  readonly witness: readonly Uint8Array[];
}

interface OwnBytes {
  readonly psbt: Uint8Array;
  readonly coins: readonly Coin[];
  /** Coins that may be spent before they are confirmed. */
  readonly held: readonly Outpoint[];
  readonly signed: readonly GivenWitness[];
  /** True when it is said to carry a token message. */
  readonly message: boolean;
}

/**
 * @param mayCarry true for an act that may have a token message: it is then read where it is
 * @throws Refusal as `readPsbt`, coin-unknown, and as `effects` (also for another message than that of a coin that is locked to it)
 */
export function readOwn({ psbt, coins: known, held, signed, message }: OwnBytes, mayCarry: boolean): Reading {
  const unsigned = unsignedOf(psbt);
  const coins = spentCoins(unsigned, known);
  const witnesses = coins.map((_, index) => signed.find((one) => one.index === index)?.witness ?? []);
  const tx = withWitnesses(unsigned, witnesses);
  const permitted = message && mayCarry ? asMade(tx, coins) : {};
  return { tx, coins, does: effects(tx, coins, { ...permitted, feeRateLimit: MAX_FEE_RATE, held }) };
}

/**
 * What a waiting transaction does, where the one that replaces it spends all of its coins.
 * @throws Refusal coin-unknown, and as `effects`
 */
export function readWaiting(tx: Transaction, known: readonly Coin[]): Reading {
  const coins = spentCoins(tx, known);
  const held = coins.map((coin) => coin.outpoint);
  return { tx, coins, does: effects(tx, coins, { ...asMade(tx, coins), held }) };
}

function withWitnesses(tx: Transaction, witnesses: readonly (readonly Uint8Array[])[]): Transaction {
  const { version, locktime, outputs } = tx;
  const inputs = tx.inputs.map(({ txid, vout, scriptSig, sequence }, index) => {
    return { txid, vout, scriptSig, sequence, witness: witnesses[index] ?? [] };
  });
  const filled = readTransaction(writeTransaction({ version, locktime, inputs, outputs }));
  invariant(!isFlaw(filled), 'what was written can be read');
  return filled;
}

/** The message that was announced is there: in a witness, or in an output. */
export function checkMessage(
  { message, signed }: OwnBytes,
  { tx }: Pick<Reading, 'tx'>,
): readonly Mismatch[] {
  const isThere = !message || signed.length > 0 || tx.outputs.some(({ script }) => isOpReturn(script));
  return mismatchIf(!isThere, 'message-unreadable');
}
