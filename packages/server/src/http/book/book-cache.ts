/** Hot reads as ready bytes: a list of a token is made once and kept until an order of the token changes. */
import { plainOf, readyBytes } from './ready-bytes.ts';
import type { ReadyBytes } from './ready-bytes.ts';

/** The books of 300,000 orders take less than half of this. */
const MAX_BYTES = 128_000_000;
/** Uncompressed they are ten times as large, and few ask for them. */
const MAX_PLAIN_BYTES = 32_000_000;
/** Of ways to ask for a list. */
const MAX_URLS = 20_000;

/** Which list of which token. */
export interface Wanted {
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
  standing(wanted: Wanted): ReadyList | undefined;
  /** From now on the URL means this list. */
  name(url: string, wanted: Wanted): void;
  /** The list, made when it is missing. */
  get(wanted: Wanted, make: () => Promise<object>): Promise<ReadyList>;
  /** An order of the token is another now. */
  changed(assetId: string): void;
  /** Nothing that was read before is sure any more. */
  clear(): void;
  /** How often that was. */
  clearings(): number;
}

const keyOf = ({ assetId, list }: Wanted): string => `${assetId} ${list}`;

/** Keeps what was used last, up to so many bytes. */
function openShelf<Kept>(most: number, sizeOf: (kept: Kept) => number) {
  const shelf = new Map<string, Kept>();
  let held = 0;
  const drop = (key: string): void => {
    const kept = shelf.get(key);
    if (kept === undefined) return;
    shelf.delete(key);
    held -= sizeOf(kept);
  };
  return {
    get: (key: string): Kept | undefined => {
      const kept = shelf.get(key);
      if (kept === undefined) return undefined;
      shelf.delete(key);
      shelf.set(key, kept);
      return kept;
    },
    put: (key: string, kept: Kept): void => {
      drop(key);
      shelf.set(key, kept);
      held += sizeOf(kept);
      for (const oldest of shelf.keys()) {
        if (held <= most) break;
        drop(oldest);
      }
    },
    clear: () => {
      shelf.clear();
      held = 0;
    },
  };
}

/** What a list takes besides its bytes. */
const OVERHEAD = 1_000;

export function openBookCache(maxBytes = MAX_BYTES): BookCache {
  const ready = openShelf<ReadyList>(maxBytes, ({ bytes }) => bytes.deflated.length + OVERHEAD);
  const plains = openShelf<{ of: ReadyBytes; plain: Buffer }>(MAX_PLAIN_BYTES, ({ plain }) => plain.length);
  const making = new Map<string, Promise<ReadyList>>();
  const urls = new Map<string, Wanted>();
  const version = new Map<string, number>();
  let epoch = 0;

  const ageOf = (assetId: string): string => `${epoch}.${version.get(assetId) ?? 0}`;
  const standing = (wanted: Wanted): ReadyList | undefined => {
    const kept = ready.get(keyOf(wanted));
    return kept?.current() === true ? kept : undefined;
  };
  const plainly = (key: string, bytes: ReadyBytes): Buffer => {
    const known = plains.get(key);
    if (known?.of === bytes) return known.plain;
    const plain = plainOf(bytes);
    plains.put(key, { of: bytes, plain });
    return plain;
  };
  const made = async (wanted: Wanted, make: () => Promise<object>): Promise<ReadyList> => {
    const { assetId } = wanted;
    const key = keyOf(wanted);
    const age = ageOf(assetId);
    const bytes = await readyBytes(await make());
    const current = (): boolean => age === ageOf(assetId);
    const list = { assetId, bytes, current, plain: () => plainly(key, bytes) };
    if (current()) ready.put(key, list);
    return list;
  };

  return {
    peek: (url) => {
      const wanted = urls.get(url);
      return wanted === undefined ? undefined : standing(wanted);
    },
    standing,
    name: (url, wanted) => {
      if (urls.size >= MAX_URLS) urls.clear();
      urls.set(url, wanted);
    },
    get: (wanted, make) => {
      const known = standing(wanted);
      if (known !== undefined) return Promise.resolve(known);
      // After a change everybody asks at once: it is made once for all who ask before the next change.
      const turn = `${ageOf(wanted.assetId)} ${keyOf(wanted)}`;
      const underWay = making.get(turn);
      if (underWay !== undefined) return underWay;
      const mine = made(wanted, make).finally(() => making.delete(turn));
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
