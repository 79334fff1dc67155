/** Hot reads as ready bytes: a list of a token is made once and kept until an order of the token changes. */
import { readyBytes } from './ready-bytes.ts';
import type { ReadyBytes } from './ready-bytes.ts';

/** The books of 300,000 orders take less than half of this. */
const MAX_BYTES = 128_000_000;
/** Uncompressed they are ten times as large, and few ask for them. */
const MAX_PLAIN_BYTES = 32_000_000;
/** Of ways to ask for a list. */
const MAX_URLS = 20_000;

/** Which list of which token. */
export interface CacheEntry {
  readonly assetId: string;
  readonly list: string;
}

export interface ReadyList {
  readonly assetId: string;
  readonly bytes: ReadyBytes;
  /** False once a change has been announced: the bytes are then older than it. */
  current(): boolean;
  plain(): Buffer;
}

export interface BookCache {
  /** The bytes that are ready for a URL that was parsed before. */
  peek(url: string): ReadyList | undefined;
  /** The bytes that are ready. */
  find(entry: CacheEntry): ReadyList | undefined;
  /** From now on the URL means this list. */
  name(url: string, entry: CacheEntry): void;
  /** The list, made when it is missing. */
  get(entry: CacheEntry, make: () => Promise<object>): Promise<ReadyList>;
  /** An order of the token is another now. */
  changed(assetId: string): void;
  /** Nothing that was read before is sure any more. */
  clear(): void;
  /** How often that was. */
  clearings(): number;
}

const keyOf = ({ assetId, list }: CacheEntry): string => `${assetId} ${list}`;

/** Keeps what was used last, up to so many bytes. */
function openTable<Kept>(most: number, sizeOf: (kept: Kept) => number) {
  const table = new Map<string, Kept>();
  let held = 0;
  const drop = (key: string): void => {
    const kept = table.get(key);
    if (kept === undefined) return;
    table.delete(key);
    held -= sizeOf(kept);
  };
  return {
    get: (key: string): Kept | undefined => {
      const kept = table.get(key);
      if (kept === undefined) return undefined;
      table.delete(key);
      table.set(key, kept);
      return kept;
    },
    put: (key: string, kept: Kept): void => {
      drop(key);
      table.set(key, kept);
      held += sizeOf(kept);
      for (const oldest of table.keys()) {
        if (held <= most) break;
        drop(oldest);
      }
    },
    clear: () => {
      table.clear();
      held = 0;
    },
  };
}

/** What a list takes besides its bytes. */
const OVERHEAD = 1_000;

export function openBookCache(maxBytes = MAX_BYTES): BookCache {
  const ready = openTable<ReadyList>(maxBytes, ({ bytes }) => bytes.size + OVERHEAD);
  const plains = openTable<{ of: ReadyBytes; plain: Buffer }>(MAX_PLAIN_BYTES, ({ plain }) => plain.length);
  const making = new Map<string, Promise<ReadyList>>();
  /** The key of what each URL means. */
  const urls = new Map<string, string>();
  const version = new Map<string, number>();
  let epoch = 0;

  const versionOf = (assetId: string): number => version.get(assetId) ?? 0;
  const ageOf = (assetId: string): string => `${epoch}.${versionOf(assetId)}`;
  const findKey = (key: string | undefined): ReadyList | undefined => {
    const kept = key === undefined ? undefined : ready.get(key);
    return kept?.current() === true ? kept : undefined;
  };
  const find = (entry: CacheEntry): ReadyList | undefined => findKey(keyOf(entry));
  const plainly = (key: string, bytes: ReadyBytes): Buffer => {
    const known = plains.get(key);
    if (known?.of === bytes) return known.plain;
    const plain = bytes.plain();
    plains.put(key, { of: bytes, plain });
    return plain;
  };
  const made = async (entry: CacheEntry, make: () => Promise<object>): Promise<ReadyList> => {
    const { assetId } = entry;
    const key = keyOf(entry);
    const [of, at] = [epoch, versionOf(assetId)];
    const bytes = await readyBytes(await make());
    const current = (): boolean => of === epoch && at === versionOf(assetId);
    const list = { assetId, bytes, current, plain: () => plainly(key, bytes) };
    if (current()) ready.put(key, list);
    return list;
  };

  return {
    peek: (url) => findKey(urls.get(url)),
    find,
    name: (url, entry) => {
      if (urls.size >= MAX_URLS) urls.clear();
      urls.set(url, keyOf(entry));
    },
    get: (entry, make) => {
      const known = find(entry);
      if (known !== undefined) return Promise.resolve(known);
      // After a change everybody asks at once: it is made once for all who ask before the next change.
      const turn = `${ageOf(entry.assetId)} ${keyOf(entry)}`;
      const active = making.get(turn);
      if (active !== undefined) return active;
      const mine = made(entry, make).finally(() => making.delete(turn));
      making.set(turn, mine);
      return mine;
    },
    changed: (assetId) => {
      version.set(assetId, (version.get(assetId) ?? 0) + 1);
    },
    clear: () => {
      epoch += 1;
      for (const kept of [ready, plains, urls]) kept.clear();
    },
    clearings: () => epoch,
  };
}
