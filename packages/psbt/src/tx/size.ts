/** Sizes, fees and dust, exact before anything is signed: integers only, fees always rounded up. */
import { sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Sats, TxOutput } from '@rialto/protocols';
import type { KeyKind } from './address.ts';
import { longestWitness } from './spend.ts';
import type { SpendKind } from './spend.ts';

export { DUST_FLOOR } from '@rialto/protocols';

/** What nodes relay at least, by kind of script. Source: Bitcoin Core `policy.cpp`, dust relay fee 3,000 sat/kvB. */
export const DUST: Readonly<Record<KeyKind, Sats>> = { p2wpkh: 294n as Sats, p2tr: 330n as Sats };

/** Above this no fee rate is read at all (rules §17). */
export const MAX_FEE_RATE = 5000;

/** Version, locktime, segwit marker; counts are added apart. */
const FRAME_WEIGHT = 8 * 4 + 2;
const BARE_INPUT_WEIGHT = 41 * 4;
/** Virtual bytes one more input costs; a fraction, because only whole transactions are rounded (BIP-141). */
export function inputVsize(kind: SpendKind): number {
  return inputWeight(kind) / 4;
}

/** Weight units of an input once it is signed, at most: by its kind alone. */
export function inputWeight(kind: SpendKind): number {
  const witness = longestWitness(kind);
  const items = witness.reduce((sum, item) => sum + compactSizeLength(item.length) + item.length, 0);
  return BARE_INPUT_WEIGHT + compactSizeLength(witness.length) + items;
}

/** Virtual bytes one more output with this script costs. */
export function outputVsize(script: Uint8Array): number {
  return 8 + compactSizeLength(script.length) + script.length;
}

/** Virtual size of a transaction of these inputs and outputs once all are signed. */
export function transactionVsize(
  inputs: readonly SpendKind[],
  outputs: readonly Pick<TxOutput, 'script'>[],
): number {
  return Math.ceil(transactionWeight(inputs, outputs) / 4);
}

/** The same in weight units (BIP-141), for sums that are rounded once at the end. */
export function transactionWeight(
  inputs: readonly SpendKind[],
  outputs: readonly Pick<TxOutput, 'script'>[],
): number {
  let weight = FRAME_WEIGHT + 4 * (compactSizeLength(inputs.length) + compactSizeLength(outputs.length));
  for (const kind of inputs) weight += inputWeight(kind);
  for (const output of outputs) weight += 4 * outputVsize(output.script);
  return weight;
}

function compactSizeLength(size: number): number {
  if (size < 0xfd) return 1;
  return size <= 0xffff ? 3 : 5;
}

/**
 * The fee for a size at a rate in sat/vB, rounded up. The rate counts to a thousandth, so the same plan always costs the same.
 * @throws Refusal bad-request when the rate is no positive number, fee-too-high above 5,000 sat/vB
 */
export function feeOf(vsize: number, feeRateSatVb: number): Sats {
  const thousandths = BigInt(Math.round(checkFeeRate(feeRateSatVb) * 1000));
  const size = BigInt(Math.ceil(vsize * 4));
  return sats((size * thousandths + 3999n) / 4000n);
}

/** The rate itself when it is one (rules §17). */
function checkFeeRate(feeRateSatVb: number): number {
  if (!Number.isFinite(feeRateSatVb) || feeRateSatVb < 0.001) throw new Refusal('bad-request', 'fee rate');
  if (feeRateSatVb > MAX_FEE_RATE) throw new Refusal('fee-too-high', `more than ${MAX_FEE_RATE} sat/vB`);
  return feeRateSatVb;
}

/** A fee and a size as a rate in sat/vB, for eyes and limits; never for money. */
export function rateOf(fee: Sats, vsize: number): number {
  return Number.parseInt(fee.toString(), 10) / vsize;
}
