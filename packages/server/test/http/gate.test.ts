/** The gate runs before every call, however the path of the call is written. */
import { connect } from 'node:net';
import { API_ROOT, CALLS } from '@rialto/contract';
import type { Call } from '@rialto/contract';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { registerGate } from '../../src/http/gate.ts';
import { testHttp } from './test-http.ts';

const calls: readonly (readonly [string, Call])[] = Object.entries(CALLS);
const COUNTRY = 'x-country';
let app: FastifyInstance;
/** Calls that were let through. */
let reached: string[] = [];

async function open(maintenance: boolean): Promise<number> {
  reached = [];
  app = await testHttp();
  registerGate(app, {
    countryOf: ({ headers }) => String(headers[COUNTRY]),
    refused: new Set(['CN']),
    serveUnknown: false,
    maintenance,
  });
  for (const [name, { method, path }] of calls)
    app.route({
      method,
      url: `${API_ROOT}${path}`,
      handler: () => {
        reached.push(name);
        return { name };
      },
    });
  return Number.parseInt(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port, 10);
}

afterEach(() => app.close());

interface Reply {
  readonly status: number;
  readonly stored: boolean;
}

/** Sends the request target as it is: a client library would write it in its own way. */
function send(
  port: number,
  { method, path }: Pick<Call, 'method' | 'path'>,
  country: string,
): Promise<Reply> {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: x', `${COUNTRY}: ${country}`, 'Connection: close'];
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      text += part;
    });
    socket.on('error', reject);
    socket.on('end', () => {
      const status = Number.parseInt(text.split(' ')[1] ?? '', 10);
      resolve({ status, stored: !/^cache-control: no-store\r$/im.test(text) });
    });
  });
}

/** The path of a call with something in each of its parts. */
const pathOf = ({ path }: Call): string => `${API_ROOT}${path.replaceAll(/:\w+/g, 'brc20')}`;
const SPELLINGS: Readonly<Record<string, (path: string) => string>> = {
  plain: (path) => path,
  'a letter in percent': (path) => path.replace('/api', '/%61pi'),
  'another letter in percent': (path) =>
    path.replace(/[a-z]$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'the absolute form': (path) => `http://x${path}`,
  'the absolute form of another host': (path) => `https://rialto.example:1${path}`,
};
const DOUBLE_SLASH: readonly ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => path.replace('/api/', '/api//'),
];

it.each(Object.entries(SPELLINGS))('refuses a country every call but two: %s', async (_, spell) => {
  const port = await open(false);
  for (const [name, call] of calls) {
    const path = spell(pathOf(call));
    const open = name === 'geo' || name === 'config';
    expect([path, await send(port, { ...call, path }, 'CN')]).toEqual([
      path,
      { status: open ? 200 : 403, stored: false },
    ]);
    expect([path, await send(port, { ...call, path }, 'CH')]).toEqual([path, { status: 200, stored: false }]);
  }
  expect(reached).toHaveLength(calls.length + 2);
});

it.each(Object.entries(SPELLINGS))('takes no act during maintenance but leaving: %s', async (_, spell) => {
  const port = await open(true);
  for (const [name, call] of calls) {
    const path = spell(pathOf(call));
    const acts = call.method === 'POST' && name !== 'loginOut';
    expect([path, await send(port, { ...call, path }, 'CH')]).toEqual([
      path,
      { status: acts ? 503 : 200, stored: false },
    ]);
  }
});

it('knows no call behind a double slash', async () => {
  const port = await open(true);
  for (const [, call] of calls)
    for (const spell of DOUBLE_SLASH) {
      const path = spell(pathOf(call));
      expect([path, await send(port, { ...call, path }, 'CN')]).toEqual([
        path,
        { status: 404, stored: false },
      ]);
    }
  expect(reached).toEqual([]);
});
