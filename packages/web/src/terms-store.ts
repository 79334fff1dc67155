/**
 * The terms of one's orders at the bridge, kept by this browser from before the wallet opens until their money is where they say: whoever
 * shows them brings an order back that the exchange has lost. Each is an entry of its own: two windows that write at once never overwrite
 * one another.
 */
import type { WireBridgeTerms } from '@rialto/contract';
import { forget, recallText, rememberText } from './memory.ts';
import { isRecord } from './unknown.ts';

/** Before the network, the address on Bitcoin and the order. */
const PREFIX = 'bridge-terms:';

/** Whose terms they are. */
export interface TermsOwner {
  readonly net: string;
  /** On Bitcoin. */
  readonly address: string;
}

export interface KeptTerms {
  readonly orderId: string;
  readonly terms: WireBridgeTerms;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const startOf = ({ net, address }: TermsOwner): string => `${PREFIX}${net} ${address} `;

/** @returns whether this browser has them now: its storage may be full, or closed to this page */
export function keepTerms(owner: TermsOwner, kept: KeptTerms): boolean {
  const key = `${startOf(owner)}${kept.orderId}`;
  const text = JSON.stringify(kept);
  rememberText(key, text);
  return recallText(key) === text;
}

/** Of an address, the newest first. */
export function keptTerms(owner: TermsOwner): readonly KeptTerms[] {
  return keys(startOf(owner))
    .flatMap((key) => readKept(recallText(key) ?? '') ?? [])
    .toSorted((a, b) => b.at - a.at);
}

/** Its money is where it belongs, whoever's it was. */
export function dropTerms(orderId: string): void {
  for (const key of keys(PREFIX)) if (key.endsWith(` ${orderId}`)) forget(key);
}

function readKept(text: string): KeptTerms | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isKept(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isKept = (value: unknown): value is KeptTerms =>
  isRecord(value) &&
  typeof value['orderId'] === 'string' &&
  typeof value['at'] === 'number' &&
  isTerms(value['terms']);

const TEXTS: readonly (keyof WireBridgeTerms)[] = [
  ...(['net', 'direction', 'asset', 'amount', 'least', 'receiver', 'refund', 'nonce'] as const),
];

/** By its shape; whether it is an order’s is what its hash says. */
export const isTerms = (value: unknown): value is WireBridgeTerms =>
  isRecord(value) &&
  TEXTS.every((name) => typeof value[name] === 'string') &&
  Number.isInteger(value['expires']);

function keys(start: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start));
  } catch {
    return [];
  }
}
