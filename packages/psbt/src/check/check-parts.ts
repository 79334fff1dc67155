/** What must hold of anything prepared by somebody else, whatever it is for. */
import { equalBytes, isOpReturn, outpoint, spentPoint } from '@rialto/protocols';
import type { Outpoint, Sats, Transaction } from '@rialto/protocols';
import { SIGHASH } from '../tx/digest.ts';
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

/** What rounding and a change too small to keep may add to the fee, in sat. */
const FEE_SLACK = 1_000n;

interface FeeExpectation {
  readonly feeRateSatVb: number;
  /** What the network asks for whatever the rate, in sat. */
  readonly least?: bigint;
}

/** The network fee is that of the chosen rate. */
export function checkFee(
  { fee, vsize }: Pick<Effects, 'fee' | 'vsize'>,
  { feeRateSatVb, least = 0n }: FeeExpectation,
): readonly Mismatch[] {
  const byRate = BigInt(Math.ceil(vsize * feeRateSatVb));
  const isHigh = fee > (byRate > least ? byRate : least) + FEE_SLACK;
  return isHigh ? [{ code: 'fee-too-high', value: fee }] : [];
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
