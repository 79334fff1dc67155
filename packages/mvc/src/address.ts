/** Addresses of MVC and the one script with an address, P2PKH. The texts are those of Bitcoin's oldest addresses. */
import { createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, invariant } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { HASH160_BYTES, hash160 } from './hashes.ts';

const base58check = createBase58check(sha256);

/** microvisionchain `chainparams.cpp`; the private chain writes addresses as the test network does. */
const VERSIONS: Readonly<Record<Network, number>> = { livenet: 0x00, testnet: 0x6f, regtest: 0x6f };

const HEAD = Uint8Array.of(0x76, 0xa9, HASH160_BYTES); // DUP HASH160
const END = Uint8Array.of(0x88, 0xac); // EQUALVERIFY CHECKSIG
const P2PKH_BYTES = HEAD.length + HASH160_BYTES + END.length;

/** The script that pays the key with this hash. */
export function p2pkhScript(keyHash: Uint8Array): Uint8Array {
  invariant(keyHash.length === HASH160_BYTES, 'a hash of a key has 20 bytes');
  return concatBytes(HEAD, keyHash, END);
}

/** The hash of the key that owns a P2PKH script; undefined for any other script. */
export function keyHashOf(script: Uint8Array): Uint8Array | undefined {
  if (script.length !== P2PKH_BYTES) return undefined;
  const holds =
    [...HEAD].every((byte, at) => script[at] === byte) && script[23] === END[0] && script[24] === END[1];
  return holds ? script.slice(HEAD.length, HEAD.length + HASH160_BYTES) : undefined;
}

/**
 * The holder that makes a token move with the coins of a key instead of with a signature: the hash of the key's P2PKH script. Who spends
 * any such coin releases every token held so. Source: meta-contract `token-v2.scrypt`, operation 2.
 */
export function scriptHolder(keyHash: Uint8Array): Uint8Array {
  return hash160(p2pkhScript(keyHash));
}

/** The address of a key or script hash. */
export function mvcAddress(hash: Uint8Array, network: Network): string {
  invariant(hash.length === HASH160_BYTES, 'an address names 20 bytes');
  return base58check.encode(concatBytes(Uint8Array.of(VERSIONS[network]), hash));
}

/**
 * The hash an address names, checked: checksum, length and network.
 * @throws Refusal wrong-address-type, wrong-network
 */
export function readMvcAddress(text: string, network: Network): Uint8Array {
  const bytes = decoded(text);
  const version = bytes?.[0];
  if (bytes?.length !== 1 + HASH160_BYTES || version === undefined) throw new Refusal('wrong-address-type');
  if (version !== VERSIONS[network]) {
    throw new Refusal(Object.values(VERSIONS).includes(version) ? 'wrong-network' : 'wrong-address-type');
  }
  return bytes.slice(1);
}

/** Longer texts are no address, and base58 of them takes quadratic time. */
const LONGEST_ADDRESS = 40;

function decoded(text: string): Uint8Array | undefined {
  if (text.length > LONGEST_ADDRESS) return undefined;
  try {
    return base58check.decode(text);
  } catch {
    return undefined;
  }
}
