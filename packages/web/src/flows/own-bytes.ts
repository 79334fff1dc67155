/** The transactions of an own act as their bytes say, each with what it does; and the waiting one they are about. */
import { hexToBytes, isFlaw, isHex, readTransaction, writeTransaction } from '@rialto/protocols';
import type { Coin, Transaction } from '@rialto/protocols';
import type { OwnPsbt } from '@rialto/contract';
import { asMade, effects } from '@rialto/psbt';
import { HIGHEST_RATE, coinsOf, inWords, readSpend } from './read-bytes.ts';
import type { Bytes } from './read-bytes.ts';
import { t } from '../words.ts';

/**
 * @param mayCarry true for an act that may have a token message: it is then read where it stands
 * @throws Error with a sentence for people when the bytes cannot be read, spend what nobody knows, or hold another message than that
 *   of a coin that is locked to it
 */
export function readOwn({ psbtRaw, coins, held, message, signed = [] }: OwnPsbt, mayCarry: boolean): Bytes {
  return inWords(() => {
    const { tx: unsigned, coins: spent } = readSpend(psbtRaw, coins);
    const witnesses = spent.map((_, index) => {
      return signed.find((one) => one.index === index)?.witness.map(hexToBytes) ?? [];
    });
    const tx = withWitnesses(unsigned, witnesses);
    const unconfirmed = spent.flatMap((coin) => (held.includes(coin.outpoint) ? [coin.outpoint] : []));
    const permitted = message && mayCarry ? asMade(tx, spent) : {};
    const context = { ...permitted, feeRateLimit: HIGHEST_RATE, held: unconfirmed };
    return { tx, coins: spent, does: effects(tx, spent, context) };
  });
}

/**
 * The waiting transaction, from the node's bytes of it.
 * @throws Error when the bytes are another transaction's
 */
export function waitingIn(rawTx: string, txId: string): Transaction {
  const tx = isHex(rawTx) ? readTransaction(hexToBytes(rawTx)) : undefined;
  if (tx === undefined || isFlaw(tx) || tx.txid !== txId)
    throw new Error(t('The waiting transaction cannot be read.'));
  return tx;
}

/** What the waiting one does, where the one that takes its place spends all of its coins. */
export function readWaiting(tx: Transaction, coins: readonly Coin[]): Bytes {
  return inWords(() => {
    const held = coins.map((coin) => coin.outpoint);
    const spent = coinsOf(tx, coins);
    return { tx, coins: spent, does: effects(tx, spent, { ...asMade(tx, spent), held }) };
  });
}

function withWitnesses(tx: Transaction, witnesses: readonly (readonly Uint8Array[])[]): Transaction {
  const { version, locktime, outputs } = tx;
  const inputs = tx.inputs.map(({ txid, vout, scriptSig, sequence }, index) => {
    return { txid, vout, scriptSig, sequence, witness: witnesses[index] ?? [] };
  });
  const filled = readTransaction(writeTransaction({ version, locktime, inputs, outputs }));
  if (isFlaw(filled)) throw new Error('invariant: what was written can be read');
  return filled;
}
