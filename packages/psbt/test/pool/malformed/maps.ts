/** A PSBT as what it is on the wire: maps of keys and values (BIP-174). */
import { concatBytes, writeCompactSize } from '@rialto/protocols';

export const MAGIC_BYTES = 5;
export const END = Uint8Array.of(0);

export interface Pair {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}
export type Maps = readonly (readonly Pair[])[];

export function readMaps(psbt: Uint8Array): Maps {
  const maps: Pair[][] = [[]];
  let at = MAGIC_BYTES;
  const part = (): Uint8Array => {
    const first = psbt[at] ?? 0;
    const isLong = first === 0xfd;
    const length = isLong ? (psbt[at + 1] ?? 0) + 256 * (psbt[at + 2] ?? 0) : first;
    const start = at + (isLong ? 3 : 1);
    at = start + length;
    return psbt.subarray(start, at);
  };
  while (at < psbt.length) {
    const key = part();
    if (key.length === 0) maps.push([]);
    else maps.at(-1)?.push({ key, value: part() });
  }
  return maps.slice(0, -1);
}

export const sized = (bytes: Uint8Array): Uint8Array => concatBytes(writeCompactSize(bytes.length), bytes);
export const record = ({ key, value }: Pair): Uint8Array => concatBytes(sized(key), sized(value));

export function write(psbt: Uint8Array, maps: Maps): Uint8Array {
  return concatBytes(psbt.subarray(0, MAGIC_BYTES), ...maps.flatMap((map) => [...map.map(record), END]));
}

/** The same with another transaction in it. */
export function withUnsigned(psbt: Uint8Array, unsigned: Uint8Array): Uint8Array {
  const [, ...rest] = readMaps(psbt);
  return write(psbt, [[{ key: Uint8Array.of(0x00), value: unsigned }], ...rest]);
}
