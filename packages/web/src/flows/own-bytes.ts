/** The transactions of an own act as their bytes say, each with what it does; and the waiting one they are about. */
import { hexToBytes, isFlaw, isHex, readTransaction, writeTransaction } from '@rialto/protocols';
import type { Coin, Transaction } from '@rialto/protocols';
import type { OwnPsbt } from '@rialto/contract';
import { effects, scriptKind } from '@rialto/psbt';
import { HIGHEST_RATE, coinsOf, inWords, readSpend } from './read-bytes.ts';
import type { Bytes } from './read-bytes.ts';
import { t } from '../words.ts';

/** As large as a wallet's witness will be: the longest signature with its sighash byte, and the key. */
const P2WPKH_WITNESS = [new Uint8Array(72), new Uint8Array(33)];
const P2TR_WITNESS = [new Uint8Array(64)];

/** @throws Error with a sentence for people when the bytes cannot be read or spend what nobody knows */
export function readOwn({ psbtRaw, coins, held, signed = [] }: OwnPsbt): Bytes {
  return inWords(() => {
    const { tx: unsigned, coins: spent } = readSpend(psbtRaw, coins);
    const witnesses = spent.map((coin, index) => {
      const ours = signed.find((one) => one.index === index);
      if (ours !== undefined) return ours.witness.map(hexToBytes);
      return scriptKind(coin.script) === 'p2tr' ? P2TR_WITNESS : P2WPKH_WITNESS;
    });
    const tx = withWitnesses(unsigned, witnesses);
    const unconfirmed = spent.flatMap((coin) => (held.includes(coin.outpoint) ? [coin.outpoint] : []));
    const context = { allowMessages: true, feeRateLimit: HIGHEST_RATE, held: unconfirmed };
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
    return { tx, coins: spent, does: effects(tx, spent, { allowMessages: true, held }) };
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
