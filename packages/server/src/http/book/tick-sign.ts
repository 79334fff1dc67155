/** Whether a tick of an ID-Coin is signed by a key the operator trusts (decision 0008). */
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeUtf8, hexToBytes, isHex, mrc20Tag } from '@rialto/protocols';
import type { Mrc20Token, Network, TickSignCheck } from '@rialto/protocols';
import { compactOfDer, scriptOfKey, scriptToAddress } from '@rialto/psbt';
import type { Verifier } from '@rialto/psbt';

export interface Tagger {
  /** What the tag rests on. */
  readonly by: 'signature' | 'shape' | 'nothing';
  tagOf(token: Mrc20Token): '' | 'id-coins';
}

/** @param keys public keys as hex, joined by commas; '' for none */
export function openTagger(keys: string, network: Network, verifier: Verifier): Tagger {
  const trusted = keys.split(',').filter((key) => key !== '');
  if (trusted.length > 0) {
    const check = trustedBy(trusted, network, verifier);
    return { by: 'signature', tagOf: (token) => mrc20Tag(token, check) };
  }
  const everyone = network === 'regtest';
  return { by: everyone ? 'shape' : 'nothing', tagOf: (token) => mrc20Tag(token, () => everyone) };
}

/** The pool's key is nowhere on the chain: it must be one of the trusted keys, the one that owns the pool's address. */
function trustedBy(keys: readonly string[], network: Network, verifier: Verifier): TickSignCheck {
  const owners = new Map<string, string>();
  for (const key of keys) for (const address of addressesOf(key, network)) owners.set(address, key);
  return ({ tick, pool, tickSign }) => {
    const poolKey = owners.get(pool);
    const signature = bytesOf(tickSign);
    const text = poolKey === undefined ? undefined : encodeUtf8(`${tick}${poolKey}${pool}`);
    if (signature === undefined || text === undefined) return false;
    const digest = sha256(text);
    return keys.some((key) => verifies(verifier, { key: hexToBytes(key), signature, digest }));
  };
}

const COMPRESSED = 33;

function addressesOf(key: string, network: Network): string[] {
  const bytes = hexToBytes(key);
  const compressed = bytes.length === COMPRESSED ? bytes : hexToBytes(`02${key}`);
  const kinds = bytes.length === COMPRESSED ? (['p2wpkh', 'p2tr'] as const) : (['p2tr'] as const);
  return kinds.flatMap((kind) => scriptToAddress(scriptOfKey(compressed, kind), network) ?? []);
}

const COMPACT = 64;

interface Signed {
  readonly key: Uint8Array;
  readonly signature: Uint8Array;
  readonly digest: Uint8Array;
}

function verifies(verifier: Verifier, { key, signature, digest }: Signed): boolean {
  if (key.length !== COMPRESSED) return verifier.schnorr(signature, digest, key);
  const compact = signature.length === COMPACT ? signature : compactOfDer(signature);
  return compact !== undefined && verifier.ecdsa(compact, digest, key);
}

/** Hex or base64. */
function bytesOf(text: string): Uint8Array | undefined {
  if (isHex(text)) return hexToBytes(text);
  if (!/^[A-Za-z0-9+/]{4,140}={0,2}$/.test(text)) return undefined;
  return new Uint8Array(Buffer.from(text, 'base64'));
}
