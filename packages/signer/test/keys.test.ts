import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadLockKey, loadPadKey } from '../src/files/keys.ts';
import { privateDirectory } from '../src/files/private-files.ts';
import { holdAlone } from '../src/files/single.ts';
import { folder } from './folder.ts';

const first = { mayMake: true, used: false };
const later = { mayMake: false, used: true };

describe('the pad key', () => {
  it('is made once, for its owner alone, and is the same ever after', () => {
    const directory = folder();
    const made = loadPadKey(directory, first);
    expect(statSync(join(directory, 'pad.key')).mode & 0o777).toBe(0o600);
    expect(loadPadKey(directory, later)).toEqual(made);
    expect(loadPadKey(folder(), first)).not.toEqual(made);
  });

  it('is not made unless that was allowed, and never when the journal says there was one', () => {
    expect(() => loadPadKey(folder(), { mayMake: false, used: false })).toThrow('SIGNER_MAKE_KEYS=1');
    expect(() => loadPadKey(folder(), { mayMake: true, used: true })).toThrow('put the key back');
  });

  it.each([0o604, 0o640, 0o620, 0o602, 0o644, 0o666])('is refused with mode %o', (mode) => {
    const directory = folder();
    loadPadKey(directory, first);
    chmodSync(join(directory, 'pad.key'), mode);
    expect(() => loadPadKey(directory, later)).toThrow('open to others');
  });

  it('is refused when it is a link, and its words are never in the message', () => {
    const directory = folder();
    const path = join(directory, 'pad.key');
    writeFileSync(join(directory, 'elsewhere'), 'ab'.repeat(32), { mode: 0o600 });
    symlinkSync(join(directory, 'elsewhere'), path);
    expect(() => loadPadKey(directory, later)).toThrow('no plain file');
  });

  it.each(['', 'zz'.repeat(32), 'ab'.repeat(31), 'ab'.repeat(33), '00'.repeat(32), 'ff'.repeat(32)])(
    'is refused when it is no key: %s',
    (text) => {
      const directory = folder();
      writeFileSync(join(directory, 'pad.key'), text, { mode: 0o600 });
      expect(() => loadPadKey(directory, later)).toThrow(/^the pad key file does not hold a key$/);
    },
  );

  it('is in the file and in no other', () => {
    const directory = folder();
    const { secret } = loadPadKey(directory, first);
    expect(readFileSync(join(directory, 'pad.key'), 'utf8').trim()).toBe(Buffer.from(secret).toString('hex'));
  });
});

describe('the lock key', () => {
  it('has a file of its own beside the pad key, made and kept like it', () => {
    const directory = folder();
    const pad = loadPadKey(directory, first);
    const made = loadLockKey(directory, first);
    expect(made.publicKey).toHaveLength(33);
    expect(made.secret).not.toEqual(pad.secret);
    expect(statSync(join(directory, 'lock.key')).mode & 0o777).toBe(0o600);
    expect(loadLockKey(directory, later)).toEqual(made);
    expect(loadPadKey(directory, later)).toEqual(pad);
  });

  it('is not made unless that was allowed, and never when the journal knows of locks', () => {
    expect(() => loadLockKey(folder(), { mayMake: false, used: false })).toThrow(
      'no lock key; make one with SIGNER_MAKE_KEYS=1',
    );
    expect(() => loadLockKey(folder(), { mayMake: true, used: true })).toThrow('the lock key is gone');
  });

  it('is refused when it is open to others, or no key', () => {
    const directory = folder();
    loadLockKey(directory, first);
    chmodSync(join(directory, 'lock.key'), 0o640);
    expect(() => loadLockKey(directory, later)).toThrow('the lock key (mode 0600) is open to others');
    const other = folder();
    writeFileSync(join(other, 'lock.key'), '00'.repeat(32), { mode: 0o600 });
    expect(() => loadLockKey(other, later)).toThrow(/^the lock key file does not hold a key$/);
  });
});

describe('the signer’s directory', () => {
  it('is made for its owner alone and refused when it is open', () => {
    const directory = join(folder(), 'a', 'b');
    privateDirectory(directory);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    for (const mode of [0o750, 0o705, 0o777]) {
      chmodSync(directory, mode);
      expect(() => {
        privateDirectory(directory);
      }).toThrow('open to others');
    }
  });

  it.runIf(process.platform === 'linux')('has one signer at a time', async () => {
    const directory = folder();
    mkdirSync(join(directory, 'other'));
    await holdAlone(directory);
    await expect(holdAlone(directory)).rejects.toThrow('another signer');
    await holdAlone(join(directory, 'other'));
  });
});
