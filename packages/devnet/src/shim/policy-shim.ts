/**
 * A proxy in front of a node whose mempool refuses inscriptions: calls and REST pass through, and what only this node's
 * policy refuses is checked by consensus and mined at once. For a node that takes them it changes nothing.
 */
import { Agent, createServer, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { field, isObject, parseJson } from '../chain/json.ts';
import type { RunningNode } from '../chain/node.ts';
import { FALLBACKS } from './fallbacks.ts';
import type { NodeAnswer } from './fallbacks.ts';

export interface PolicyShim {
  readonly rpcUrl: string;
  readonly port: number;
  /** False for a node that needs no help. */
  readonly checks: boolean;
  stop(): Promise<void>;
}

interface Upstream {
  readonly node: RunningNode;
  readonly agent: Agent;
}

interface Passed {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const MAX_BODY = 64 * 1024 * 1024;

export async function startPolicyShim(node: RunningNode, port = 0): Promise<PolicyShim> {
  const upstream: Upstream = { node, agent: new Agent({ keepAlive: true, maxSockets: 128 }) };
  const checks = node.kind === 'knots';
  const server = createServer((req, res) => {
    serve(upstream, checks, { req, res }).catch((error: unknown) => {
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

async function serve(
  upstream: Upstream,
  checks: boolean,
  http: { req: IncomingMessage; res: ServerResponse },
): Promise<void> {
  const body = await readBody(http.req);
  const calls = checks && http.req.method === 'POST' ? parseCalls(body) : undefined;
  if (calls === undefined) {
    answer(http.res, await pass(upstream, http.req, body));
    return;
  }
  const answers: unknown[] = [];
  for (const call of calls.list) {
    const passed = await pass(upstream, http.req, Buffer.from(JSON.stringify(call)));
    const parsed = passed.body.length === 0 ? undefined : parseJson(passed.body.toString());
    // Not a JSON-RPC answer, for example a refused password: it goes back as it came.
    if (!isObject(parsed)) {
      answer(http.res, passed);
      return;
    }
    answers.push(await evaluated(upstream.node, call, parsed));
  }
  const out = Buffer.from(JSON.stringify(calls.batch ? answers : answers[0]));
  answer(http.res, { status: 200, headers: { 'content-type': 'application/json' }, body: out });
}

/** The calls of a body when one of them is ours to judge; undefined lets the bytes pass untouched. */
function parseCalls(body: Buffer): { list: unknown[]; batch: boolean } | undefined {
  const source = body.toString();
  if (!Object.keys(FALLBACKS).some((method) => source.includes(method))) return undefined;
  try {
    const parsed = parseJson(source);
    const batch = Array.isArray(parsed);
    const list: unknown[] = batch ? parsed : [parsed];
    return list.some((call) => fallbackOf(call) !== undefined) ? { list, batch } : undefined;
  } catch {
    return undefined;
  }
}

function fallbackOf(call: unknown): (typeof FALLBACKS)[string] | undefined {
  const method = field(call, 'method');
  return typeof method === 'string' && Object.hasOwn(FALLBACKS, method) ? FALLBACKS[method] : undefined;
}

async function evaluated(
  node: RunningNode,
  call: unknown,
  parsed: Record<string, unknown>,
): Promise<unknown> {
  const fallback = fallbackOf(call);
  if (fallback === undefined) return parsed;
  const own: NodeAnswer = { result: parsed['result'], error: parsed['error'] };
  const instead = await fallback(node.rpc, positional(field(call, 'params')), own);
  if (instead === undefined) return parsed;
  if (parsed['jsonrpc'] !== '2.0') return { ...instead, id: parsed['id'] };
  const outcome = instead.error === null ? { result: instead.result } : { error: instead.error };
  return { jsonrpc: '2.0', ...outcome, id: parsed['id'] };
}

function positional(params: unknown): unknown[] {
  if (Array.isArray(params)) return params;
  if (!isObject(params)) return [];
  return [params['rawtxs'] ?? params['hexstring'] ?? params['package'], params['maxfeerate']];
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
