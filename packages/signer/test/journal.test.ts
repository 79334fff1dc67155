import { appendFileSync, chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '@rialto/refusals';
import { describe, expect, it } from 'vitest';
import { openJournal } from '../src/journal/journal.ts';
import { realDisk } from '../src/journal/line-file.ts';
import type { Disk } from '../src/journal/line-file.ts';
import { folder } from './folder.ts';
import { hash, line, point } from './lines.ts';

const file = (): string => join(folder(), 'journal.jsonl');
const codeOf = (act: () => unknown): string => {
  try {
    act();
    return 'taken';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};
const full = (): never => {
  throw new Error('ENOSPC: no space left on device');
};

describe('the journal', () => {
  it('has all its lines again after a restart, and is the owner’s alone', () => {
    const path = file();
    const first = openJournal(path);
    for (let n = 1; n <= 3; n += 1) first.append(line(n));
    first.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const again = openJournal(path);
    expect(again.recall.size).toBe(3);
    expect(again.recall.hasMade(point(2, 2))).toBe(true);
    expect(again.recall.signedFor(point(1002))).toMatchObject([{ txid: hash(2), others: [point(2002)] }]);
    again.close();
  });

  it('cuts a torn last line at every length, and goes on behind it', () => {
    const path = file();
    const whole = `${JSON.stringify(line(1))}\n`;
    const torn = `${JSON.stringify(line(2))}\n`;
    for (let cut = 0; cut < torn.length; cut += 7) {
      writeFileSync(path, whole + torn.slice(0, cut), { mode: 0o600 });
      const journal = openJournal(path);
      expect(journal.recall.size).toBe(1);
      journal.append(line(3));
      journal.close();
      expect(readFileSync(path, 'utf8')).toBe(`${whole}${JSON.stringify(line(3))}\n`);
    }
  });

  it('does not start on a line that cannot be read, and says which', () => {
    const path = file();
    writeFileSync(path, `${JSON.stringify(line(1))}\n{"kind":"cos\n${JSON.stringify(line(2))}\n`, {
      mode: 0o600,
    });
    expect(() => openJournal(path)).toThrow('line 2 of the journal');
    writeFileSync(path, '{}\n');
    expect(() => openJournal(path)).toThrow('line 1 of the journal');
    // An empty line hides nothing: what is behind it was signed too.
    writeFileSync(path, `${JSON.stringify(line(1))}\n\n${JSON.stringify(line(2))}\n`);
    expect(() => openJournal(path)).toThrow('line 2 of the journal');
  });

  it('takes no line after it was closed', () => {
    const path = file();
    const journal = openJournal(path);
    journal.append(line(1));
    journal.close();
    expect(codeOf(() => journal.append(line(2)))).toBe('trading-stopped');
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(line(1))}\n`);
  });

  it('does not start on a file that is open to others', () => {
    const path = file();
    openJournal(path).close();
    chmodSync(path, 0o640);
    expect(() => openJournal(path)).toThrow('the journal (mode 0600) is open to others');
  });

  it('reads a file longer than one chunk', () => {
    const path = file();
    const long = { ...line(1), unsigned: 'ab'.repeat(700_000) };
    appendFileSync(path, `${JSON.stringify(long)}\n${JSON.stringify(line(2))}\n${JSON.stringify(long)}\n`, {
      mode: 0o600,
    });
    const journal = openJournal(path);
    expect(journal.recall.size).toBe(3);
    journal.close();
  });
});

describe('a disk that fails', () => {
  it('half written: the line is taken back, does not count, and the next one is whole', () => {
    const path = file();
    let short = true;
    const disk: Disk = {
      ...realDisk,
      write: (to, bytes) => {
        if (!short) return realDisk.write(to, bytes);
        realDisk.write(to, bytes.subarray(0, 20));
        return full();
      },
    };
    const journal = openJournal(path, disk);
    expect(() => {
      journal.append(line(1));
    }).toThrow(Refusal);
    expect(journal.recall.size).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe('');
    expect(journal.sound()).toBe(true);
    short = false;
    journal.append(line(2));
    journal.close();
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(line(2))}\n`);
  });

  it('half written behind whole lines: these stay, on the disk too', () => {
    const path = file();
    let short = false;
    const synced: number[] = [];
    const disk: Disk = {
      ...realDisk,
      write: (to, bytes) => {
        if (!short) return realDisk.write(to, bytes);
        realDisk.write(to, bytes.subarray(0, 20));
        return full();
      },
      sync: (to) => {
        realDisk.sync(to);
        synced.push(statSync(path).size);
      },
    };
    const journal = openJournal(path, disk);
    const whole = `${JSON.stringify(line(1))}\n${JSON.stringify(line(2))}\n`;
    journal.append(line(1));
    journal.append(line(2));
    short = true;
    expect(codeOf(() => journal.append(line(3)))).toBe('trading-stopped');
    expect(readFileSync(path, 'utf8')).toBe(whole);
    expect(synced.slice(1)).toEqual([whole.length, whole.length]);
    journal.close();
  });

  it('half written, and what was written cannot be taken back: nothing more is taken before a restart', () => {
    const path = file();
    let broken = true;
    const disk: Disk = {
      ...realDisk,
      write: (to, bytes) => (broken ? full() : realDisk.write(to, bytes)),
      cut: (to, length) => (broken ? full() : realDisk.cut(to, length)),
    };
    const journal = openJournal(path, disk);
    expect(codeOf(() => journal.append(line(1)))).toBe('trading-stopped');
    broken = false;
    expect(journal.sound()).toBe(false);
    expect(codeOf(() => journal.append(line(1)))).toBe('trading-stopped');
    expect([journal.recall.size, readFileSync(path, 'utf8')]).toEqual([0, '']);
    journal.close();
  });

  it('writes of a few bytes at a time make the same file', () => {
    const path = file();
    const journal = openJournal(path, {
      ...realDisk,
      write: (to, bytes) => realDisk.write(to, bytes.subarray(0, 5)),
    });
    journal.append(line(1));
    journal.close();
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(line(1))}\n`);
  });

  it('not synced: the line does not count and nothing more is taken before a restart', () => {
    const path = file();
    let fails = true;
    const sync = (to: number): void => {
      if (fails) full();
      realDisk.sync(to);
    };
    const journal = openJournal(path, { ...realDisk, sync });
    expect(codeOf(() => journal.append(line(1)))).toBe('trading-stopped');
    fails = false;
    expect(journal.sound()).toBe(false);
    expect(codeOf(() => journal.append(line(2)))).toBe('trading-stopped');
    expect(journal.recall.size).toBe(0);
    journal.close();
  });
});
