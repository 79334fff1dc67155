/** What the server writes into the page: facts for its first picture, as data that no policy or text can turn into more. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { isServed } from '../../../src/http/gate.ts';
import { registerPages } from '../../../src/http/pages.ts';
import { FACTS, ORIGIN, testHttp } from '../test-http.ts';

const PAGE =
  '<!doctype html><head><!--facts--><!--demo-wallet--><script src="/theme.js"></script></head><p>the page</p>';
const TERMS = 'https://x.example/</script><script>alert(1)</script>$&<!--';
let app: FastifyInstance;
afterEach(() => app.close());

async function open(country: string | undefined): Promise<void> {
  const webDirectory = mkdtempSync(join(tmpdir(), 'rialto-page-'));
  writeFileSync(join(webDirectory, 'index.html'), PAGE);
  app = await testHttp();
  const regions = { countryOf: () => country, refused: new Set(['CN']), serveUnknown: true };
  await registerPages(app, {
    webDirectory,
    devnetUrl: undefined,
    origin: ORIGIN,
    facts: { ...FACTS, config: { ...FACTS.config, terms: TERMS } },
    isServed: (request) => isServed(regions, request),
  });
}

const factsIn = (page: string) =>
  /<script type="application\/json" id="facts">(.*?)<\/script>/s.exec(page)?.[1];

it('has network, version and the operator’s choices in every page, whatever is in them', async () => {
  await open('CH');
  for (const path of ['/', '/orderbook/brc20', '/no/such/page']) {
    const { payload } = await app.inject({ method: 'GET', url: path });
    const said: unknown = JSON.parse(factsIn(payload) ?? '');
    expect(said).toEqual({ ...FACTS, config: { ...FACTS.config, terms: TERMS } });
    expect(payload.match(/<script/g)).toHaveLength(2);
    expect(payload).not.toContain('<!--');
  }
});

it('is asked for anew each time, kept by nobody in between, and runs nothing inline', async () => {
  await open('CH');
  for (const path of ['/', '/orderbook/brc20']) {
    const { headers } = await app.inject({ method: 'GET', url: path });
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['content-security-policy']).toMatch(/script-src 'self';/);
  }
});

it('says nothing of the exchange to who is not served', async () => {
  await open('CN');
  const { payload } = await app.inject({ method: 'GET', url: '/' });
  expect(factsIn(payload)).toBeUndefined();
  expect(payload).toContain('the page');
});

it('is served to who is nowhere known, where the operator serves those', async () => {
  await open(undefined);
  const { payload } = await app.inject({ method: 'GET', url: '/' });
  expect(factsIn(payload)).toContain('regtest');
});
