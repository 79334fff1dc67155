/**
 * One hash per protocol and block over everything that happened, for comparing two indexes by one text. The recipe is OPI's
 * (docs/event-hash.md): the lines of a block joined by `|`; block hash = SHA-256 of that text in hex; cumulative hash =
 * SHA-256 of the text of the cumulative hash before, followed by the text of the block hash, in hex. It begins with ''.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { bytesToHex } from '../bytes.ts';
import { eachProtocol } from './protocols.ts';
import type { ByProtocol } from './protocols.ts';

/** The cumulative hash of each protocol; '' before its first block. */
export type EventHashes = ByProtocol<string>;

export const NO_HASHES: EventHashes = eachProtocol(() => '');

export function nextHashes(before: EventHashes, lines: ByProtocol<Iterable<string>>): EventHashes {
  return eachProtocol((name) => hashText(before[name] + hashLines(lines[name])));
}

/** Lines that are hashed at once. */
const CHUNK = 1_000;

/** The hash of all lines joined, without the text: a block may have more events than a text has room for. */
function hashLines(lines: Iterable<string>): string {
  const hash = sha256.create();
  let chunk: string[] = [];
  let first = true;
  const flush = (): void => {
    if (chunk.length === 0) return;
    hash.update(utf8ToBytes((first ? '' : '|') + chunk.join('|')));
    first = false;
    chunk = [];
  };
  for (const line of lines) if (chunk.push(line) === CHUNK) flush();
  flush();
  return bytesToHex(hash.digest());
}

function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
