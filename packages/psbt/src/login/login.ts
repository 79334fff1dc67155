/** The login text and its verification: recoverable ECDSA and BIP-322 simple, for P2WPKH and BIP-86 P2TR (rules §4). */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base64, utf8 } from '@scure/base';
import { bytesToHex, concatBytes, doubleSha256, isHex, writeCompactSize } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Network } from '@rialto/protocols';
import { addressToScript, publicKeyOwns } from '../tx/address.ts';
import { verifyBip322 } from './bip322.ts';
import { isLowS } from '../tx/der.ts';
import type { Verifier } from '../tx/signature.ts';

interface LoginWords {
  /** From settings, never from a request header. */
  readonly domain: string;
  readonly address: string;
  readonly network: Network;
  readonly nonce: string;
  /** ISO 8601, UTC. */
  readonly issuedAt: string;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
}

const ONE_LINE = /^[\x20-\x7e]{1,200}$/;
const MAGIC = utf8.decode('Bitcoin Signed Message:\n');
/** Both forms are well below this. */
const LONGEST_SIGNATURE = 400;

/**
 * The text a wallet signs, one line each. It names the network because key and signature are the same on all of them.
 * @throws Refusal bad-request when a value is not one line of printable ASCII
 */
export function loginText(words: LoginWords): string {
  const { domain, address, network, nonce, issuedAt, expiresAt } = words;
  for (const value of [domain, address, network, nonce, issuedAt, expiresAt]) {
    if (!ONE_LINE.test(value)) throw new Refusal('bad-request', 'login text');
  }
  return [
    'Log in to Rialto. This moves nothing and costs nothing.',
    `Domain: ${domain}`,
    `Address: ${address}`,
    `Network: ${network}`,
    `Nonce: ${nonce}`,
    `Issued: ${issuedAt}`,
    `Expires: ${expiresAt}`,
  ].join('\n');
}

export interface LoginProof {
  readonly address: string;
  readonly network: Network;
  readonly text: string;
  /** Base64 as the wallet returned it; BIP-322 with or without the `smp` prefix. */
  readonly signature: string;
  /** 33 bytes as hex. */
  readonly publicKey: string;
}

/**
 * True when the key owns the address and signed the text. Never throws.
 * 65 bytes are recoverable ECDSA with any header 27 to 42: wallets write the P2PKH header whatever the address
 * (wallets §8). Anything else must be BIP-322 simple. One signature has one spelling: canonical base64,
 * strict DER, low S.
 */
export function verifyLogin(proof: LoginProof, verifier?: Verifier): boolean {
  const script = scriptOf(proof);
  if (script === undefined || !isHex(proof.publicKey) || !publicKeyOwns(proof.publicKey, script))
    return false;
  const bare = proof.signature.startsWith('smp') ? proof.signature.slice(3) : proof.signature;
  const bytes = canonicalBase64(bare);
  if (bytes === undefined) return false;
  if (bytes.length === 65 && bare === proof.signature) return verifyRecoverable(bytes, proof);
  return verifyBip322({ script, text: proof.text }, bytes, verifier);
}

function scriptOf(proof: LoginProof): Uint8Array | undefined {
  try {
    return addressToScript(proof.address, proof.network);
  } catch {
    return undefined;
  }
}

function canonicalBase64(text: string): Uint8Array | undefined {
  if (text.length > LONGEST_SIGNATURE) return undefined;
  try {
    const bytes = base64.decode(text);
    return base64.encode(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

function verifyRecoverable(bytes: Uint8Array, proof: LoginProof): boolean {
  const header = bytes[0] ?? 0;
  const compact = bytes.subarray(1);
  if (header < 27 || header > 42 || !isLowS(compact)) return false;
  const recovered = concatBytes(Uint8Array.of((header - 27) & 3), compact);
  try {
    const key = secp256k1.recoverPublicKey(recovered, messageHash(proof.text), { prehash: false });
    return bytesToHex(key) === proof.publicKey.toLowerCase();
  } catch {
    return false;
  }
}

/** Source: Bitcoin Core `MessageHash`. */
function messageHash(text: string): Uint8Array {
  const bytes = utf8.decode(text);
  const parts = [writeCompactSize(MAGIC.length), MAGIC, writeCompactSize(bytes.length), bytes];
  return doubleSha256(concatBytes(...parts));
}
