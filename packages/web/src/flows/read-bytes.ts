/** What every review starts from: the transaction inside the PSBT's bytes, its coins, and what it does. Loaded when needed. */
import {
  Refusal,
  bytesToHex,
  hexToBytes,
  isFlaw,
  isHex,
  readTransaction,
  spentPoint,
} from '@rialto/protocols';
import type { Coin, Network, Transaction } from '@rialto/protocols';
import { coinFromWire, sentenceOf } from '@rialto/contract';
import type { WireCoin } from '@rialto/contract';
import {
  addressToScript,
  effects,
  readPsbt,
  scriptToAddress,
  sighashOf,
  statesValues,
  stripPsbt,
} from '@rialto/psbt';
import type { Effects } from '@rialto/psbt';
import type { ToSign } from './review.ts';
import { refusalWords, t } from '../words.ts';

/** What no exchange could mean; rates above are refused whatever was typed (product §5). */
export const HIGHEST_RATE = 5_000;
const ALL = 0x01;
const DEFAULT = 0x00;

export interface Bytes {
  readonly tx: Transaction;
  /** By input. */
  readonly coins: readonly Coin[];
  readonly does: Effects;
}

/** @throws Error with a sentence for people when the bytes cannot be read or spend what nobody knows */
export function readBytes(psbtHex: string, wireCoins: readonly WireCoin[]): Bytes {
  return inWords(() => {
    const { tx, coins } = readSpend(psbtHex, wireCoins);
    return { tx, coins, does: effects(tx, coins, { feeRateLimit: HIGHEST_RATE }) };
  });
}

/** @throws Error when the PSBT tells the wallet that its coins are worth something else */
export function readSpend(psbtHex: string, wireCoins: readonly WireCoin[]): Omit<Bytes, 'does'> {
  const tx = transactionIn(psbtHex);
  const coins = coinsOf(tx, wireCoins.map(coinFromWire));
  if (!statesValues(hexToBytes(psbtHex), coins))
    throw new Error(t('It tells your wallet other values of its coins than it tells this page.'));
  return { tx, coins };
}

/** What the inputs spend, in their order. */
export function coinsOf(tx: Transaction, known: readonly Coin[]): readonly Coin[] {
  return tx.inputs.map((input) => {
    const coin = known.find((one) => one.outpoint === spentPoint(input));
    if (coin === undefined) throw new Refusal('coin-unknown');
    return coin;
  });
}

/** A refusal of our own judge as a sentence for people. */
export function inWords<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal)
      throw new Error(refusalWords(error.code, sentenceOf(error.code, error.detail)));
    throw error;
  }
}

export function transactionIn(psbtHex: string): Transaction {
  const tx = isHex(psbtHex) ? readTransaction(readPsbt(hexToBytes(psbtHex)).unsigned) : undefined;
  if (tx === undefined || isFlaw(tx)) throw new Error(t('The transaction cannot be read.'));
  return tx;
}

export function scriptOf(address: string, network: Network): string {
  return bytesToHex(addressToScript(address, network));
}

/** A script in words: its address, or its bytes when it has none. */
export function named(script: Uint8Array, network: Network): string {
  return scriptToAddress(script, network) ?? bytesToHex(script);
}

function ownIndexes(bytes: Bytes, me: string): number[] {
  return bytes.coins.flatMap((coin, index) => (bytesToHex(coin.script) === me ? [index] : []));
}

/** The wallet may be asked for one's own inputs, for the whole transaction, and for nothing else. */
export function signingProblems(bytes: Bytes, toSign: readonly ToSign[], me: string): string[] {
  const own = ownIndexes(bytes, me);
  const asked = toSign.map((one) => one.index).toSorted((a, b) => a - b);
  const problems: string[] = [];
  if (asked.join() !== own.join()) problems.push(t('It asks for signatures on other inputs than yours.'));
  if (toSign.some((one) => one.sighash !== ALL && one.sighash !== DEFAULT)) {
    problems.push(t('It asks for a signature that would not bind the whole transaction.'));
  }
  return problems;
}

/** Nothing may end in the fee or in an output that nobody can spend. */
export function lossProblems({ does }: Bytes): string[] {
  const lost = does.toFee.length + does.burned.length + does.disputed.length;
  return lost > 0 ? [t('Something would be burned.')] : [];
}

/** What rounding and a change too small to keep may add to the fee, in sat. */
const FEE_SLACK = 1_000n;

/** @param least what the network asks for whatever the rate, in sat */
export function feeProblems({ fee, vsize }: FeeOf, feeRateSatVb: number, least = 0n): string[] {
  const byRate = BigInt(Math.ceil(vsize * feeRateSatVb));
  if (fee <= (byRate > least ? byRate : least) + FEE_SLACK) return [];
  return [t('The network fee of {fee} sat is above the rate you chose.', { fee: fee.toString() })];
}

type FeeOf = Pick<Effects, 'fee' | 'vsize'>;

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
    const isAsked = readPsbt(bare).signatures.every(({ partial, taproot, leaves }, at) => {
      const asked = toSign.find(({ index }) => index === at)?.sighash;
      const given = [
        ...[...partial, ...leaves].map(({ signature }) => signature),
        ...(taproot === undefined ? [] : [taproot]),
      ];
      return given.every((signature) => binds(sighashOf(signature), asked));
    });
    if (!isAsked) throw new Error(t('The wallet signed otherwise than it was asked. Nothing was sent.'));
    return signed;
  });
}

/** DEFAULT and ALL bind the same: the whole transaction. */
function binds(given: number | undefined, asked: number | undefined): boolean {
  const isWhole = (sighash: number | undefined): boolean => sighash === ALL || sighash === DEFAULT;
  return asked !== undefined && (given === asked || (isWhole(given) && isWhole(asked)));
}
