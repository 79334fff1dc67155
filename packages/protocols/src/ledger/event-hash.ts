/**
 * One hash per protocol and block over everything that happened, for comparing two indexes by one text. The recipe is OPI's
 * (docs/event-hash.md): the lines of a block joined by `|`; block hash = SHA-256 of that text in hex; cumulative hash =
 * SHA-256 of the text of the cumulative hash before, followed by the text of the block hash, in hex. It begins with ''.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { InscriptionEvent } from '../inscriptions/rows.ts';
import type { PinEvent } from '../metaid/rows.ts';
import type { Mrc20Event } from '../mrc20/rows.ts';
import type { RuneEvent } from '../runes/rows.ts';
import { bytesToHex } from '../bytes.ts';

export const HASHED = ['inscriptions', 'brc20', 'runes', 'pins', 'mrc20'] as const;

export type Hashed = (typeof HASHED)[number];

/** The cumulative hash of each protocol; '' before its first block. */
export type EventHashes = Readonly<Record<Hashed, string>>;

export const NO_HASHES: EventHashes = { inscriptions: '', brc20: '', runes: '', pins: '', mrc20: '' };

export function nextHashes(
  before: EventHashes,
  lines: Readonly<Record<Hashed, Iterable<string>>>,
): EventHashes {
  const next = (protocol: Hashed): string => hashText(before[protocol] + hashLines(lines[protocol]));
  return {
    inscriptions: next('inscriptions'),
    brc20: next('brc20'),
    runes: next('runes'),
    pins: next('pins'),
    mrc20: next('mrc20'),
  };
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

/** One line after the other, made when it is asked for. */
export function* eachLine<E>(events: Iterable<E>, lineOf: (event: E) => string): Iterable<string> {
  for (const event of events) yield lineOf(event);
}

function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

export function inscriptionLine(event: InscriptionEvent): string {
  if (event.kind === 'new') {
    const { id, number, curse, vindicated, to } = event;
    return `new;${id};${number};${curse ?? ''};${vindicated ? 'true' : 'false'};${to.outpoint};${to.offset}`;
  }
  const to = event.to === 'fee' ? 'fee' : `${event.to.outpoint};${event.to.offset}`;
  return `moved;${event.id};${event.from};${to}`;
}

export function runeLine({ kind, txid, rune, amount, outpoint }: RuneEvent): string {
  return `${kind};${txid};${rune};${amount};${outpoint ?? ''}`;
}

export function pinLine({ kind, txid, pin, to }: PinEvent): string {
  return `${kind};${txid};${pin};${to === undefined ? '' : `${to.outpoint};${to.offset}`}`;
}

export function mrc20Line({ kind, txid, asset, amount, outpoint }: Mrc20Event): string {
  return `${kind};${txid};${asset};${amount};${outpoint ?? ''}`;
}
