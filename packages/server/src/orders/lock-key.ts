/** The user's key in a lock. */
import type { PrepareBid } from '@rialto/contract';
import { hexToBytes } from '@rialto/protocols';
import { scriptKind } from '@rialto/psbt';

/** P2WPKH: the key. P2TR: the address's own output key, or for some wallets the key before the tweak (wallets §8). */
export function keyInLock(
  { publicKey, signingKey }: Pick<PrepareBid, 'publicKey' | 'signingKey'>,
  script: Uint8Array,
): Uint8Array {
  if (scriptKind(script) !== 'p2tr') return hexToBytes(publicKey);
  return signingKey === 'internal' ? hexToBytes(publicKey).slice(1) : script.slice(2);
}
