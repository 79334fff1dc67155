/** The tapscript that carries a MetaID PIN (metaid §2). */
import { utf8 } from '@scure/base';
import type { PinOperation } from '@rialto/protocols';
import { lockFields } from './envelope-script.ts';
import type { EnvelopeLock } from './envelope-script.ts';

/** What a PIN of ours says; encryption is none, the version 1.0.0. */
export interface PinWords {
  readonly operation: PinOperation;
  /** Lower case, as it is compared. */
  readonly path: string;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/**
 * Locks a PIN to a key; `xOnlyKey` is both the key of the leaf and the internal key, where no other is said.
 * @param xOnlyKey 32 bytes
 */
export function lockPin(
  xOnlyKey: Uint8Array,
  { operation, path, contentType, body }: PinWords,
  internalKey = xOnlyKey,
): EnvelopeLock {
  const fields = ['metaid', operation, path, '0', '1.0.0', contentType].map((field) => utf8.decode(field));
  return lockFields(xOnlyKey, fields, body, internalKey);
}
