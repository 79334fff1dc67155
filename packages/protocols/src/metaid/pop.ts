/** Proof of publication of a PIN: how much work its block happens to lend it (metaid §2). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, doubleSha256, hexToBytes, isHex, reversedHex } from '../bytes.ts';
import { invariant } from '../invariant.ts';
import { encodeUtf8 } from '../utf8.ts';
import type { PinId } from './pin-id.ts';

/** Leading zeros that every PIN of the main network is expected to have; the shown level starts above. */
const POP_CUT = 21;

const DIGITS = 170;

/**
 * The 170 octal digits of a PIN's proof: the first 510 bits of the 64-byte product of block hash and pin hash.
 * @param input hashes as people read them, in hex
 * @throws invariant when a hash is not 32 bytes of hex
 */
export function popOf(input: { pin: PinId; merkleRoot: string; blockHash: string }): string {
  const { pin, merkleRoot, blockHash } = input;
  invariant(isHex(blockHash) && blockHash.length === 64, 'a block hash has 32 bytes');
  const pinHash = sha256(encodeUtf8(pin + merkleRoot) ?? new Uint8Array(0));
  const product = BigInt(`0x${blockHash}`) * BigInt(`0x${bytesToHex(pinHash)}`);
  return (product >> 2n).toString(8).padStart(DIGITS, '0');
}

/** Leading zeros of a proof; what `lvl` of a pinCheck is compared with. */
export function leadingZeros(pop: string): number {
  return pop.length - pop.replace(/^0+/, '').length;
}

/** The level as shown, or -1 for a PIN that is not above the cut. */
export function popLevel(pop: string, cut = POP_CUT): number {
  const zeros = leadingZeros(pop);
  return zeros > cut ? zeros - cut : -1;
}

/** The merkle root of a block, from its transaction ids (Bitcoin Core `consensus/merkle.cpp`). */
export function merkleRootOf(txids: readonly string[]): string {
  let level: Uint8Array[] = txids.map((txid) => hexToBytes(txid).toReversed());
  while (level.length > 1) {
    const pairs: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const left = level[at] ?? new Uint8Array(0);
      pairs.push(doubleSha256(concatBytes(left, level[at + 1] ?? left)));
    }
    level = pairs;
  }
  return reversedHex(level[0] ?? new Uint8Array(32));
}
