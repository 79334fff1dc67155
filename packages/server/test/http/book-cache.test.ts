/** Ready bytes: made once, sent with an end of their own, gone with the next change, and never more than there is room for. */
import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { openBookCache } from '../../src/http/book/book-cache.ts';
import type { BookCache, CacheEntry } from '../../src/http/book/book-cache.ts';
import { sendReady } from '../../src/http/book/ready-bytes.ts';

const ASKS: CacheEntry = { assetId: 'brc20:opal', list: 'asks' };
const DEALS: CacheEntry = { assetId: 'brc20:opal', list: 'deals' };
const OTHER: CacheEntry = { assetId: 'brc20:jade', list: 'asks' };

/** A list with this in it, and how often it was made. */
function maker(results: unknown) {
  const made = { times: 0, make: () => ((made.times += 1), Promise.resolve({ total: 1, results })) };
  return made;
}

async function served(cache: BookCache, fields: object, headers: Record<string, string> = {}) {
  const app = Fastify();
  app.get('/', async (request, reply) => {
    const list = await cache.get(ASKS, () => Promise.resolve({ total: 0, results: [] }));
    return sendReady(request, reply, list, { fields, startedAt: performance.now() });
  });
  const answer = await app.inject({ url: '/', headers });
  await app.close();
  return answer;
}

describe('bytes that are ready', () => {
  it.each([0, 1, 400, 300_000])('are the same answer with gzip and without, %i bytes long', async (size) => {
    const cache = openBookCache();
    const results = [randomBytes(size).toString('hex'), 'Ωλ "quoted" \\ 🜂'];
    await cache.get(ASKS, maker(results).make);
    const fields = { at: { height: 7, hash: 'ab' }, seq: 3, epoch: 'e' };
    const plain = await served(cache, fields);
    const zipped = await served(cache, fields, { 'accept-encoding': 'br, gzip' });
    expect(plain.json()).toMatchObject({ code: 0, message: 'ok', data: { total: 1, results, ...fields } });
    expect(plain.body).toMatch(/,"processingTime":[0-9]+\}$/);
    expect(zipped.headers['content-encoding']).toBe('gzip');
    const unzipped = gunzipSync(zipped.rawPayload).toString();
    expect(unzipped.replace(/[0-9]+\}$/, '')).toBe(plain.body.replace(/[0-9]+\}$/, ''));
    expect(zipped.headers.etag).toBe(plain.headers.etag);
  });

  it.each([',"seq":1}', `,"seq":${'1'.repeat(500)}}`])(
    'leave with the end that was asked for: %s',
    async (first) => {
      const cache = openBookCache();
      const { bytes } = await cache.get(ASKS, maker([randomBytes(9_000).toString('hex')]).make);
      const long = `,"epoch":"${'e'.repeat(500)}"}`;
      const ends = [first, first, ',"seq":22}', long, first];
      const sent = ends.map((end) => bytes.gzip(end));
      expect(sent[1]).toBe(sent[0]);
      expect(sent.map((whole) => gunzipSync(whole).toString())).toEqual(
        ends.map((end) => `${bytes.plain().toString()}${end}`),
      );
    },
  );

  it('are not sent to who has them, unless their end is another now', async () => {
    const cache = openBookCache();
    const { etag = '' } = (await served(cache, { seq: 1 })).headers;
    const again = { 'if-none-match': etag };
    expect((await served(cache, { seq: 1 }, again)).statusCode).toBe(304);
    expect((await served(cache, { seq: 2 }, again)).statusCode).toBe(200);
    cache.changed(ASKS.assetId);
    expect((await served(cache, { seq: 1 }, again)).statusCode).toBe(304);
    cache.changed(ASKS.assetId);
    await cache.get(ASKS, maker(['another']).make);
    expect((await served(cache, { seq: 1 }, again)).statusCode).toBe(200);
  });
});

describe('the cache', () => {
  it('makes a list once for all who ask, and again after a change of its token', async () => {
    const cache = openBookCache();
    const asks = maker([1]);
    const [one, two] = await Promise.all([cache.get(ASKS, asks.make), cache.get(ASKS, asks.make)]);
    expect(one).toBe(two);
    cache.changed(OTHER.assetId);
    expect(cache.find(ASKS)).toBe(one);
    cache.changed(ASKS.assetId);
    expect([cache.find(ASKS), one.current()]).toEqual([undefined, false]);
    expect(await cache.get(ASKS, asks.make)).not.toBe(one);
    expect(asks.times).toBe(2);
  });

  it('keeps nothing that was read before a change', async () => {
    const cache = openBookCache();
    const late = cache.get(ASKS, async () => {
      await Promise.resolve();
      cache.changed(ASKS.assetId);
      return { results: ['old'] };
    });
    expect((await late).current()).toBe(false);
    expect(cache.find(ASKS)).toBeUndefined();
  });

  it('knows a list by the ways it was asked for, until everything is forgotten', async () => {
    const cache = openBookCache();
    const list = await cache.get(ASKS, maker([1]).make);
    cache.name('/asks?net=regtest', ASKS);
    expect([cache.peek('/asks?net=regtest'), cache.peek('/asks')]).toEqual([list, undefined]);
    const before = cache.clearings();
    cache.clear();
    expect(cache.peek('/asks?net=regtest')).toBeUndefined();
    expect([cache.find(ASKS), list.current()]).toEqual([undefined, false]);
    expect(cache.clearings()).toBe(before + 1);
  });

  it('gives up what was not asked for longest', async () => {
    const cache = openBookCache(9_000);
    const noise = () => randomBytes(2_000).toString('hex');
    for (const entry of [ASKS, DEALS]) await cache.get(entry, maker([noise()]).make);
    expect(cache.find(ASKS)).toBeDefined();
    await cache.get(OTHER, maker([noise()]).make);
    const stand = [ASKS, DEALS, OTHER].map((entry) => cache.find(entry) !== undefined);
    expect(stand).toEqual([true, false, true]);
  });
});
