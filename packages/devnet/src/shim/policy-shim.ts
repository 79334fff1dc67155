/**
 * A proxy in front of a node whose mempool refuses inscriptions: calls and REST pass through, and what only this node's
 * policy refuses is checked by consensus and held for the next block (decision 0022). For a node that takes them it changes nothing.
 */
import { Agent, createServer, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { RunningNode } from '../chain/node.ts';
import { after, answersIn, asksFirst, before, bodyOf, parseCalls, shaped } from './calls.ts';
import type { Calls } from './calls.ts';
import { openDesk } from './desk.ts';
import type { Desk } from './desk.ts';
import type { NodeAnswer } from './handler.ts';
import { createHeld } from './held.ts';
import { keepHeld, takeUpHeld } from './keep.ts';

export interface PolicyShim {
  readonly rpcUrl: string;
  readonly port: number;
  /** False for a node that needs no help. */
  readonly checks: boolean;
  stop(): Promise<void>;
}

interface Upstream {
  readonly node: RunningNode;
  /** None before a node that needs no help. */
  readonly desk: Desk | undefined;
  readonly agent: Agent;
}

interface Passed {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const MAX_BODY = 64 * 1024 * 1024;

export async function startPolicyShim(node: RunningNode, port = 0): Promise<PolicyShim> {
  const checks = node.kind === 'knots';
  const desk = checks ? openDesk(node.rpc, createHeld()) : undefined;
  if (desk !== undefined) await takeUpHeld(node, desk);
  const upstream: Upstream = { node, desk, agent: new Agent({ keepAlive: true, maxSockets: 128 }) };
  const server = createServer((req, res) => {
    serve(upstream, req, res).catch((error: unknown) => {
      if (!res.headersSent) res.writeHead(502, { 'content-type': 'text/plain' });
      res.end(error instanceof Error ? error.message : 'no answer from the node');
    });
  });
  // Long polls (waitfornewblock) take as long as their caller asked for.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 3_600_000;
  const bound = await listen(server, port);
  const stop = async (): Promise<void> => {
    const closed = new Promise<void>((done) => {
      server.close(() => {
        done();
      });
    });
    server.closeAllConnections();
    upstream.agent.destroy();
    await closed;
    if (desk !== undefined) await keepHeld(node, desk);
  };
  return { rpcUrl: `http://127.0.0.1:${bound}`, port: bound, checks, stop };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') fail(new Error('no port'));
      else done(address.port);
    });
  });
}

async function serve(upstream: Upstream, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = await readBody(req);
  const { desk } = upstream;
  const calls = desk !== undefined && req.method === 'POST' ? parseCalls(desk, body.toString()) : undefined;
  if (desk === undefined || calls === undefined) {
    answer(res, await pass(upstream, req, body));
    return;
  }
  const said = await ownAnswers(upstream, { desk, calls }, req);
  if ('status' in said) {
    answer(res, said);
    return;
  }
  const left = calls.list.filter((_, at) => said.answers[at] === undefined);
  const passed = left.length === 0 ? undefined : await pass(upstream, req, bodyOf(left, calls.batch));
  const told = passed === undefined ? [] : answersIn(passed.body, calls.batch);
  // Not JSON-RPC answers, for example a refused password: they go back as they came.
  if (passed !== undefined && told.length !== left.length) {
    answer(res, passed);
    return;
  }
  const answers: unknown[] = [];
  for (const [at, call] of calls.list.entries()) {
    const early = said.answers[at];
    answers.push(
      early === undefined ? await after(desk, call, told[left.indexOf(call)]) : shaped(call, early),
    );
  }
  const out = bodyOf(answers, calls.batch);
  answer(res, { status: 200, headers: { 'content-type': 'application/json' }, body: out });
}

/** What we answer in the node's place; or what the node answers a caller it does not know. */
async function ownAnswers(
  upstream: Upstream,
  { desk, calls }: { desk: Desk; calls: Calls },
  req: IncomingMessage,
): Promise<{ answers: readonly (NodeAnswer | undefined)[] } | Passed> {
  if (!asksFirst(desk, calls)) return { answers: [] };
  const known = await pass(upstream, req, Buffer.from('{"method":"uptime","id":0}'));
  return known.status === 200 ? { answers: await before(desk, calls) } : known;
}

function readBody(req: IncomingMessage): Promise<Buffer> {
  return new Promise((done, fail) => {
    const parts: Buffer[] = [];
    let size = 0;
    req.on('data', (part: Buffer) => {
      size += part.length;
      if (size > MAX_BODY) req.destroy(new Error('too large'));
      parts.push(part);
    });
    req.once('error', fail);
    req.once('end', () => {
      done(Buffer.concat(parts));
    });
  });
}

function pass(upstream: Upstream, req: IncomingMessage, body: Buffer): Promise<Passed> {
  const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...rest } = req.headers;
  const headers = { ...rest, 'content-length': String(body.length) };
  return new Promise((done, fail) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: upstream.node.port,
        method: req.method,
        path: req.url,
        headers,
        agent: upstream.agent,
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('error', fail);
        response.once('end', () => {
          done({ status: response.statusCode ?? 502, headers: response.headers, body: Buffer.concat(parts) });
        });
      },
    );
    outgoing.once('error', fail);
    outgoing.end(body);
  });
}

function answer(res: ServerResponse, passed: Passed): void {
  const type = passed.headers['content-type'] ?? 'application/octet-stream';
  const demand = passed.headers['www-authenticate'];
  res.writeHead(passed.status, {
    'content-type': type,
    'content-length': passed.body.length,
    ...(demand === undefined ? {} : { 'www-authenticate': demand }),
  });
  res.end(passed.body);
}
