/** A node of our own making: answers JSON-RPC and REST in the documented shapes, or as badly as a test wants. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

interface RpcCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What a method answers: JSON text of its result, or an error with its code. */
type Reply = string | { readonly code: number; readonly message: string };
export type Methods = Readonly<Record<string, (params: readonly unknown[]) => Reply>>;

export interface StandIn {
  readonly url: string;
  /** Every request's methods, in order. */
  readonly asked: readonly string[];
  /** Who a caller said to be. */
  readonly users: readonly string[];
  close(): Promise<void>;
}

/** `raw` takes a whole HTTP request over: true when it has answered. */
type Raw = (request: IncomingMessage, response: ServerResponse, body: string) => boolean;

export async function startStandIn(methods: Methods, raw: Raw = () => false): Promise<StandIn> {
  const asked: string[] = [];
  const users: string[] = [];
  const one = ({ id, method, params }: RpcCall): string => {
    asked.push(method);
    const reply = methods[method]?.(params) ?? { code: -32601, message: 'Method not found' };
    return typeof reply === 'string'
      ? `{"result":${reply},"error":null,"id":${id}}`
      : JSON.stringify({ result: null, error: reply, id });
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      users.push(Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64').toString());
      if (raw(request, response, body)) return;
      if (request.method === 'GET') {
        response.writeHead(404).end();
        return;
      }
      const calls = JSON.parse(body) as RpcCall | RpcCall[];
      // A node may answer a batch in any order.
      const text = Array.isArray(calls) ? `[${calls.map(one).toReversed().join(',')}]` : one(calls);
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    users,
    close: () =>
      new Promise((done) => {
        server.close(() => {
          done();
        });
        server.closeAllConnections();
      }),
  };
}
