/** Who the signer of a folder is to others: what its operator gives to the operators of theirs, before any of them has POOL_SIGNERS. */
import type { SignerConfig } from '../config.ts';
import { loadPoolMaster } from '../files/keys.ts';
import { identityOf } from './identity.ts';

/** Makes the key where it is missing and may be made. @throws as `loadPoolMaster` @returns 32 bytes in hex */
export function identityIn(config: SignerConfig): string {
  const mayMake = config.NETWORK === 'regtest' || config.PRETEND === '1' || config.SIGNER_MAKE_KEYS === '1';
  return identityOf(loadPoolMaster(config.SIGNER_DIR, { mayMake, used: false })).key;
}
