/** Addresses of the old form: an account on MVC has one, and an exchange without legacy addresses refuses one on BTC. */
import { sha256 } from '@noble/hashes/sha2.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import type { Network } from '@rialto/protocols';

const base58check = createBase58check(sha256);
const P2PKH = { livenet: 0x00, testnet: 0x6f, regtest: 0x6f } as const;

export function legacyAddress(publicKey: Uint8Array, network: Network): string {
  return base58check.encode(concatBytes(Uint8Array.of(P2PKH[network]), ripemd160(sha256(publicKey))));
}
