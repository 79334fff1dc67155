/** The signer's memory: one line per signature, on the disk before the signature leaves. Lines are added, never changed. */
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
import { JournalLine } from './journal-line.ts';
import { assertPrivateFile, syncDirectory } from '../files/private-files.ts';
import { openRecall } from './recall.ts';
import type { Recall } from './recall.ts';

const CHUNK = 1 << 20;
const NEWLINE = 0x0a;

export interface Journal {
  readonly recall: Recall;
  /**
   * Writes and waits for the disk. Only then may the signature leave.
   * @throws Refusal trading-stopped when the disk does not take it; then the line does not count
   */
  append(line: JournalLine): void;
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

/** Reads line by line, however long the file has become. @returns the length of all whole lines */
function replay(path: string, each: (line: JournalLine) => void): number {
  const file = openSync(path, 'r');
  const chunk = Buffer.alloc(CHUNK);
  let rest = Buffer.alloc(0);
  let whole = 0;
  let number = 0;
  try {
    for (;;) {
      const got = readSync(file, chunk, 0, CHUNK, null);
      if (got === 0) return whole;
      rest = Buffer.concat([rest, chunk.subarray(0, got)]);
      for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
        number += 1;
        each(lineOf(rest.subarray(0, end).toString('utf8'), number));
        whole += end + 1;
        rest = rest.subarray(end + 1);
      }
    }
  } finally {
    closeSync(file);
  }
}

function lineOf(text: string, number: number): JournalLine {
  try {
    return JournalLine.parse(JSON.parse(text));
  } catch {
    throw new Error(`line ${number} of the journal cannot be read: restore the file from its copy`);
  }
}

/**
 * Opens the journal and reads it. A last line without its end was torn by a power cut: its signature never left, and it is cut.
 * @throws when any other line cannot be read, or the file is open to others
 */
export function openJournal(path: string, disk: Disk = realDisk): Journal {
  const recall = openRecall();
  let length = 0;
  if (existsSync(path)) {
    assertPrivateFile(path, 'journal');
    length = replay(path, recall.add);
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
  const append = (line: JournalLine): void => {
    if (!sound) throw new Refusal('trading-stopped', 'the journal is in doubt');
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    sound = false;
    try {
      write(bytes);
    } catch {
      takeBack();
      throw new Refusal('trading-stopped', 'the journal cannot be written');
    }
    try {
      disk.sync(file);
    } catch {
      throw new Refusal('trading-stopped', 'the journal is in doubt');
    }
    sound = true;
    length += bytes.length;
    recall.add(line);
  };
  return {
    recall,
    append,
    sound: () => sound,
    close: () => {
      closeSync(file);
    },
  };
}
