/** The rescue page has a policy of its own, in which its own script runs and no other; every other page keeps the exchange's. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerPages } from '../../../src/http/pages.ts';
import { FACTS, ORIGIN, testHttp } from '../test-http.ts';

const APP = '<!doctype html><p>the app</p>';
const [SCRIPT, STYLE] = ['alert("a < b")\n', 'p{color:red}'];
const RESCUE = `<!doctype html><style>${STYLE}</style><p>rescue</p><script>${SCRIPT}</script>`;
let app: FastifyInstance;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rialto-rescue-'));
  writeFileSync(join(folder, 'index.html'), APP);
  writeFileSync(join(folder, 'rescue.html'), RESCUE);
  app = await served(false);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function served(isServed: boolean): Promise<FastifyInstance> {
  const http = await testHttp();
  const exchange = { devnetUrl: undefined, origin: ORIGIN, facts: FACTS, isServed: () => isServed };
  await registerPages(http, { webDirectory: folder, ...exchange });
  return http;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');
const policyOf = (headers: Record<string, unknown>): string[] =>
  String(headers['content-security-policy']).split('; ');

it.each(['/rescue', '/rescue.html'])(
  '%s is the page, whole, to everybody, also where nobody is served',
  async (url) => {
    const { statusCode, payload, headers } = await app.inject({ method: 'GET', url });
    expect([statusCode, payload]).toEqual([200, RESCUE]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
  },
);

it('its policy: its own script and style, and esploras that are encrypted or on this machine', async () => {
  const { headers } = await app.inject({ method: 'GET', url: '/rescue' });
  const policy = policyOf(headers);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`script-src 'sha256-${sha256(SCRIPT)}'`);
  expect(policy).toContain(`style-src 'sha256-${sha256(STYLE)}'`);
  expect(policy).toContain('connect-src https: http://localhost:* http://127.0.0.1:*');
  for (const closed of ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
    expect(policy).toContain(closed);
  expect(policy.join()).not.toContain('unsafe');
  expect(policy.join()).not.toContain("'self'");
});

it('the app beside it keeps the policy of the exchange', async () => {
  for (const url of ['/', '/rescue/more', '/recover']) {
    const { payload, headers } = await app.inject({ method: 'GET', url });
    expect(payload).toBe(APP);
    expect(policyOf(headers)).toContain("connect-src 'self'");
  }
});

it('a folder without it serves the app there', async () => {
  rmSync(join(folder, 'rescue.html'));
  const without = await served(true);
  expect((await without.inject({ method: 'GET', url: '/rescue' })).payload).toBe(APP);
  await without.close();
});
