/** The pad key: a file of its own, readable by the signer's user alone. It is never printed and never leaves this process. */
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isHex, hexToBytes } from '@rialto/protocols';
import { publicKeyOf, scriptOfKey } from '@rialto/psbt';

export interface PadKey {
  readonly secret: Uint8Array;
  readonly script: Uint8Array;
}

const OTHERS = 0o077;

function make(path: string): void {
  const file = openSync(path, 'wx', 0o600);
  writeSync(file, `${randomBytes(32).toString('hex')}\n`);
  fsyncSync(file);
  closeSync(file);
}

/**
 * Loads the key, making it first when that is allowed.
 * @throws when it is missing, open to others, or not a key
 */
export function loadPadKey(directory: string, mayMake: boolean): PadKey {
  const path = join(directory, 'pad.key');
  if (!existsSync(path)) {
    if (!mayMake) throw new Error('the signer has no pad key; make one with SIGNER_MAKE_KEYS=1 and keep a copy of it');
    make(path);
  }
  if ((statSync(path).mode & OTHERS) !== 0) throw new Error('the pad key can be read by others: it must have mode 0600');
  const text = readFileSync(path, 'utf8').trim();
  if (!isHex(text) || text.length !== 64) throw new Error('the pad key file does not hold a key');
  const secret = hexToBytes(text);
  return { secret, script: scriptOfKey(publicKeyOf(secret), 'p2tr') };
}
