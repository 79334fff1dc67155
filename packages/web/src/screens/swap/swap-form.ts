/** The swap form as rules: what was typed, what the pool would do for it, and what the button says. */
import type { AnswerOf } from '@rialto/contract';
import { DUST_FLOOR } from '@rialto/protocols';
import { isBuy } from '../../flows/pools/pool-intent.ts';
import type { SwapType } from '../../flows/pools/pool-intent.ts';
import { msg } from '../../words.ts';
import type { Label } from '../../show/swap/label.ts';
import { isFarOff } from './book-price.ts';
import type { SatParts } from './sum/sat-sum.ts';
import { BTC_DECIMALS, areFeesMuch, impactLevel, unitsIn } from '../../show/swap/amounts.ts';

export interface SwapForm {
  readonly side: 'buy' | 'sell';
  /** The box whose amount is exact. */
  readonly exact: 'pay' | 'receive';
  readonly text: string;
  /** Outpoints of one's own lots that are sold, where tokens move as lots: then they say how much is paid. */
  readonly lots: readonly string[];
}

export const EMPTY_SWAP: SwapForm = { side: 'buy', exact: 'pay', text: '', lots: [] };

/** What was typed stays on its side; lots are chosen, not typed. */
export function flipped({ side, exact, text }: SwapForm, movesLots: boolean): SwapForm {
  const other = side === 'buy' ? 'sell' : 'buy';
  if (movesLots) return { ...EMPTY_SWAP, side: other };
  return { ...EMPTY_SWAP, side: other, exact: exact === 'pay' ? 'receive' : 'pay', text };
}

/** The figure in the name is the side whose amount is exact. */
export function typeOf({ side, exact }: SwapForm): SwapType {
  if (side === 'buy') return exact === 'pay' ? '1x' : 'x2';
  return exact === 'pay' ? '2x' : 'x1';
}

/** Digits of the box whose amount is exact. */
export function exactDecimals(form: SwapForm, divisibility: number): number {
  const type = typeOf(form);
  return type === '1x' || type === 'x1' ? BTC_DECIMALS : divisibility;
}

export function exactUnits(form: SwapForm, divisibility: number): bigint | undefined {
  return unitsIn(form.text, exactDecimals(form, divisibility));
}

type Preview = AnswerOf<'previewSwap'>;

/** What moves on the side that was typed, where it is not what was typed. */
export function movedFor(
  form: SwapForm,
  divisibility: number,
  { sourceAmount, targetAmount }: Pick<Preview, 'sourceAmount' | 'targetAmount'>,
): bigint | undefined {
  const moved = BigInt(form.exact === 'pay' ? sourceAmount : targetAmount);
  return exactUnits(form, divisibility) === moved ? undefined : moved;
}

/** What is asked for: as it was typed; of a purchase of lots exactly the sum that is shown, and no other that is nearest by then. */
export function askedOf(form: SwapForm, units: bigint, preview: Preview, movesLots: boolean) {
  const { sourceAmount, targetAmount } = preview;
  if (movesLots && form.side === 'buy')
    return { type: 'x2', amount: targetAmount, other: sourceAmount } as const;
  const other = form.exact === 'pay' ? targetAmount : sourceAmount;
  return { type: typeOf(form), amount: units.toString(), other };
}

export interface Sums {
  /** Into the wallet or out of it, network fee included. */
  readonly sats: bigint;
  readonly units: bigint;
}

/**
 * All of it: a buyer pays the network fee on top, a seller gets what it leaves.
 * @param lotSats that come to the user with lots; negative where they go
 */
export function sumsOf(type: SwapType, { sourceAmount, targetAmount, gas }: Preview, lotSats = 0n): Sums {
  const [source, target, fee] = [BigInt(sourceAmount), BigInt(targetAmount), BigInt(gas) - lotSats];
  return isBuy(type) ? { sats: source + fee, units: target } : { sats: target - fee, units: source };
}

/** The same, line by line. */
export function partsOf(type: SwapType, preview: Preview, lotSats = 0n): SatParts {
  const { sats } = sumsOf(type, preview, lotSats);
  const fees = { serviceFee: BigInt(preview.serviceFee), restockFee: BigInt(preview.restockFee) };
  return { sats: isBuy(type) ? -sats : sats, networkFee: BigInt(preview.gas), ...fees, lotSats };
}

/** That go out of the wallet, and what they bring pays: undefined for a purchase. */
export const runesSold = (type: SwapType, preview: Preview) =>
  isBuy(type) ? undefined : { units: sumsOf(type, preview).units, paying: 0 };

/** A pool inscribes its lots on the smallest coins. */
export const satsUnder = (lots: readonly unknown[]): bigint => DUST_FLOOR * BigInt(lots.length);

/** The exchange's and the network's, beside the sats that move: the providers' is in the price. */
export const feesOf = ({ gas, serviceFee, restockFee }: Preview): bigint =>
  BigInt(gas) + BigInt(serviceFee) + BigInt(restockFee);

function feesAreMuch(type: SwapType, preview: Preview): boolean {
  return areFeesMuch(feesOf(preview), BigInt(isBuy(type) ? preview.sourceAmount : preview.targetAmount));
}

export interface SwapNow {
  readonly connected: boolean;
  readonly hasToken: boolean;
  readonly paused: boolean;
  readonly units: bigint | undefined;
  readonly preview: Preview | undefined;
  /** The name of the refusal of the preview. */
  readonly refusal: string | undefined;
  readonly btc: bigint | undefined;
  readonly held: bigint | undefined;
  /** Sat, the least of a swap. */
  readonly least: bigint;
  readonly type: SwapType;
  /** By how many hundredths of a percent the order book is better. */
  readonly bookBetter?: number;
  /** Where tokens move as lots: how many a buyer can choose from, and the sat that go or come with them. */
  readonly lots?: { readonly ready: number; readonly sats: bigint };
}

/** By priority (original product 11.2). */
export function labelOf(now: SwapNow): Label {
  if (!now.connected) return { label: msg('Connect Wallet'), act: 'connect' };
  if (!now.hasToken) return { label: msg('Select token') };
  if (now.paused) return { label: msg('Paused by the operator') };
  if (isWithoutLots(now)) return { label: msg('No lots ready') };
  if (now.refusal === 'pool-too-small') return { label: msg('Insufficient liquidity') };
  if (now.units === undefined)
    return {
      label: now.lots !== undefined && !isBuy(now.type) ? msg('Select a lot') : msg('Enter an amount'),
    };
  if (now.refusal === 'swap-too-small') return { label: msg('Amount too small') };
  if (now.preview === undefined)
    return { label: now.refusal === undefined ? msg('Getting the price') : msg('No price right now') };
  return ofPreview(now, now.preview);
}

/** There is nothing to buy, or nothing near to what was typed. */
export const isWithoutLots = ({ lots, type, refusal }: Pick<SwapNow, 'lots' | 'type' | 'refusal'>): boolean =>
  lots !== undefined && isBuy(type) && (lots.ready === 0 || refusal === 'no-ready-lots');

const isAgainstAdvice = (preview: Preview, type: SwapType, bookBetter: number): boolean =>
  impactLevel(preview.priceImpact) === 'most' || feesAreMuch(type, preview) || isFarOff(bookBetter);

function ofPreview({ type, btc, held, least, lots, bookBetter = 0 }: SwapNow, preview: Preview): Label {
  const { sats, units } = sumsOf(type, preview, lots?.sats);
  const buys = isBuy(type);
  if (buys ? (btc ?? 0n) < sats : (held ?? 0n) < units) return { label: msg('Insufficient balance') };
  const side = BigInt(buys ? preview.sourceAmount : preview.targetAmount);
  if (side < least) return { label: msg('Amount too small') };
  if (!buys && sats < DUST_FLOOR) return { label: msg('Negative return') };
  return isAgainstAdvice(preview, type, bookBetter)
    ? { label: msg('Swap Anyway'), act: 'go', danger: true }
    : { label: msg('Swap'), act: 'go' };
}
