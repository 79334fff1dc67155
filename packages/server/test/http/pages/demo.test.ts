/** The private chain's service is for our own pages: a page of another site can neither mine nor undo a block. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { registerDemo } from '../../../src/http/demo.ts';
import { ORIGIN, testHttp } from '../test-http.ts';

let service: Server;
let app: FastifyInstance;
let reached: string[] = [];
const host = new URL(ORIGIN).host;

beforeAll(async () => {
  service = createServer((request, answer) => {
    reached.push(`${request.method ?? ''} ${request.url ?? ''}`);
    answer.setHeader('content-type', 'application/json');
    answer.end('{}');
  });
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
  const { port } = service.address() as AddressInfo;
  app = await testHttp();
  registerDemo(app, { url: `http://127.0.0.1:${port}`, exchange: 'rialto.example' });
});
beforeEach(() => {
  reached = [];
});
afterAll(async () => {
  await app.close();
  service.close();
});

const mine = async (headers: Record<string, string>): Promise<number> => {
  const type = { 'content-type': 'application/json' };
  const sent = { ...type, host, ...headers };
  return (await app.inject({ method: 'POST', url: '/demo/mine', headers: sent, payload: '{}' })).statusCode;
};

it('serves our own page, a program, and the exchange under its own name', async () => {
  expect(await mine({ origin: ORIGIN })).toBe(200);
  expect(await mine({})).toBe(200);
  expect(await mine({ host: 'localhost:7780', origin: 'http://localhost:7780' })).toBe(200);
  expect(await mine({ host: 'rialto.example', origin: 'https://rialto.example' })).toBe(200);
  expect(reached).toHaveLength(4);
});

it.each([
  ['a page of another site', { origin: 'https://evil.example' }],
  ['a page without an origin of its own', { origin: 'null' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['a name that leads to this machine', { host: 'evil.example', origin: 'http://evil.example' }],
  ['text, which needs no leave', { 'content-type': 'text/plain' }],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
])('refuses %s', async (_, headers) => {
  expect(await mine(headers)).toBeGreaterThanOrEqual(400);
  expect(reached).toEqual([]);
});

it('lets anybody look', async () => {
  const answer = await app.inject({ method: 'GET', url: '/demo/status', headers: { host: 'evil.example' } });
  expect([answer.statusCode, reached]).toEqual([200, ['GET /demo/status']]);
});
