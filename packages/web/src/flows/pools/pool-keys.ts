/** By which keys a pool signs, as the exchange writes them: one, or `k:key:key…` of k of n. */
import { hexToBytes } from '@rialto/protocols';
import type { PoolKeys } from '@rialto/psbt';

/** @returns undefined for the empty text of a pool that nobody has opened */
export function poolKeysIn(text: string): PoolKeys | undefined {
  if (text === '') return undefined;
  const [first = '', ...keys] = text.split(':');
  return keys.length === 0
    ? { key: hexToBytes(first) }
    : { k: Number(first), keys: keys.map((key) => hexToBytes(key)) };
}
