/** Addresses and keys: which script an address names, and which key owns a script. Only P2WPKH and P2TR (rules §3). */
import { bech32, bech32m } from '@scure/base';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { taprootTweakPubkey } from '@scure/btc-signer/utils.js';
import { ADDRESS_PREFIX, concatBytes, equalBytes, hexToBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Network } from '@rialto/protocols';

type ScriptKind = 'p2wpkh' | 'p2tr' | 'other';
/** The two kinds of script the exchange trades with. */
export type KeyKind = 'p2wpkh' | 'p2tr';

const OP_1 = 0x51;
const COMPRESSED = /^0[23][0-9a-f]{64}$/;
const NO_TREE = new Uint8Array(0);

/**
 * The script an address pays, checked: prefix, checksum, witness version and length (BIP-173, BIP-350).
 * @throws Refusal wrong-network for a segwit address of another network, wrong-address-type for anything but P2WPKH and P2TR
 */
export function addressToScript(address: string, network: Network): Uint8Array {
  const decoded = decodeSegwit(address);
  if (decoded === undefined) throw new Refusal('wrong-address-type');
  if (decoded.prefix !== ADDRESS_PREFIX[network]) {
    const known: readonly string[] = Object.values(ADDRESS_PREFIX);
    throw new Refusal(known.includes(decoded.prefix) ? 'wrong-network' : 'wrong-address-type');
  }
  const { version, program } = decoded;
  if (version === 0 && program.length === 20) return concatBytes(Uint8Array.of(0, 20), program);
  if (version === 1 && program.length === 32) return concatBytes(Uint8Array.of(OP_1, 32), program);
  throw new Refusal('wrong-address-type');
}

interface SegwitAddress {
  prefix: string;
  version: number;
  program: Uint8Array;
}

function decodeSegwit(address: string): SegwitAddress | undefined {
  for (const [codec, versioned] of [
    [bech32, (version: number): boolean => version === 0],
    [bech32m, (version: number): boolean => version > 0 && version <= 16],
  ] as const) {
    const decoded = codec.decodeUnsafe(address, 90);
    const version = decoded?.words[0];
    if (decoded === undefined || version === undefined || !versioned(version)) continue;
    const program = codec.fromWordsUnsafe(decoded.words.slice(1));
    if (program !== undefined) return { prefix: decoded.prefix, version, program };
  }
  return undefined;
}

/** The address of a script, or undefined when it is neither P2WPKH nor P2TR. */
export function scriptToAddress(script: Uint8Array, network: Network): string | undefined {
  const kind = scriptKind(script);
  if (kind === 'other') return undefined;
  const codec = kind === 'p2wpkh' ? bech32 : bech32m;
  const version = kind === 'p2wpkh' ? 0 : 1;
  return codec.encode(ADDRESS_PREFIX[network], [version, ...codec.toWords(script.subarray(2))]);
}

/** Which of the two kinds a script is. Source: BIP-141, BIP-341. */
export function scriptKind(script: Uint8Array): ScriptKind {
  if (script.length === 22 && script[0] === 0 && script[1] === 20) return 'p2wpkh';
  if (script.length === 34 && script[0] === OP_1 && script[1] === 32) return 'p2tr';
  return 'other';
}

/**
 * The script a 33-byte public key owns: BIP-84 for P2WPKH, BIP-86 (key path, no tree) for P2TR.
 * @throws invariant when the key is not a compressed point
 */
export function scriptOfKey(publicKey: Uint8Array, kind: KeyKind): Uint8Array {
  if (!isPublicKey(publicKey)) throw new Error('invariant: not a compressed public key');
  if (kind === 'p2wpkh') return concatBytes(Uint8Array.of(0, 20), hash160(publicKey));
  const [outputKey] = taprootTweakPubkey(publicKey.slice(1), NO_TREE);
  return concatBytes(Uint8Array.of(OP_1, 32), outputKey);
}

/** True when a compressed public key (hex, any case) owns a P2WPKH or BIP-86 P2TR script. Never throws. */
export function publicKeyOwns(publicKeyHex: string, script: Uint8Array): boolean {
  const kind = scriptKind(script);
  const text = publicKeyHex.toLowerCase();
  if (kind === 'other' || !COMPRESSED.test(text)) return false;
  const key = hexToBytes(text);
  return isPublicKey(key) && equalBytes(scriptOfKey(key, kind), script);
}

/** True for 33 bytes that are a point of the curve. */
export function isPublicKey(key: Uint8Array): boolean {
  return key.length === 33 && secp256k1.utils.isValidPublicKey(key, true);
}

/** RIPEMD-160 of SHA-256: the program of P2WPKH (BIP-141). */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}
