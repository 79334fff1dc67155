/**
 * The scripts on which a BRC-20 pool holds its tokens: one for each act that brought some, made of the pool's keys and of the first coin
 * that act spent. So whoever inscribes a transfer onto one of them locks what one act brought at most; no coin is spent twice, so no two
 * acts share a script; and everybody finds them on the chain (pools §12).
 */
import { schnorr } from '@noble/curves/secp256k1.js';
import { taprootTweakPrivKey, taprootTweakPubkey } from '@scure/btc-signer/utils.js';
import { utf8 } from '@scure/base';
import { invariant } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { jointPool, soloPool } from '../pool-script.ts';
import type { PoolHalf, PoolScript } from '../pool-script.ts';

/** By which keys a pool signs: one, or k of n; 32 bytes each, those of its own script. */
export type PoolKeys =
  { readonly key: Uint8Array } | { readonly k: number; readonly keys: readonly Uint8Array[] };

/** A script that holds tokens, and the coin it is made of. */
export interface AssetScript {
  readonly pool: PoolScript;
  /** The first coin of the act that brought the tokens; undefined of a script that signs as its own, as a pot of rewards does. */
  readonly place: Outpoint | undefined;
}

/** An asset script of a pool. */
export interface PlacedScript extends AssetScript {
  readonly place: Outpoint;
}

const TAG = 'rialto/pool/asset';

function tweakOf(place: Outpoint): Uint8Array {
  return schnorr.utils.taggedHash(TAG, utf8.decode(place));
}

/** A key of the pool for one asset script: the key and a tweak that anybody can make (BIP-341's, under a hash no tree has). */
function assetKey(key: Uint8Array, place: Outpoint): Uint8Array {
  invariant(key.length === 32, 'a key of a pool has 32 bytes');
  return taprootTweakPubkey(key, tweakOf(place))[0];
}

/** The secret behind it. */
export function assetSecret(secret: Uint8Array, place: Outpoint): Uint8Array {
  return taprootTweakPrivKey(secret, tweakOf(place));
}

/** The pool's own script. Throws as `soloPool` and `jointPool`. */
export function poolOfKeys(keys: PoolKeys): PoolScript {
  return 'key' in keys ? soloPool(keys.key) : jointPool(keys.k, keys.keys);
}

/** The asset script of the act whose first coin this is. Throws as `soloPool` and `jointPool`. */
export function assetScript(keys: PoolKeys, place: Outpoint): PlacedScript {
  const made = (key: Uint8Array): Uint8Array => assetKey(key, place);
  const pool = poolOfKeys('key' in keys ? { key: made(keys.key) } : { ...keys, keys: keys.keys.map(made) });
  return { pool, place };
}

/** A signer's half as it stands in a spend of an asset script. @param half by his key in the pool's own script */
export function halfAt({ pool, place }: AssetScript, { key, signatures }: PoolHalf): PoolHalf {
  const isSolo = pool.kind.path.path === 'key';
  invariant(place !== undefined, 'who signs as the pool has no half of his own here');
  return { key: isSolo ? pool.script.slice(2) : assetKey(key, place), signatures };
}
