/**
 * Liquidity on MVC between its two signatures, kept by this browser until it is final or has come to nothing: whoever has a signed parking
 * could send it alone, and what it parks no wallet shows. Each is an entry of its own: two windows that write at once never overwrite one another.
 */
import { forget, recallText, rememberText } from './memory.ts';
import { isRecord } from './unknown.ts';

/** Before the account's address on MVC and the act. */
const PREFIX = 'mvc-parked:';

export interface KeptParking {
  /** Of the account on MVC. */
  readonly address: string;
  readonly buildId: string;
  readonly venue: 'mvc' | 'ticket';
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The parking, raw and whole. */
  readonly parked: string;
  /** The transaction of the checks, which the exchange keeps back until all is sent: without scriptSigs, and the hash of each. */
  readonly check: { readonly raw: string; readonly scriptSigs: readonly string[] };
  /** Raw, those whose coins are spent. */
  readonly previous: readonly string[];
}

const keyOf = ({ address, buildId }: Pick<KeptParking, 'address' | 'buildId'>): string =>
  `${PREFIX}${address} ${buildId}`;

/** @returns whether this browser has it now: its storage may be full, or closed to this page */
export function keepParking(kept: KeptParking): boolean {
  const text = JSON.stringify(kept);
  rememberText(keyOf(kept), text);
  return recallText(keyOf(kept)) === text;
}

/** Of an account, the newest first. */
export function keptParkings(address: string): readonly KeptParking[] {
  return keys(`${PREFIX}${address} `)
    .flatMap((key) => readKept(recallText(key) ?? '') ?? [])
    .toSorted((a, b) => b.at - a.at);
}

/** It is over, whichever account's it was. */
export function dropParking(buildId: string): void {
  for (const key of keys(PREFIX)) if (key.endsWith(` ${buildId}`)) forget(key);
}

function readKept(text: string): KeptParking | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isKept(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isKept = (value: unknown): value is KeptParking =>
  isRecord(value) &&
  ['address', 'buildId', 'venue', 'title', 'parked'].every((key) => typeof value[key] === 'string') &&
  typeof value['at'] === 'number' &&
  isRecord(value['check']) &&
  Array.isArray(value['previous']);

function keys(start: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start));
  } catch {
    return [];
  }
}
