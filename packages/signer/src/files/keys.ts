/** The pad key: a file of its own, readable by the signer's user alone. It is never printed and never leaves this process. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isHex, hexToBytes } from '@rialto/protocols';
import { publicKeyOf, scriptOfKey } from '@rialto/psbt';
import { assertPrivateFile, writePrivate } from './private-files.ts';

export interface PadKey {
  readonly secret: Uint8Array;
  readonly script: Uint8Array;
}

/**
 * Loads the key, making it first when that is allowed.
 * @param rules `used`: this directory has signed before, so a missing key is a lost key and never replaced
 * @throws when it is missing, open to others, or not a key
 */
export function loadPadKey(directory: string, rules: { mayMake: boolean; used: boolean }): PadKey {
  const path = join(directory, 'pad.key');
  if (!existsSync(path)) {
    if (rules.used) throw new Error('the pad key is gone but the journal is there: put the key back');
    if (!rules.mayMake)
      throw new Error('the signer has no pad key; make one with SIGNER_MAKE_KEYS=1 and keep a copy of it');
    writePrivate(path, `${randomBytes(32).toString('hex')}\n`, true);
  }
  assertPrivateFile(path, 'pad key');
  const secret = secretOf(readFileSync(path, 'utf8').trim());
  return { secret, script: scriptOfKey(publicKeyOf(secret), 'p2tr') };
}

function secretOf(text: string): Uint8Array {
  const broken = new Error('the pad key file does not hold a key');
  if (!isHex(text) || text.length !== 64) throw broken;
  const secret = hexToBytes(text);
  try {
    publicKeyOf(secret);
  } catch {
    // What the library says names the number it was given.
    throw broken;
  }
  return secret;
}
