/** The API's document and page: complete, valid, sent as promised; and the limit of calls holds for each address of the network. */
import { CALLS, SCHEMAS } from '@rialto/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/docs/openapi.ts';
import { registerDocs } from '../../src/docs/register-docs.ts';
import { openChecker } from '../http/api-checker.ts';
import { ORIGIN, testHttp } from '../http/test-http.ts';

const facts = { version: '4.0.0', origin: ORIGIN, callsPerMinute: 1200 };
const document = openApiDocument(facts);
const calls = Object.entries(CALLS);
async function server(settings: Record<string, string> = {}): Promise<FastifyInstance> {
  const app = await testHttp(settings);
  registerDocs(app, facts);
  return app;
}

describe('the OpenAPI document', () => {
  it('consists of valid JSON Schemas whose references lead somewhere, and of none that nobody uses', () => {
    const checker = openChecker(document);
    expect(checker.errors()).toEqual([]);
    const text = JSON.stringify(document);
    const referred = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(
      ([, kind, name]) => `${kind ?? ''}/${name ?? ''}`,
    );
    const kept = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, all]) => Object.keys(all).map((name) => `${kind}/${name}`));
    expect([...new Set(referred)].toSorted()).toEqual(kept.toSorted());
  });

  it('takes what the exchange takes and refuses what it refuses', () => {
    const checker = openChecker(document);
    const take = { orderState: 2, net: 'regtest', address: 'bcrt1qxxxxxxxxxxxxx', psbtRaw: '70FF' };
    const takeId = '7b0f6f0c-3f7e-4a52-9f0f-0d8b9b6f6a10';
    for (const named of [{ takeId }, { orderId: 'ab'.repeat(32) }])
      expect(checker.errorsOfBody('updateOrderV2', { ...take, ...named })).toEqual([]);
    for (const wrong of [take, { ...take, takeId, psbtRaw: '7' }, { ...take, takeId, orderState: 4 }]) {
      expect(checker.errorsOfBody('updateOrderV2', wrong)).not.toEqual([]);
      expect(SCHEMAS.updateOrderV2.body.safeParse(wrong).success).toBe(false);
    }
  });
});

describe('the pages of the API', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await server();
  });
  afterAll(() => app.close());

  it('sends the document as it is, once, and 304 after that', async () => {
    const first = await app.inject('/api/docs/openapi.json');
    expect(first.statusCode).toBe(200);
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(first.json()).toEqual(JSON.parse(JSON.stringify(document)));
    const { etag } = first.headers;
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const headers = { 'if-none-match': String(etag) };
    const again = await app.inject({ url: '/api/docs/openapi.json', headers });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('shows every call and every schema, with links that lead somewhere', async () => {
    const { body, headers } = await app.inject('/api/docs');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const ids = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const schemas = Object.keys(document.components.schemas).map((name) => `schema-${name}`);
    expect([...calls.map(([name]) => name), ...schemas].filter((id) => !ids.has(id))).toEqual([]);
    const links = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
    for (const [, call] of calls) expect(body).toContain(`/api${call.path.replace(/:(\w+)/g, '{$1}')}`);
  });

  it('needs nothing that the policy of content forbids, and nobody else', async () => {
    const { body, headers } = await app.inject('/api/docs');
    expect(headers['content-security-policy']).toContain("style-src 'self'");
    expect(body).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i);
    const outside = [...body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url ?? '');
    expect(outside.filter((url) => !/^(?:#|\/(?!\/))/.test(url))).toEqual([]);
    const style = /rel="stylesheet" href="([^"]+)"/.exec(body)?.[1] ?? '';
    const sheet = await app.inject(style);
    expect(sheet.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(sheet.body).toContain('color-scheme: light dark');
  });
});

describe('the limit of calls', () => {
  it('holds for each address, says how much is left, and when to come back', async () => {
    const app = await server({ CALLS_PER_MINUTE: '10', PROXY_HOPS: '1' });
    const from = (address: string) =>
      app.inject({ url: '/api/docs', headers: { 'x-forwarded-for': address } });
    for (const left of ['9', '8', '7', '6', '5', '4', '3', '2', '1', '0']) {
      const { statusCode, headers } = await from('203.0.113.7');
      expect([statusCode, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual([
        200,
        '10',
        left,
      ]);
    }
    const refused = await from('203.0.113.7');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 1, refusal: 'too-many-requests' });
    const wait = Number(refused.headers['retry-after']);
    // Until the minute is over: five seconds later it would be refused again.
    expect(wait).toBe(Number(refused.headers['x-ratelimit-reset']));
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await from('203.0.113.8')).statusCode).toBe(200);
    // One customer's network counts as one.
    for (let at = 0; at < 10; at += 1) await from(`2001:db8:1:2::${at}`);
    expect((await from('2001:db8:1:2:ffff::1')).statusCode).toBe(429);
    expect((await from('2001:db8:1:3::1')).statusCode).toBe(200);
    await app.close();
  });

  it('counts by the connection, whatever a caller writes, when no proxy is trusted', async () => {
    const app = await server({ CALLS_PER_MINUTE: '10' });
    const from = (address: string) =>
      app.inject({ url: '/api/docs', headers: { 'x-forwarded-for': address } });
    const all = [];
    for (let at = 0; at < 11; at += 1) all.push((await from(`203.0.113.${at}`)).statusCode);
    expect(all).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    await app.close();
  });
});
