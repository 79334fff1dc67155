/**
 * The journal of the bridge a second time, on another disk: every line is there as well before its signature leaves, and what one of them has
 * lost comes back from the other when the signer starts.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { assertPrivateFile, syncDirectory } from '../../files/private-files.ts';

const NAME = 'journal of the bridge';
const NEWLINE = 0x0a;
/** No line is as long. */
const CHUNK = 1 << 20;

/**
 * Makes both alike before either is opened. The shorter must be how the longer begins.
 * @throws when they differ, or one is open to others
 */
export function makeAlike(journal: string, copy: string): void {
  const files = [journal, copy].map((path) => {
    if (existsSync(path)) assertPrivateFile(path, NAME);
    return openSync(path, 'a+', 0o600);
  });
  const [one = 0, other = 0] = files;
  try {
    const [first, second] = [cutToLines(one), cutToLines(other)];
    const [short, long] = first < second ? [one, other] : [other, one];
    const length = Math.min(first, second);
    for (let from = 0; from < length; from += CHUNK) {
      const size = Math.min(CHUNK, length - from);
      if (!bytesAt(short, from, size).equals(bytesAt(long, from, size)))
        throw new Error(`the ${NAME} and its copy are of two pasts: ${copy}`);
    }
    for (let from = length; from < Math.max(first, second); from += CHUNK)
      write(short, bytesAt(long, from, Math.min(CHUNK, Math.max(first, second) - from)));
    fsyncSync(short);
  } finally {
    for (const file of files) closeSync(file);
  }
  for (const path of [journal, copy]) syncDirectory(dirname(path));
}

/** A last line without its end was torn by a power cut: its signature never left. @returns the length of what stays */
function cutToLines(file: number): number {
  const { size } = fstatSync(file);
  const from = Math.max(0, size - CHUNK);
  const whole = from + bytesAt(file, from, size - from).lastIndexOf(NEWLINE) + 1;
  if (whole < size) ftruncateSync(file, whole);
  return whole;
}

function bytesAt(file: number, from: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let got = 0; got < size;) {
    const more = readSync(file, bytes, got, size - got, from + got);
    if (more === 0) throw new Error(`the ${NAME} ends too early`);
    got += more;
  }
  return bytes;
}

function write(file: number, bytes: Buffer): void {
  for (let from = 0; from < bytes.length;) from += writeSync(file, bytes.subarray(from));
}
