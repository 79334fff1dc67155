/** Hot reads as ready bytes: a snapshot is built once and sent as it is until an order of its token changes. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Snapshot {
  readonly bytes: Buffer;
  /** The same, compressed once: a book of 200 orders shrinks to a tenth. */
  readonly gzip: Buffer;
  readonly etag: string;
}

const MOST = 500;
/** Anybody may ask for any number of different lists; together they hold no more than this. */
const MOST_BYTES = 32_000_000;

export interface BookCache {
  /** The bytes for a URL, built when they are missing. `assetId` says whose change makes them stale. */
  get(url: string, assetId: string, build: () => Promise<unknown>): Promise<Snapshot>;
  peek(url: string): Snapshot | undefined;
  changed(assetId: string): void;
  clear(): void;
}

export function openBookCache(): BookCache {
  const ready = new Map<string, Snapshot>();
  const building = new Map<string, Promise<Snapshot>>();
  const urls = new Map<string, Set<string>>();
  const version = new Map<string, number>();
  let epoch = 0;
  let held = 0;

  const store = (url: string, assetId: string, snapshot: Snapshot): void => {
    const size = snapshot.bytes.length + snapshot.gzip.length;
    if (ready.size >= MOST || held + size > MOST_BYTES) {
      ready.clear();
      urls.clear();
      held = 0;
    }
    // Counted, never given back before the next clearing: an upper bound is enough.
    held += size;
    ready.set(url, snapshot);
    const known = urls.get(assetId) ?? new Set();
    urls.set(assetId, known.add(url));
  };

  const ageOf = (assetId: string): string => `${epoch}.${version.get(assetId) ?? 0}`;
  const made = async (url: string, assetId: string, build: () => Promise<unknown>): Promise<Snapshot> => {
    const before = ageOf(assetId);
    const bytes = Buffer.from(JSON.stringify(await build()));
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    const snapshot = { bytes, gzip: gzipSync(bytes), etag };
    // A change that came while we built makes these bytes old already: send them once, keep them not.
    if (before === ageOf(assetId)) store(url, assetId, snapshot);
    return snapshot;
  };

  return {
    peek: (url) => ready.get(url),
    get: (url, assetId, build) => {
      const standing = ready.get(url);
      if (standing !== undefined) return Promise.resolve(standing);
      // After a change everybody asks at once: it is built once for all who ask before the next change.
      const key = `${ageOf(assetId)} ${url}`;
      const underWay = building.get(key);
      if (underWay !== undefined) return underWay;
      const mine = made(url, assetId, build).finally(() => building.delete(key));
      building.set(key, mine);
      return mine;
    },
    changed: (assetId) => {
      version.set(assetId, (version.get(assetId) ?? 0) + 1);
      for (const url of urls.get(assetId) ?? []) ready.delete(url);
      urls.delete(assetId);
    },
    clear: () => {
      epoch += 1;
      ready.clear();
      urls.clear();
      held = 0;
    },
  };
}

/** Sends ready bytes, or 304 when the reader has them. */
export function sendSnapshot(request: FastifyRequest, reply: FastifyReply, snapshot: Snapshot): FastifyReply {
  void reply.header('etag', snapshot.etag).header('cache-control', 'no-cache');
  if (request.headers['if-none-match'] === snapshot.etag) return reply.code(304).send();
  void reply.header('content-type', 'application/json; charset=utf-8').header('vary', 'accept-encoding');
  const zipped = request.headers['accept-encoding']?.includes('gzip') === true;
  return zipped ? reply.header('content-encoding', 'gzip').send(snapshot.gzip) : reply.send(snapshot.bytes);
}
