/** A proxy in front of the exchange that passes everything on, and changes an answer when it is told to. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Liar {
  readonly origin: string;
  /** From now on, answers of calls whose path ends so are changed. */
  lie(ending: string, change: (answer: string) => string): void;
  /** The same of what it is asked. */
  mishear(ending: string, change: (request: string) => string): void;
  /** The next calls whose path ends so are done, and their answers are lost: the line is cut, or a page of something between comes. */
  lose(ending: string, how: readonly ('cut' | 'page')[]): void;
  /** How many calls there were whose path ends so. */
  asked(ending: string): number;
  /** How many answers are still to be lost. */
  toLose(): number;
  /** How many answers were really changed. */
  told(): number;
  stop(): Promise<void>;
}

export async function startLiar(port: number, target: string): Promise<Liar> {
  let ending = '';
  let change: ((answer: string) => string) | undefined;
  let told = 0;
  const paths: string[] = [];
  let misheard = { ending: '', change: (request: string): string => request };
  let lost: { ending: string; how: ('cut' | 'page')[] } = { ending: '', how: [] };
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? '/';
    const path = url.split('?')[0] ?? '';
    paths.push(path);
    const asked = await bodyOf(request);
    const body = path.endsWith(misheard.ending) ? misheard.change(asked) : asked;
    const answer = await fetch(`${target}${url}`, {
      method: request.method ?? 'GET',
      headers: headersOf(request),
      ...(body === '' ? {} : { body }),
    });
    const text = await answer.text();
    const how = path.endsWith(lost.ending) ? lost.how.shift() : undefined;
    if (how === 'cut') {
      request.socket.destroy();
      return;
    }
    if (how === 'page') {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
      return;
    }
    const said = change !== undefined && path.endsWith(ending) ? change(text) : text;
    if (said !== text) told += 1;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(said);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.writeHead(502).end('{}'));
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    lie: (where, how) => {
      ending = where;
      change = how;
    },
    mishear: (where, how) => {
      misheard = { ending: where, change: how };
    },
    lose: (where, how) => {
      lost = { ending: where, how: [...how] };
    },
    asked: (where) => paths.filter((path) => path.endsWith(where)).length,
    toLose: () => lost.how.length,
    told: () => told,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const PASSED = ['content-type', 'x-signature', 'x-public-key', 'idempotency-key'];

function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    PASSED.flatMap((name): [string, string][] => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
