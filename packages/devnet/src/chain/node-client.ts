/** Speaks JSON-RPC to a node with its cookie; every call has a time-out and an error that keeps the node's code. */
import { readFile } from 'node:fs/promises';
import { NodeError } from '@rialto/ground';
import { field, parseJson, text } from './json.ts';
import type { Json } from './json.ts';

interface NodeAddress {
  readonly rpcUrl: string;
  readonly cookieFile: string;
}

export type Rpc = (method: string, params?: readonly unknown[], timeoutMs?: number) => Promise<Json>;

/** A caller of the node's methods. The cookie is read at each call: a restarted node writes a new one. */
export function nodeClient(address: NodeAddress): Rpc {
  return async (method, params = [], timeoutMs = 60_000) => {
    const cookie = await readFile(address.cookieFile, 'utf8');
    const response = await fetch(address.rpcUrl, {
      method: 'POST',
      headers: { authorization: basicAuth(cookie), 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await response.text();
    if (body === '') throw new NodeError(0, `the node answered HTTP ${response.status}`);
    return resultOf(parseJson(body));
  };
}

function basicAuth(cookie: string): string {
  return `Basic ${Buffer.from(cookie.trim()).toString('base64')}`;
}

function resultOf(answer: Json): Json {
  const error = field(answer, 'error');
  if (error === null || error === undefined) return field(answer, 'result');
  const code = field(error, 'code');
  throw new NodeError(typeof code === 'number' ? code : 0, text(field(error, 'message')));
}
