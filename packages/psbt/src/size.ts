/** Sizes, fees and dust, exact before anything is signed: integers only, fees always rounded up. */
import { Refusal, sats } from '@rialto/protocols';
import type { Sats, TxOutput } from '@rialto/protocols';
import { scriptKind } from './address.ts';
import type { KeyKind } from './address.ts';

/** The smallest output anything we build may have, whatever its script (rules §7). */
export const DUST_FLOOR = 546n as Sats;

/** What nodes relay at least, by kind of script. Source: Bitcoin Core `policy.cpp`, dust relay fee 3,000 sat/kvB. */
export const DUST: Readonly<Record<KeyKind, Sats>> = { p2wpkh: 294n as Sats, p2tr: 330n as Sats };

/** Above this no fee rate is read at all (rules §17). */
export const MAX_FEE_RATE = 5000;

/** Version, locktime, segwit marker; counts are added apart. */
const FRAME_WEIGHT = 8 * 4 + 2;
const BARE_INPUT_WEIGHT = 41 * 4;
/** Count, 72-byte signature (the longest low-S DER and its sighash byte), 33-byte key, each with its length. */
const P2WPKH_WITNESS = 1 + 1 + 72 + 1 + 33;

/** How an input will be signed: the size of its witness follows. */
export type InputShape = 'p2wpkh' | 'p2tr' | 'p2tr-with-byte';

const WITNESS: Readonly<Record<InputShape, number>> = {
  p2wpkh: P2WPKH_WITNESS,
  p2tr: 1 + 1 + 64,
  'p2tr-with-byte': 1 + 1 + 65,
};

/** The shape of an input's witness by its script; `withByte` for a Schnorr signature that names its sighash. */
export function inputShape(script: Uint8Array, withByte: boolean): InputShape {
  const kind = scriptKind(script);
  if (kind === 'other') throw new Refusal('script-not-allowed');
  return kind === 'p2tr' && withByte ? 'p2tr-with-byte' : kind;
}

/** Virtual bytes one more input costs; a fraction, because only whole transactions are rounded (BIP-141). */
export function inputVsize(shape: InputShape): number {
  return inputWeight(shape) / 4;
}

export function inputWeight(shape: InputShape): number {
  return BARE_INPUT_WEIGHT + WITNESS[shape];
}

/** Virtual bytes one more output with this script costs. */
export function outputVsize(script: Uint8Array): number {
  return 8 + compactSizeLength(script.length) + script.length;
}

/** Virtual size of a transaction of these inputs and outputs once all are signed. */
export function transactionVsize(
  inputs: readonly InputShape[],
  outputs: readonly Pick<TxOutput, 'script'>[],
): number {
  return Math.ceil(transactionWeight(inputs, outputs) / 4);
}

/** The same in weight units (BIP-141), for sums that are rounded once at the end. */
export function transactionWeight(
  inputs: readonly InputShape[],
  outputs: readonly Pick<TxOutput, 'script'>[],
): number {
  let weight = FRAME_WEIGHT + 4 * (compactSizeLength(inputs.length) + compactSizeLength(outputs.length));
  for (const shape of inputs) weight += inputWeight(shape);
  for (const output of outputs) weight += 4 * outputVsize(output.script);
  return weight;
}

export function compactSizeLength(size: number): number {
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
export function checkFeeRate(feeRateSatVb: number): number {
  if (!Number.isFinite(feeRateSatVb) || feeRateSatVb < 0.001) throw new Refusal('bad-request', 'fee rate');
  if (feeRateSatVb > MAX_FEE_RATE) throw new Refusal('fee-too-high', `more than ${MAX_FEE_RATE} sat/vB`);
  return feeRateSatVb;
}

/** A fee and a size as a rate in sat/vB, for eyes and limits; never for money. */
export function rateOf(fee: Sats, vsize: number): number {
  return Number.parseInt(fee.toString(), 10) / vsize;
}
