/** The built app's files: what has a hash in its name is kept for a year, the rest is asked for again, and a compressed copy goes to who takes it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerPages } from '../../../src/http/pages.ts';
import { FACTS, ORIGIN, testHttp } from '../test-http.ts';

const PAGE = '<!doctype html><p>the page</p>';
let app: FastifyInstance;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rialto-pages-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'manifest.json'), '{}');
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'plain');
  writeFileSync(join(folder, 'assets', 'app-1a2b.js.br'), 'small');
  app = await testHttp();
  const exchange = { devnetUrl: undefined, origin: ORIGIN, facts: FACTS, isServed: () => true };
  await registerPages(app, { webDirectory: folder, ...exchange });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function got(url: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({ method: 'GET', url, headers });
  const { 'cache-control': kept, 'content-encoding': encoding, vary } = answer.headers;
  return { status: answer.statusCode, body: answer.payload, kept, encoding, vary };
}

it('what has a hash in its name is kept for a year', async () => {
  expect(await got('/assets/app-1a2b.js')).toMatchObject({
    status: 200,
    body: 'plain',
    kept: 'public, max-age=31536000, immutable',
    encoding: undefined,
  });
});

it('the compressed copy goes to who takes it, and no cache between mixes the two', async () => {
  const answer = await got('/assets/app-1a2b.js', { 'accept-encoding': 'br' });
  expect(answer).toMatchObject({ body: 'small', encoding: 'br' });
  expect(String(answer.vary).toLowerCase()).toContain('accept-encoding');
});

it('the rest, and the page under any address, is asked for again', async () => {
  expect(await got('/manifest.json')).toMatchObject({ body: '{}', kept: 'no-cache' });
  for (const path of ['/', '/markets', '/tx/none'])
    expect(await got(path)).toMatchObject({ body: PAGE, kept: 'private, no-cache' });
});

it('nothing leads out of the folder, and an asset that is not there is not the page', async () => {
  writeFileSync(`${folder}.txt`, 'outside');
  for (const path of ['/assets/none.js', `/assets/..%2f..%2f${folder.split('/').at(-1) ?? ''}.txt`]) {
    const answer = await got(path);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toMatch(/outside|the page/);
  }
  rmSync(`${folder}.txt`);
});
