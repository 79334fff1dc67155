/** What must hold of anything prepared by somebody else, whatever it is for. */
import { equalBytes, isOpReturn, outpoint, spentPoint } from '@rialto/protocols';
import type { Outpoint, Sats, Transaction } from '@rialto/protocols';
import { SIGHASH } from '../tx/digest.ts';
import { DUST_FLOOR, feeOf, outputVsize } from '../tx/size.ts';
import type { Effects } from '../effects/effects.ts';
import { mismatchIf } from './mismatch.ts';
import type { Mismatch } from './mismatch.ts';
import { statesValues } from '../tx/read-psbt.ts';
import type { Reading } from './reading.ts';

/** An input that its owner is asked to sign. */
interface RequestedSignature {
  readonly index: number;
  readonly sighash: number;
}

export interface PreparedBytes {
  readonly psbt: Uint8Array;
  readonly toSign: readonly RequestedSignature[];
}

/**
 * The PSBT tells the wallet of its coins what we were told, and asks for one's own inputs, each bound to the whole transaction, and
 * for no other.
 * @param own the script of those who sign
 */
export function checkSigning(
  { psbt, toSign }: PreparedBytes,
  { coins }: Pick<Reading, 'coins'>,
  own: Uint8Array,
): readonly Mismatch[] {
  const mine = coins.flatMap((coin, index) => (equalBytes(coin.script, own) ? [index] : []));
  const asked = toSign.map(({ index }) => index).toSorted((a, b) => a - b);
  const isOpen = toSign.some(({ sighash }) => sighash !== SIGHASH.ALL && sighash !== SIGHASH.DEFAULT);
  return [
    ...mismatchIf(!statesValues(psbt, coins), 'values-differ'),
    ...mismatchIf(asked.join() !== mine.join(), 'signs-others'),
    ...mismatchIf(isOpen, 'signs-openly'),
  ];
}

interface FeeExpectation {
  readonly feeRateSatVb: number;
  /** What the network asks for a transaction of this size whatever the rate, in sat. */
  readonly least?: (vsize: number) => bigint;
  /** Who would get change that may be missing: as dust it went to the fee, and so did the fee of its output. */
  readonly change?: Uint8Array | undefined;
}

/** The network fee is at most that of the chosen rate, to the sat. */
export function checkPaid(
  { fee, vsize }: Pick<Effects, 'fee' | 'vsize'>,
  { feeRateSatVb, least = () => 0n, change }: FeeExpectation,
): readonly Mismatch[] {
  const due = (size: number): bigint => {
    const byRate = feeOf(size, feeRateSatVb);
    return byRate > least(size) ? byRate : least(size);
  };
  const most = change === undefined ? due(vsize) : due(vsize + outputVsize(change)) + DUST_FLOOR - 1n;
  return fee > most ? [{ code: 'fee-too-high', value: fee }] : [];
}

/** Its size once everybody has signed: a Schnorr signature of somebody else may name its sighash, a byte that is not counted. */
export function signedVsize({ coins, does }: Pick<Reading, 'coins' | 'does'>, owner: Uint8Array): number {
  const others = coins.filter(({ script }) => !equalBytes(script, owner));
  return does.vsize + Math.ceil(others.length / 4);
}

/**
 * The network fee of a purchase or a cancel is that of the chosen rate.
 * @param owner who pays it; their first output is what the transaction is for, a second one is change
 */
export function checkFee(
  read: Reading,
  { feeRateSatVb, owner }: { readonly feeRateSatVb: number; readonly owner: Uint8Array },
): readonly Mismatch[] {
  const hasChange = read.tx.outputs.filter(({ script }) => equalBytes(script, owner)).length > 1;
  return checkPaid(read.does, { feeRateSatVb, change: hasChange ? undefined : owner });
}

export const checkAnnounced = (fee: Sats, announced: bigint): readonly Mismatch[] =>
  mismatchIf(fee !== announced, 'fee-not-announced');

/** Nothing ends in the fee, in an output that nobody can spend, or where indexers disagree about it. */
export function checkLoss({ does }: Pick<Reading, 'does'>): readonly Mismatch[] {
  return mismatchIf(does.toFee.length + does.burned.length + does.disputed.length > 0, 'asset-lost');
}

export const spentPoints = (tx: Pick<Transaction, 'inputs'>): readonly Outpoint[] =>
  tx.inputs.map(spentPoint);

/** Every output is the owner's, but those a later transaction of the same act spends; a message carries no money. */
export function checkHome({ tx }: Reading, owner: Uint8Array, later?: Reading): readonly Mismatch[] {
  const spentLater = later === undefined ? [] : spentPoints(later.tx);
  return tx.outputs.flatMap(({ value, script }, vout): readonly Mismatch[] => {
    const isMessage = isOpReturn(script) && value === 0n;
    const isHome = equalBytes(script, owner) || isMessage || spentLater.includes(outpoint(tx.txid, vout));
    return isHome ? [] : [{ code: 'pays-away', value, script }];
  });
}

/** Only plain money of the owner's goes in, beside coins that are named. */
export function checkMoney(
  { coins }: Pick<Reading, 'coins'>,
  owner: Uint8Array,
  named: readonly string[] = [],
): readonly Mismatch[] {
  const others = coins.filter((coin) => !named.includes(coin.outpoint));
  return [
    ...mismatchIf(
      others.some((coin) => !equalBytes(coin.script, owner)),
      'spends-foreign',
    ),
    ...mismatchIf(
      others.some((coin) => coin.assets.length > 0),
      'moves-carrying',
    ),
  ];
}
