/** JSON-RPC and REST of one bitcoind over kept-alive connections. Every call has a time-out; an unreachable node is a Refusal. */
import { readFile } from 'node:fs/promises';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Refusal } from '@rialto/refusals';
import { field, integer, list, parseExact, text } from './json.ts';
import type { Json } from './json.ts';

/** Where the node is and how it knows us: a cookie file, or a user and a password. */
export interface NodeAddress {
  readonly url: string;
  readonly cookieFile?: string | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

/** The node understood and said no. Codes: Bitcoin Core `rpc/protocol.h`. */
export class NodeError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = 'NodeError';
    this.code = code;
  }
}

interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

const CALL_MS = 30_000;
const WARMING_UP = -28;

export class BitcoindRpc {
  private readonly address: NodeAddress;
  private readonly agent: HttpAgent;
  private authorization: string | undefined;

  constructor(address: NodeAddress) {
    this.address = address;
    const settings = { keepAlive: true, maxSockets: 32, maxFreeSockets: 16 };
    this.agent = address.url.startsWith('https:') ? new HttpsAgent(settings) : new HttpAgent(settings);
  }

  /** One call. Throws NodeError when the node refuses, Refusal('node-down') when it does not answer. */
  async call(method: string, params: readonly unknown[] = [], timeoutMs = CALL_MS): Promise<Json> {
    const body = JSON.stringify({ jsonrpc: '1.0', id: 0, method, params });
    return resultOf(parseExact(await this.post(body, timeoutMs)));
  }

  /** Many calls in one request; each has its own result or NodeError, in order. */
  async batch(calls: readonly Call[], timeoutMs = CALL_MS): Promise<readonly (Json | NodeError)[]> {
    if (calls.length === 0) return [];
    const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc: '1.0', id, ...call })));
    const answers = list(parseExact(await this.post(body, timeoutMs)));
    const byId = new Map(answers.map((answer) => [integer(field(answer, 'id')), answer]));
    return calls.map((_, id) => outcomeOf(byId.get(id)));
  }

  /** A REST resource; undefined when the node has none of that name, or serves no REST. */
  async rest(path: string, timeoutMs = CALL_MS): Promise<Uint8Array | undefined> {
    const { status, body } = await this.send({ method: 'GET', path: `/rest/${path}`, timeoutMs });
    if (status === 404 || status === 403) return undefined;
    if (status !== 200) throw new Refusal('node-down', `the node answered HTTP ${status}`);
    // A plain view: Buffer's methods of the same name behave differently.
    return new Uint8Array(body.buffer, body.byteOffset, body.length);
  }

  close(): void {
    this.agent.destroy();
  }

  private async post(body: string, timeoutMs: number): Promise<string> {
    let answer = await this.postOnce(body, timeoutMs);
    if (answer.status === 401) {
      // A restarted node writes a new cookie.
      this.authorization = undefined;
      answer = await this.postOnce(body, timeoutMs);
    }
    if (answer.status === 401) throw new Refusal('node-down', 'the node does not accept our credentials');
    if (answer.body.length === 0 || answer.status === 503)
      throw new Refusal('node-down', `HTTP ${answer.status}`);
    return answer.body.toString('utf8');
  }

  private async postOnce(body: string, timeoutMs: number): Promise<Answer> {
    this.authorization ??= await this.credentials();
    return this.send({ method: 'POST', path: '/', body, timeoutMs });
  }

  private async credentials(): Promise<string> {
    const { cookieFile, user, password } = this.address;
    if (cookieFile === undefined) return basic(`${user ?? ''}:${password ?? ''}`);
    try {
      return basic((await readFile(cookieFile, 'utf8')).trim());
    } catch {
      throw new Refusal('node-down', 'the node’s cookie file cannot be read');
    }
  }

  /**
   * Tries once more when a kept connection turns out to be closed, over a new one: the others that were kept may be closed as well.
   * All our calls may be repeated.
   */
  private async send(what: Exchange): Promise<Answer> {
    try {
      return await this.exchange(what);
    } catch (error) {
      if (!isClosedConnection(error)) throw unreachable(error);
    }
    try {
      return await this.exchange(what, false);
    } catch (error) {
      throw unreachable(error);
    }
  }

  private exchange(what: Exchange, agent: HttpAgent | false = this.agent): Promise<Answer> {
    const url = new URL(what.path, this.address.url);
    const headers = {
      ...(this.authorization === undefined ? {} : { authorization: this.authorization }),
      ...(what.body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(what.body) }),
    };
    const options = {
      method: what.method,
      headers,
      agent,
      signal: AbortSignal.timeout(what.timeoutMs),
    };
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((done, fail) => {
      const request = open(url, options, (response) => {
        collect(response).then(done, fail);
      });
      request.once('error', fail);
      request.end(what.body);
    });
  }
}

interface Exchange {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly timeoutMs: number;
}

async function collect(response: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = [];
  for await (const part of response) if (part instanceof Buffer) parts.push(part);
  return { status: response.statusCode ?? 0, body: Buffer.concat(parts) };
}

function basic(pair: string): string {
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

function isClosedConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

/** What a request ended by its signal is called: DOMException's number, or Node's own word. */
const TIMED_OUT = new Set(['', '23', 'ABORT_ERR']);

function unreachable(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new Refusal('node-down', TIMED_OUT.has(code) ? 'no answer in time' : code);
}

function outcomeOf(answer: Json | undefined): Json | NodeError {
  try {
    return resultOf(answer);
  } catch (error) {
    if (error instanceof NodeError) return error;
    throw error;
  }
}

function resultOf(answer: Json | undefined): Json {
  const error = field(answer, 'error');
  if (error === null || error === undefined) return field(answer, 'result') ?? null;
  const code = integer(field(error, 'code'));
  if (code === WARMING_UP) throw new Refusal('node-down', 'the node is starting');
  throw new NodeError(code, text(field(error, 'message')));
}

/** One result of a batch; throws the node's error when it is one. */
export function orThrow(answer: Json | NodeError): Json {
  if (answer instanceof NodeError) throw answer;
  return answer;
}
