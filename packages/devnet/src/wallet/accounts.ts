/** The demo wallet's accounts: real keys from one seed that stays in this browser. Worthless outside the private chain. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { scriptOfKey, scriptToAddress } from '@rialto/psbt';
import type { KeyKind } from '@rialto/psbt';
import type { Network } from '@rialto/protocols';

export interface WalletAccount {
  readonly network: Network;
  readonly name: string;
  readonly kind: KeyKind;
  readonly address: string;
  readonly script: Uint8Array;
  readonly key: Uint8Array;
  /** 33 bytes. */
  readonly publicKey: Uint8Array;
  readonly publicKeyHex: string;
  /** 32 bytes: what a taproot input names as its internal key. */
  readonly internalKey: Uint8Array;
}

const KINDS: readonly { name: string; kind: KeyKind }[] = [
  { name: 'Account 1 · SegWit', kind: 'p2wpkh' },
  { name: 'Account 2 · Taproot', kind: 'p2tr' },
  { name: 'Account 3 · SegWit', kind: 'p2wpkh' },
  { name: 'Account 4 · Taproot', kind: 'p2tr' },
];

/** The accounts of a seed; any text is a seed. On another network the same keys have other addresses. */
export function accountsOf(seed: string, network: Network = 'regtest'): WalletAccount[] {
  const root = sha256(utf8ToBytes(`rialto demo wallet ${seed}`));
  return KINDS.map(({ name, kind }, index) => {
    const key = sha256(concatBytes(root, Uint8Array.of(index)));
    const publicKey = secp256k1.getPublicKey(key, true);
    const script = scriptOfKey(publicKey, kind);
    const address = scriptToAddress(script, network);
    if (address === undefined) throw new Error('invariant: a key has an address');
    const internalKey = schnorr.getPublicKey(key);
    const publicKeyHex = bytesToHex(publicKey);
    return { network, name, kind, address, script, key, publicKey, publicKeyHex, internalKey };
  });
}
