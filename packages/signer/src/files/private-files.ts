/** Files nobody but the signer's user can read: what is open to others is refused, never quietly mended. */
import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname } from 'node:path';

const OTHERS = 0o077;

function refuseOpen(found: Stats, what: string): void {
  if ((found.mode & OTHERS) !== 0)
    throw new Error(`${what} is open to others: only its owner may have access`);
  if (process.getuid !== undefined && found.uid !== process.getuid())
    throw new Error(`${what} belongs to another user`);
}

/**
 * Makes the directory when it is missing.
 * @throws when others may read it, when it has another owner, or when it is no directory
 */
export function privateDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  if (!found.isDirectory()) throw new Error('the signer’s directory is no directory');
  refuseOpen(found, 'the signer’s directory (mode 0700)');
}

/** @throws when others may read it, when it has another owner, or when it is no plain file */
export function assertPrivateFile(path: string, name: string): void {
  const found = lstatSync(path);
  if (!found.isFile()) throw new Error(`the ${name} is no plain file`);
  refuseOpen(found, `the ${name} (mode 0600)`);
}

/** Makes the names in a directory durable. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  fsyncSync(directory);
  closeSync(directory);
}

/** Writes a whole file or nothing; `durable` waits for the disk. */
export function writePrivate(path: string, text: string, durable: boolean): void {
  const draft = `${path}.new`;
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, text);
    if (durable) fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  if (durable) syncDirectory(dirname(path));
}
