/** A file of lines that are added and never changed, each on the disk before whoever wrote it goes on: what a journal is made of. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from '@rialto/refusals';
import { assertPrivateFile, syncDirectory } from '../files/private-files.ts';

const CHUNK = 1 << 20;
const NEWLINE = 0x0a;

export interface LineFile<Line> {
  /**
   * Writes and waits for the disk. Only then may the signature leave.
   * @throws Refusal trading-stopped when the disk does not take it; then the line does not count
   */
  append(line: Line): void;
  /** False once the disk has failed in a way that leaves the file in doubt: nothing more is signed before a restart. */
  sound(): boolean;
  close(): void;
}

/** What the journal asks of a disk; tests make it fail. */
export interface Disk {
  write(file: number, bytes: Uint8Array): number;
  sync(file: number): void;
  cut(file: number, length: number): void;
}

export const realDisk: Disk = { write: writeSync, sync: fsyncSync, cut: ftruncateSync };

interface Lines<Line> {
  readonly path: string;
  /** What people call it. */
  readonly name: string;
  /** Throws when it is no line. */
  readonly read: (line: unknown) => Line;
  /** Is told every line, when the file is opened and when one is added. */
  readonly add: (line: Line) => void;
  readonly disk?: Disk;
}

/** Reads line by line, however long the file has become. @returns the length of all whole lines */
function replay<Line>({ path, name, read, add }: Lines<Line>): number {
  const file = openSync(path, 'r');
  const chunk = Buffer.alloc(CHUNK);
  let rest = Buffer.alloc(0);
  let whole = 0;
  let number = 0;
  const lineOf = (text: string): Line => {
    try {
      return read(JSON.parse(text));
    } catch {
      throw new Error(`line ${number} of the ${name} cannot be read: restore the file from its copy`);
    }
  };
  try {
    for (;;) {
      const got = readSync(file, chunk, 0, CHUNK, null);
      if (got === 0) return whole;
      rest = Buffer.concat([rest, chunk.subarray(0, got)]);
      for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
        number += 1;
        add(lineOf(rest.subarray(0, end).toString('utf8')));
        whole += end + 1;
        rest = rest.subarray(end + 1);
      }
    }
  } finally {
    closeSync(file);
  }
}

/**
 * Opens the file and reads it. A last line without its end was torn by a power cut: its signature never left, and it is cut.
 * @throws when any other line cannot be read, or the file is open to others
 */
export function openLineFile<Line>(lines: Lines<Line>): LineFile<Line> {
  const { path, name, add, disk = realDisk } = lines;
  let length = 0;
  if (existsSync(path)) {
    assertPrivateFile(path, name);
    length = replay(lines);
    truncateSync(path, length);
  }
  const file = openSync(path, 'a', 0o600);
  syncDirectory(dirname(path));
  let sound = true;
  const write = (bytes: Uint8Array): void => {
    for (let from = 0; from < bytes.length;) from += disk.write(file, bytes.subarray(from));
  };
  /** A line that was only half written is taken back. A failed sync is not: nobody knows what reached the disk. */
  const takeBack = (): void => {
    try {
      disk.cut(file, length);
      disk.sync(file);
      sound = true;
    } catch {
      sound = false;
    }
  };
  const append = (line: Line): void => {
    if (!sound) throw new Refusal('trading-stopped', `the ${name} is in doubt`);
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    sound = false;
    try {
      write(bytes);
    } catch {
      takeBack();
      throw new Refusal('trading-stopped', `the ${name} cannot be written`);
    }
    try {
      disk.sync(file);
    } catch {
      throw new Refusal('trading-stopped', `the ${name} is in doubt`);
    }
    sound = true;
    length += bytes.length;
    add(line);
  };
  return {
    append,
    sound: () => sound,
    close: () => {
      closeSync(file);
    },
  };
}
