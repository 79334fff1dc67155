/** The secret keys of a BIP-32 master key along hardened paths: all that the signers of BIP-174 need. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { concatBytes } from '@rialto/protocols';

interface Node {
  readonly secret: Uint8Array;
  readonly chainCode: Uint8Array;
}

const HARDENED = 0x80000000;

/** Chain code and secret of an extended private key. Source: BIP-32, "Serialization format". */
export function masterOf(extended: string): Node {
  const bytes = createBase58check(sha256).decode(extended);
  if (bytes.length !== 78 || bytes[45] !== 0) throw new Error('not an extended private key');
  return { chainCode: bytes.subarray(13, 45), secret: bytes.subarray(46) };
}

/** The secret at a path of hardened steps only. Source: BIP-32, "CKDpriv". */
export function secretAt(master: Node, path: readonly number[]): Uint8Array {
  return path.reduce(child, master).secret;
}

function child({ secret, chainCode }: Node, step: number): Node {
  if (step < HARDENED) throw new Error(`step ${step} is not hardened`);
  const index = new Uint8Array(4);
  new DataView(index.buffer).setUint32(0, step);
  const both = hmac(sha512, chainCode, concatBytes(Uint8Array.of(0), secret, index));
  const { Fn } = secp256k1.Point;
  const sum = Fn.add(Fn.fromBytes(both.subarray(0, 32)), Fn.fromBytes(secret));
  return { secret: Fn.toBytes(sum), chainCode: both.subarray(32) };
}
