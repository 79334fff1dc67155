/** Bytes changed as a stranger would change them: flipped, cut, grown, moved, or with counts that lie. */
import { concatBytes } from '../src/index.ts';
import type { Dice } from './dice.ts';

/** Values that counts, lengths and flags turn on. */
const TELLING = [0x00, 0x01, 0x4c, 0x4d, 0x4e, 0x50, 0x63, 0x68, 0x6a, 0x7f, 0x80, 0xfc, 0xfd, 0xfe, 0xff];

/** One to four changes. */
export function mutated(dice: Dice, bytes: Uint8Array): Uint8Array {
  let out = bytes;
  for (let left = 1 + dice.below(4); left > 0; left -= 1) out = once(dice, out);
  return out;
}

function once(dice: Dice, bytes: Uint8Array): Uint8Array {
  const at = dice.below(bytes.length + 1);
  const to = dice.below(bytes.length + 1);
  const length = 1 + dice.below(40);
  const before = bytes.subarray(0, at);
  switch (dice.below(8)) {
    case 0:
      return before;
    case 1:
      return concatBytes(before, bytes.subarray(at + length));
    case 2:
      return concatBytes(before, new Uint8Array(length).fill(dice.below(256)), bytes.subarray(at));
    case 3:
      return concatBytes(before, bytes.subarray(to, to + length), bytes.subarray(at));
    case 4:
      return concatBytes(before, Uint8Array.of(dice.pick(TELLING) ?? 0), bytes.subarray(at));
    case 5:
      return replaced(bytes, at, (bytes[at] ?? 0) ^ (1 << dice.below(8)));
    case 6:
      return replaced(bytes, at, dice.pick(TELLING) ?? 0);
    default:
      return replaced(bytes, at, dice.below(256));
  }
}

function replaced(bytes: Uint8Array, at: number, byte: number): Uint8Array {
  const out = bytes.slice();
  if (at < out.length) out[at] = byte;
  return out;
}
