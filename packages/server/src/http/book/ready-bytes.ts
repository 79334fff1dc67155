/** An answer whose long part is made and compressed once, and whose end is written anew each time it is sent. */
import { createHash } from 'node:crypto';
import { constants, crc32, deflateRaw, inflateRawSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The long part: a JSON object without its last brace, compressed up to a whole byte so that more may follow. */
export interface ReadyBytes {
  /** Compressed. */
  readonly size: number;
  /** Of the whole answer with these last fields, as JSON. */
  etag(last: string): string;
  /** The whole answer with this end. The latest is kept: until the end is another, it leaves without a copy. */
  gzip(end: string): Buffer;
  /** The long part, uncompressed. */
  plain(): Buffer;
}

const WHOLE_BYTES = { finishFlush: constants.Z_SYNC_FLUSH };
/** A member of gzip without name or time (RFC 1952, 2.3). */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const HASH_LETTERS = 22;
/** For the end that is sent first, so that what is asked for once is not copied either. */
const ROOM = 256;

export async function readyBytes(data: object): Promise<ReadyBytes> {
  const bytes = Buffer.from(`{"code":0,"message":"ok","data":${JSON.stringify(data).slice(0, -1)}`);
  const long = { length: bytes.length, crc: crc32(bytes) };
  const hash = shortHash(bytes);
  // By another thread: a book of 200 orders takes some milliseconds.
  const deflated = await compress(bytes);
  const until = GZIP_HEAD.length + deflated.length;
  let whole = Buffer.concat([GZIP_HEAD, deflated], until + ROOM);
  let isFresh = true;
  const ended = (end: string): Buffer => {
    const foot = footOf(long, Buffer.from(end));
    // Only once: what was sent may still be on its way out.
    if (isFresh && foot.copy(whole, until) === foot.length) whole = whole.subarray(0, until + foot.length);
    else whole = Buffer.concat([whole.subarray(0, until), foot]);
    isFresh = false;
    return whole;
  };
  return {
    size: until,
    etag: latest((last) => `"${hash}${shortHash(last)}"`),
    gzip: latest(ended),
    plain: () => inflateRawSync(whole.subarray(GZIP_HEAD.length, until), WHOLE_BYTES),
  };
}

const shortHash = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, HASH_LETTERS);

/** Made again only when it is asked for with another text. */
function latest<Made>(make: (text: string) => Made): (text: string) => Made {
  let kept: { readonly text: string; readonly made: Made } | undefined;
  return (text) => (kept?.text === text ? kept : (kept = { text, made: make(text) })).made;
}

const compress = (bytes: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    deflateRaw(bytes, WHOLE_BYTES, (error, deflated) => {
      if (error === null) resolve(deflated);
      else reject(error);
    });
  });

/** The end follows as one stored block, the last (RFC 1951, 3.2.4). */
function footOf(long: { readonly length: number; readonly crc: number }, end: Buffer): Buffer {
  const block = Buffer.alloc(5);
  block.writeUInt8(1, 0);
  block.writeUInt16LE(end.length, 1);
  block.writeUInt16LE(end.length ^ 0xffff, 3);
  const foot = Buffer.alloc(8);
  foot.writeUInt32LE(crc32(end, long.crc), 0);
  foot.writeUInt32LE((long.length + end.length) % 2 ** 32, 4);
  return Buffer.concat([block, end, foot]);
}

interface Ending {
  /** The last fields of `data`, which has others before them. */
  readonly fields: object;
  readonly startedAt: number;
}

/** Sends it, or 304 when the reader has it. `plain` gives the long part uncompressed, for who cannot read gzip. */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: { readonly bytes: ReadyBytes; plain(): Buffer },
  { fields, startedAt }: Ending,
): FastifyReply {
  const last = JSON.stringify(fields);
  const etag = ready.bytes.etag(last);
  void reply.header('etag', etag).header('cache-control', 'no-cache');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const processingTime = Math.round(performance.now() - startedAt);
  const end = `,${last.slice(1)},"processingTime":${processingTime}}`;
  void reply.header('content-type', 'application/json; charset=utf-8').header('vary', 'accept-encoding');
  const zipped = request.headers['accept-encoding']?.includes('gzip') === true;
  if (!zipped) return reply.send(Buffer.concat([ready.plain(), Buffer.from(end)]));
  return reply.header('content-encoding', 'gzip').send(ready.bytes.gzip(end));
}
