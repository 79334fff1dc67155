/** Which pad is kept for whom: one buyer at a time, for a time, over a restart, and nothing a broken file could change. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLeases } from '../../../src/pads/leases.ts';
import { folder } from '../../folder.ts';
import { point } from '../../lines.ts';

const NOW = 1_700_000_000_000;
const UNTIL = NOW + 120_000;
const file = (): string => join(folder(), 'leases.json');
const lease = (script: string, until = UNTIL) => ({ script, until });

describe('a lease', () => {
  it('holds until it ends, to the millisecond', () => {
    const leases = openLeases(file());
    leases.keep(point(1), lease('aa'), NOW);
    expect(leases.holder(point(1), UNTIL - 1)).toBe('aa');
    expect(leases.of('aa', UNTIL - 1)).toEqual([point(1)]);
    expect(leases.holder(point(1), UNTIL)).toBeUndefined();
    expect(leases.of('aa', UNTIL)).toEqual([]);
    expect(leases.until(point(1))).toBe(UNTIL);
  });

  it('is of one pad for one script, and of the last one it was given to', () => {
    const leases = openLeases(file());
    leases.keep(point(1), lease('aa'), NOW);
    leases.keep(point(2), lease('bb'), NOW);
    leases.keep(point(3), lease('aa'), NOW);
    expect(leases.of('aa', NOW)).toEqual([point(1), point(3)]);
    expect(leases.of('cc', NOW)).toEqual([]);
    leases.keep(point(1), lease('bb', UNTIL + 5), NOW);
    expect(leases.holder(point(1), NOW)).toBe('bb');
    expect(leases.until(point(1))).toBe(UNTIL + 5);
    expect(leases.of('aa', NOW)).toEqual([point(3)]);
  });

  it('that was never given is nobody’s', () => {
    const leases = openLeases(file());
    expect(leases.holder(point(1), NOW)).toBeUndefined();
    expect(leases.until(point(1))).toBe(0);
  });
});

describe('the list of leases', () => {
  it('has on the disk what it has: each lease that was kept, none that was given up', () => {
    const path = file();
    const leases = openLeases(path);
    leases.keep(point(1), lease('aa'), NOW);
    leases.keep(point(2), lease('bb'), NOW);
    leases.release(point(1));
    expect(leases.holder(point(1), NOW)).toBeUndefined();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual([[point(2), 'bb', UNTIL]]);
    const again = openLeases(path);
    expect(again.holder(point(1), NOW)).toBeUndefined();
    expect(again.holder(point(2), NOW)).toBe('bb');
  });

  it('forgets what has ended when the next one is kept, and not before its end', () => {
    const path = file();
    const leases = openLeases(path);
    leases.keep(point(1), lease('aa'), NOW);
    leases.keep(point(2), lease('bb'), UNTIL - 1);
    expect(leases.until(point(1))).toBe(UNTIL);
    leases.keep(point(3), lease('cc', UNTIL + 9), UNTIL);
    expect([leases.until(point(1)), leases.until(point(2))]).toEqual([0, 0]);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual([[point(3), 'cc', UNTIL + 9]]);
  });

  it('is not written for a pad that nobody had', () => {
    const path = file();
    const leases = openLeases(path);
    leases.keep(point(1), lease('aa'), NOW);
    writeFileSync(path, '[]');
    leases.release(point(2));
    expect(readFileSync(path, 'utf8')).toBe('[]');
  });

  it('is empty, not fatal, when the file is broken or says something else', () => {
    for (const text of ['[["a', '{}', '[["a","b"]]', '[["a","b","c"]]', '[[1,"b",3]]']) {
      const path = file();
      writeFileSync(path, text, { mode: 0o600 });
      const leases = openLeases(path);
      expect(leases.of('b', 0)).toEqual([]);
      leases.keep(point(1), lease('aa'), NOW);
      expect(openLeases(path).holder(point(1), NOW)).toBe('aa');
    }
  });

  it('is the owner’s alone, or the signer does not start', () => {
    const path = file();
    openLeases(path).keep(point(1), lease('aa'), NOW);
    chmodSync(path, 0o644);
    expect(() => openLeases(path)).toThrow('the list of leases (mode 0600) is open to others');
  });
});
