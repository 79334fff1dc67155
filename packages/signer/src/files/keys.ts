/** The signer's keys: a file each, readable by its user alone. They are never printed and never leave this process. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isHex, hexToBytes } from '@rialto/protocols';
import { publicKeyOf, scriptOfKey } from '@rialto/psbt';
import { assertPrivateFile, writePrivate } from './private-files.ts';

/** Owns the pads. */
export interface PadKey {
  readonly secret: Uint8Array;
  readonly script: Uint8Array;
}

/** The exchange's half of locks. */
export interface LockKey {
  readonly secret: Uint8Array;
  /** 33 bytes. */
  readonly publicKey: Uint8Array;
}

/** `used`: this directory has signed with the key before, so a missing one is lost and never replaced. */
interface KeyRules {
  readonly mayMake: boolean;
  readonly used: boolean;
}

/** Throws as `loadKey`. */
export function loadPadKey(directory: string, rules: KeyRules): PadKey {
  const secret = loadKey(directory, 'pad', rules);
  return { secret, script: scriptOfKey(publicKeyOf(secret), 'p2tr') };
}

/** Throws as `loadKey`. */
export function loadLockKey(directory: string, rules: KeyRules): LockKey {
  const secret = loadKey(directory, 'lock', rules);
  return { secret, publicKey: publicKeyOf(secret) };
}

/** The secret that all keys of pools are made from. Throws as `loadKey`. */
export function loadPoolMaster(directory: string, rules: KeyRules): Uint8Array {
  return loadKey(directory, 'pools', rules);
}

/** The secret that all keys on MVC are made from. Throws as `loadKey`. */
export function loadMvcMaster(directory: string, rules: KeyRules): Uint8Array {
  return loadKey(directory, 'mvc', rules);
}

/** The secret that the keys of all pots are made from. Throws as `loadKey`. */
export function loadRewardMaster(directory: string, rules: KeyRules): Uint8Array {
  return loadKey(directory, 'rewards', rules);
}

/** The secret that all keys of the bridge are made from. Throws as `loadKey`. */
export function loadBridgeMaster(directory: string, rules: KeyRules): Uint8Array {
  return loadKey(directory, 'bridge', rules);
}

type KeyName = 'pad' | 'lock' | 'pools' | 'mvc' | 'rewards' | 'bridge';

/**
 * Loads a key, making it first when that is allowed.
 * @throws when it is missing, open to others, or not a key
 */
function loadKey(directory: string, name: KeyName, { mayMake, used }: KeyRules): Uint8Array {
  const path = join(directory, `${name}.key`);
  if (!existsSync(path)) {
    if (used) throw new Error(`the ${name} key is gone but the journal is there: put the key back`);
    if (!mayMake)
      throw new Error(
        `the signer has no ${name} key; make one with SIGNER_MAKE_KEYS=1 and keep a copy of it`,
      );
    writePrivate(path, `${randomBytes(32).toString('hex')}\n`, true);
  }
  assertPrivateFile(path, `${name} key`);
  return secretOf(readFileSync(path, 'utf8').trim(), name);
}

function secretOf(text: string, name: string): Uint8Array {
  const broken = new Error(`the ${name} key file does not hold a key`);
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
