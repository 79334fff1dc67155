/** Who sends a request byte by byte is cut off, and keeps nobody else waiting. */
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testHttp } from '../test-http.ts';

/** Headers within 15 s, a request within 30 s, looked at every 5 s. */
const HEADERS_MS = 21_000;
const REQUEST_MS = 36_000;

let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = await testHttp();
  app.post('/here', () => ({ here: true }));
  port = Number.parseInt(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port, 10);
});
afterAll(() => app.close());

/** Sends `begin`, then a byte a second. @returns milliseconds until the server closed */
function drip(begin: string): Promise<number> {
  const started = performance.now();
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(begin));
    const timer = setInterval(() => socket.write('x'), 1_000);
    socket.on('error', () => undefined);
    socket.resume();
    socket.on('close', () => {
      clearInterval(timer);
      resolve(performance.now() - started);
    });
  });
}

const HEAD = 'POST /here HTTP/1.1\r\nHost: x\r\n';

it('cuts off dripped headers and a dripped body, and serves others meanwhile', async () => {
  const [headers, body] = [
    drip(`${HEAD}X-Long: `),
    drip(`${HEAD}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n`),
  ];
  const other = await fetch(`http://127.0.0.1:${port}/here`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(other.status).toBe(200);
  expect(await headers).toBeLessThan(HEADERS_MS);
  expect(await body).toBeLessThan(REQUEST_MS);
}, 60_000);
