/**
 * The keys on MVC, all out of one secret in the file `mvc.key`. A key is the HMAC-SHA256 of a text under that secret: `rialto mvc pool 7` for
 * pool 7, `rialto mvc payer` for the wallet that pays for checks. Whoever has the file has every pool; a copy of it, and these two texts, bring
 * everything back.
 */
import { createHmac } from 'node:crypto';
import { hash160, p2pkhScript, scriptHolder } from '@rialto/mvc';
import { invariant } from '@rialto/protocols';
import { publicKeyOf } from '@rialto/psbt';

export interface MvcKey {
  readonly secret: Uint8Array;
  /** Of its public key. */
  readonly hash: Uint8Array;
  /** What its SPACE lies on. */
  readonly script: Uint8Array;
  /** Who holds its tokens: that script. */
  readonly holder: Uint8Array;
}

function keyNamed(master: Uint8Array, text: string): MvcKey {
  const secret = Uint8Array.from(createHmac('sha256', master).update(text).digest());
  const hash = hash160(publicKeyOf(secret));
  return { secret, hash, script: p2pkhScript(hash), holder: scriptHolder(hash) };
}

export function mvcPoolKey(master: Uint8Array, number: number): MvcKey {
  invariant(Number.isInteger(number) && number >= 0, 'pools are counted from 0');
  return keyNamed(master, `rialto mvc pool ${number}`);
}

export const mvcPayerKey = (master: Uint8Array): MvcKey => keyNamed(master, 'rialto mvc payer');
