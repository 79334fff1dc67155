/** The swap form as rules: what was typed, what the pool would do for it, and what the button says. */
import type { AnswerOf } from '@rialto/contract';
import { isBuy } from '../../flows/pools/pool-intent.ts';
import type { SwapType } from '../../flows/pools/pool-intent.ts';
import { msg } from '../../words.ts';
import { BTC_DECIMALS, areFeesMuch, impactLevel, unitsIn } from './amounts.ts';

export interface SwapForm {
  readonly side: 'buy' | 'sell';
  /** The box whose amount is exact. */
  readonly exact: 'pay' | 'receive';
  readonly text: string;
}

export const EMPTY_SWAP: SwapForm = { side: 'buy', exact: 'pay', text: '' };

export function flipped({ side, exact, text }: SwapForm): SwapForm {
  return { side: side === 'buy' ? 'sell' : 'buy', exact: exact === 'pay' ? 'receive' : 'pay', text };
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

export interface Sums {
  /** Into the wallet or out of it, network fee included. */
  readonly sats: bigint;
  readonly units: bigint;
}

/** All of it: a buyer pays the network fee on top, a seller gets what it leaves. */
export function sumsOf(type: SwapType, { sourceAmount, targetAmount, gas }: Preview): Sums {
  const [source, target, fee] = [BigInt(sourceAmount), BigInt(targetAmount), BigInt(gas)];
  return isBuy(type) ? { sats: source + fee, units: target } : { sats: target - fee, units: source };
}

/** The exchange's and the network's, beside the sats that move: the providers' is in the price. */
function feesAreMuch(type: SwapType, { sourceAmount, targetAmount, gas, serviceFee }: Preview): boolean {
  return areFeesMuch(BigInt(gas) + BigInt(serviceFee), BigInt(isBuy(type) ? sourceAmount : targetAmount));
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
}

export interface Label {
  readonly label: string;
  readonly act?: 'connect' | 'go';
  readonly danger?: boolean;
}

const DUST = 546n;

/** By priority (original product 11.2). */
export function labelOf(now: SwapNow): Label {
  if (!now.connected) return { label: msg('Connect Wallet'), act: 'connect' };
  if (!now.hasToken) return { label: msg('Select token') };
  if (now.paused) return { label: msg('Paused by the operator') };
  if (now.refusal === 'pool-too-small') return { label: msg('Insufficient liquidity') };
  if (now.units === undefined) return { label: msg('Enter an amount') };
  if (now.refusal === 'swap-too-small') return { label: msg('Amount too small') };
  if (now.preview === undefined)
    return { label: now.refusal === undefined ? msg('Getting the price') : msg('No price right now') };
  return ofPreview(now, now.preview);
}

function ofPreview({ type, btc, held, least }: SwapNow, preview: Preview): Label {
  const { sats, units } = sumsOf(type, preview);
  const buys = isBuy(type);
  if (buys ? (btc ?? 0n) < sats : (held ?? 0n) < units) return { label: msg('Insufficient balance') };
  const side = BigInt(buys ? preview.sourceAmount : preview.targetAmount);
  if (side < least) return { label: msg('Amount too small') };
  if (!buys && sats < DUST) return { label: msg('Negative return') };
  return impactLevel(preview.priceImpact) === 'most' || feesAreMuch(type, preview)
    ? { label: msg('Swap Anyway'), act: 'go', danger: true }
    : { label: msg('Swap'), act: 'go' };
}
