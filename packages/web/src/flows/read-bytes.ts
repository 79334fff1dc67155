/** What every review starts from: the transaction inside the PSBT's bytes, its coins, and what it does. Loaded when needed. */
import { bytesToHex, hexToBytes, isFlaw, isHex, readTransaction } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Transaction } from '@rialto/protocols';
import { coinFromWire, sentenceOf } from '@rialto/contract';
import type { OwnPsbt, WireCoin } from '@rialto/contract';
import {
  SIGHASH,
  checkMessage,
  checkSigning,
  readOwn,
  readPsbt,
  readSpend,
  readWaiting,
  sighashOf,
  spentCoins,
  statesValues,
  stripPsbt,
  unsignedOf,
} from '@rialto/psbt';
import type { LockedCoin, PreparedBytes, Mismatch, Reading } from '@rialto/psbt';
import type { ToSign } from './review.ts';
import { refusalWords, t } from '../words.ts';

interface Prepared {
  readonly psbtRaw: string;
  readonly toSignInputs: readonly ToSign[];
  readonly coins: readonly WireCoin[];
}

interface ReadPrepared {
  readonly read: Reading;
  readonly signing: PreparedBytes;
}

/** @throws Error with a sentence for people when the bytes cannot be read, spend what nobody knows, or tell the wallet otherwise */
export function readPrepared(
  { psbtRaw, toSignInputs: toSign, coins }: Prepared,
  sold: readonly (string | LockedCoin)[] = [],
): ReadPrepared {
  return inWords(() => {
    const psbt = bytesIn(psbtRaw);
    const known = coins.map(coinFromWire);
    requireValues(psbt, known);
    return { read: readSpend(unsignedOf(psbt), known, [], sold), signing: { psbt, toSign } };
  });
}

/**
 * The same of a transaction of an act on one's own coins.
 * @param mayCarry true for an act that may have a token message
 */
export function readPreparedOwn(
  one: OwnPsbt,
  mayCarry: boolean,
): { read: Reading; check(own: Uint8Array): readonly Mismatch[] } {
  return inWords(() => {
    const psbt = bytesIn(one.psbtRaw);
    const coins = one.coins.map(coinFromWire);
    const signed = (one.signed ?? []).map(({ index, witness }) => ({
      index,
      witness: witness.map(hexToBytes),
    }));
    const held = coins.flatMap(({ outpoint }) => (one.held.includes(outpoint) ? [outpoint] : []));
    const bytes = { psbt, coins, held, signed, message: one.message };
    requireValues(psbt, coins);
    const read = readOwn(bytes, mayCarry);
    const signing = { psbt, toSign: one.toSignInputs };
    return { read, check: (own) => [...checkSigning(signing, read, own), ...checkMessage(bytes, read)] };
  });
}

/** What the waiting one does, where the one that replaces it spends all of its coins. */
export const readWaitingOf = (tx: Transaction, coins: readonly Coin[]): Reading =>
  inWords(() => readWaiting(tx, coins));

/**
 * The waiting transaction, from the node's bytes of it.
 * @throws Error when the bytes are another transaction's
 */
export function waitingIn(rawTx: string, txId: string): Transaction {
  const tx = isHex(rawTx) ? readTransaction(hexToBytes(rawTx)) : undefined;
  if (tx === undefined || isFlaw(tx) || tx.txid !== txId)
    throw new Error(t('The pending transaction cannot be read.'));
  return tx;
}

/** @throws Error with a sentence for people */
export function bytesIn(psbtHex: string): Uint8Array {
  if (!isHex(psbtHex)) throw new Error(t('The transaction cannot be read.'));
  return hexToBytes(psbtHex);
}

/** First of all: what is counted from other values is not what would be signed. */
function requireValues(psbt: Uint8Array, known: readonly Coin[]): void {
  if (!statesValues(psbt, spentCoins(unsignedOf(psbt), known)))
    throw new Error(t('It gives your wallet different coin values than it gives this page.'));
}

/** A refusal of our own check as a sentence for people. */
export function inWords<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal)
      throw new Error(refusalWords(error.code, sentenceOf(error.code, error.detail)));
    throw error;
  }
}

export const transactionIn = (psbtHex: string): Transaction => unsignedOf(bytesIn(psbtHex));

/**
 * What goes back to the exchange: the reviewed transaction with the signatures that were asked for, without what wallets attach
 * beside it. Older wallets sign whatever the PSBT names, and it is the exchange that wrote it.
 * @throws Error with a sentence for people when anything else was signed
 */
export function sealed(reviewedHex: string, toSign: readonly ToSign[], signedHex: string): string {
  return inWords(() => {
    // The previous transactions first: with them it may be larger than what is read.
    const bare = isHex(signedHex) ? stripPsbt(hexToBytes(signedHex)) : new Uint8Array();
    const signed = bytesToHex(bare);
    if (transactionIn(reviewedHex).txid !== transactionIn(signed).txid)
      throw new Error(t('The wallet signed another transaction. Nothing was sent.'));
    const isRequested = readPsbt(bare).signatures.every(({ partial, taproot, leaves }, at) => {
      const asked = toSign.find(({ index }) => index === at)?.sighash;
      const given = [
        ...partial.map(({ signature }) => signature),
        ...(taproot === undefined ? [] : [taproot]),
        ...leaves.map(({ signature }) => signature),
      ];
      return given.every((signature) => binds(sighashOf(signature), asked));
    });
    if (!isRequested)
      throw new Error(t('The wallet signed something other than requested. Nothing was sent.'));
    return signed;
  });
}

/** DEFAULT and ALL bind the same: the whole transaction. */
function binds(given: number | undefined, asked: number | undefined): boolean {
  const isWhole = (sighash: number | undefined): boolean =>
    sighash === SIGHASH.ALL || sighash === SIGHASH.DEFAULT;
  return asked !== undefined && (given === asked || (isWhole(given) && isWhole(asked)));
}
