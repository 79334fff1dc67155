/** Rescue files read: every lock and every way home of a pool in them verified. A damaged one is told, and hides no other. */
import { Refusal } from '@rialto/refusals';
import { readRescueFile } from '@rialto/psbt';
import { keyOf, wayOf, wayTexts } from './pools/way.ts';
import type { Way } from './pools/way.ts';
import { rescuedOf } from './rescued.ts';
import type { Rescued } from './rescued.ts';
import { msg } from './words.ts';

/** Why a file, or one lock of it, was not read. */
export interface Unread {
  readonly name: string;
  /** A message. */
  readonly why: string;
  readonly detail?: string;
}

export interface Read {
  readonly locks: readonly Rescued[];
  /** Of pools. */
  readonly ways: readonly Way[];
  readonly unread: readonly Unread[];
}

export interface Source {
  /** Of the file, or what else it came from. */
  readonly name: string;
  readonly text: string;
}

/** Larger than any rescue file: a thousand locks take a megabyte. */
const MAX_LENGTH = 20_000_000;

/** Reads texts one after the other, beside what was read before; what stands in several is shown once. */
export function readSources(
  sources: readonly Source[],
  before: readonly Rescued[] = [],
  waysBefore: readonly Way[] = [],
): Read {
  const locks = new Map(before.map((one) => [one.outpoint, one]));
  const ways = new Map(waysBefore.map((one) => [keyOf(one), one]));
  const unread: Unread[] = [];
  for (const source of sources) {
    const read = readSource(source);
    unread.push(...read.unread);
    const [first] = [...locks.values(), ...ways.values()];
    const isStrange = [...read.locks, ...read.ways].some(
      ({ network }) => first !== undefined && network !== first.network,
    );
    if (isStrange) {
      unread.push({
        name: source.name,
        why: msg('It belongs to another network than the files before it.'),
      });
      continue;
    }
    for (const way of read.ways) ways.set(keyOf(way), way);
    for (const lock of read.locks) {
      const known = locks.get(lock.outpoint);
      // Of two files the one with the funding says more.
      if (known === undefined || known.funding.coins.length === 0) locks.set(lock.outpoint, lock);
    }
  }
  return { locks: [...locks.values()], ways: [...ways.values()], unread };
}

function readSource({ name, text }: Source): Read {
  if (text.trim() === '') return { locks: [], ways: [], unread: [{ name, why: msg('The file is empty.') }] };
  if (text.length > MAX_LENGTH)
    return { locks: [], ways: [], unread: [{ name, why: msg('Too large for a rescue file.') }] };
  const texts = wayTexts(text);
  if (texts.length > 0) return readWays(name, texts);
  try {
    return { locks: locksOf(text), ways: [], unread: [] };
  } catch (error) {
    return readApart({ name, text }, error);
  }
}

/** Each by itself: a damaged one hides no other. */
function readWays(name: string, texts: readonly string[]): Read {
  const unread: Unread[] = [];
  const ways = texts.flatMap((text, at) => {
    try {
      return [wayOf(text)];
    } catch (error) {
      unread.push(refusedAs(texts.length === 1 ? name : `${name}, ${at + 1}`, error));
      return [];
    }
  });
  return { locks: [], ways, unread };
}

/** Each lock by itself, because something in the file is wrong. */
function readApart({ name, text }: Source, wrong: unknown): Read {
  const singles = singlesOf(text);
  if (singles.length === 0) return { locks: [], ways: [], unread: [refusedAs(name, wrong)] };
  const unread: Unread[] = [];
  const locks = singles.flatMap(({ whole, without }, at) => {
    try {
      return locksOf(whole);
    } catch (error) {
      unread.push(refusedAs(`${name}, ${at + 1}`, error));
    }
    try {
      // The exit is good without the funding: perhaps that alone is damaged.
      return locksOf(without);
    } catch {
      return [];
    }
  });
  return { locks, ways: [], unread };
}

/** The file once for every lock in it: with its funding, and without. Empty when it is no file of locks at all. */
function singlesOf(text: string): { whole: string; without: string }[] {
  try {
    const file: unknown = JSON.parse(text);
    const bids = listIn(file, 'bids');
    return bids.flatMap((bid) =>
      listIn(bid, 'locks').map((lock) => ({
        whole: fileOf(file, { ...tokenIn(bid), funding: valueIn(bid, 'funding') ?? null, locks: [lock] }),
        without: fileOf(file, { ...tokenIn(bid), funding: null, locks: [lock] }),
      })),
    );
  } catch {
    return [];
  }
}

const fileOf = (file: unknown, bid: unknown): string =>
  JSON.stringify({ version: valueIn(file, 'version'), network: valueIn(file, 'network'), bids: [bid] });

const valueIn = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;

const tokenIn = (bid: unknown): { token?: unknown } => {
  const token = valueIn(bid, 'token');
  return token === undefined ? {} : { token };
};

function listIn(from: unknown, name: string): readonly unknown[] {
  const value = valueIn(from, name);
  return Array.isArray(value) ? value : [];
}

function refusedAs(name: string, error: unknown): Unread {
  if (!(error instanceof Refusal)) throw error;
  const detail = error.detail ?? error.code;
  if (/no JSON/.test(detail)) return { name, why: msg('This isn’t a rescue file: it isn’t JSON.') };
  if (/: exit$/.test(detail))
    return { name, why: msg('Its exit isn’t validly signed for this lock and address. Don’t send it.') };
  return { name, why: msg('Damaged, or not a rescue file.'), detail };
}

/** @throws Refusal as `readRescueFile` */
function locksOf(text: string): Rescued[] {
  const { network, bids } = readRescueFile(text);
  return bids.flatMap((bid) => rescuedOf(bid, network));
}
