/** Every prefix has its own envelope: also for what no call is found for, and for what is refused before a call is reached. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_ROOT, CALLS } from '@rialto/contract';
import type { Call } from '@rialto/contract';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { registerGate } from '../../src/http/gate.ts';
import { registerPages } from '../../src/http/pages.ts';
import { FACTS, ORIGIN, testHttp } from './test-http.ts';

const calls: readonly (readonly [string, Call])[] = Object.entries(CALLS);
const pathOf = ({ path }: Call): string => `${API_ROOT}${path.replaceAll(/:\w+/g, 'brc20')}`;
const STATUS = ['/api/runes/', '/api/swap/', '/api/bridge/', '/api/mvc/', '/api/ticket/'];
const CODE = ['/api', '/api/', '/api/book/', '/api/book/runes/', '/api/book/event/', '/api/health/'];
let app: FastifyInstance;

interface Setting {
  readonly country?: string;
  readonly callsPerMinute?: number;
  readonly page?: boolean;
}

async function open({ country = 'CH', callsPerMinute = 1_000, page = false }: Setting = {}): Promise<void> {
  app = await testHttp({ CALLS_PER_MINUTE: String(callsPerMinute) });
  registerGate(app, {
    countryOf: () => country,
    refused: new Set(['CN']),
    serveUnknown: false,
    maintenance: false,
  });
  for (const [name, call] of calls)
    app.route({ method: call.method, url: `${API_ROOT}${call.path}`, handler: () => ({ name }) });
  const webDirectory = mkdtempSync(join(tmpdir(), 'rialto-page-'));
  if (page) writeFileSync(join(webDirectory, 'index.html'), '<!doctype html><p>the page</p>');
  await registerPages(app, {
    webDirectory,
    devnetUrl: undefined,
    origin: ORIGIN,
    facts: FACTS,
    isServed: () => true,
  });
}

afterEach(() => app.close());

const coded = (message: string, refusal: string): object => ({
  code: 1,
  message,
  data: null,
  processingTime: expect.any(Number) as number,
  refusal,
});
const stated = (message: string, refusal: string): object => ({
  status: 'error',
  message,
  data: null,
  refusal,
});

async function ask(url: string, method: 'GET' | 'POST' = 'GET') {
  const { statusCode, payload } = await app.inject({ method, url });
  return { status: statusCode, payload };
}

async function answered(url: string, method?: 'GET' | 'POST'): Promise<[number, unknown]> {
  const { status, payload } = await ask(url, method);
  return [status, JSON.parse(payload) as unknown];
}

describe.each([true, false])('a path that is no call, with the page served: %s', (page) => {
  it('is refused in the envelope of its prefix', async () => {
    await open({ page });
    const said = ['No such API call.', 'no-such-call'] as const;
    for (const method of ['GET', 'POST'] as const) {
      for (const base of STATUS)
        expect([base, ...(await answered(`${base}none?net=regtest`, method))]).toEqual([
          base,
          404,
          stated(...said),
        ]);
      for (const base of CODE)
        expect([base, ...(await answered(base, method))]).toEqual([base, 404, coded(...said)]);
    }
  });
  it('is known however it is written', async () => {
    await open({ page });
    expect(await answered('/%61pi/sw%61p/none')).toEqual([404, stated('No such API call.', 'no-such-call')]);
    expect(await answered('/api/book/%')).toEqual([expect.any(Number), expect.anything()]);
  });
});

it('any other path is the page’s', async () => {
  await open({ page: true });
  for (const path of ['/', '/swap', '/apiary', '/orderbook/brc20/btc-api?x=/api/swap/'])
    expect([path, (await ask(path)).payload]).toEqual([path, expect.stringContaining('the page')]);
  expect((await ask('/assets/none.js')).status).toBe(404);
});

describe('a call that is refused before it is reached', () => {
  const expected = (call: Call, message: string, refusal: string): object =>
    call.envelope === 'status' ? stated(message, refusal) : coded(message, refusal);

  it('by its region', async () => {
    await open({ country: 'CN' });
    const open_ = ['geo', 'config'];
    for (const [name, call] of calls) {
      if (open_.includes(name)) continue;
      const said = expected(call, 'This exchange is not available in your region.', 'region-not-served');
      expect([name, ...(await answered(pathOf(call), call.method))]).toEqual([name, 403, said]);
    }
  });
  it('for too many of them', async () => {
    const most = 10;
    await open({ callsPerMinute: most });
    for (let made = 0; made < most; made += 1) expect((await ask('/api/geo')).status).toBe(200);
    for (const [name, call] of calls) {
      const said = expected(call, 'Too many requests. Please wait a moment.', 'too-many-requests');
      expect([name, ...(await answered(pathOf(call), call.method))]).toEqual([name, 429, said]);
    }
  });
});
