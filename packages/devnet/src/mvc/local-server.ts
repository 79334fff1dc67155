/** A server for this machine alone, at any free port: what anybody here may call, for there is nothing but play money behind it. */
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';

export interface LocalServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface JsonAnswer {
  readonly status: number;
  /** JSON. */
  readonly text: string;
}

export async function openLocalServer(
  answer: (request: IncomingMessage, body: string) => JsonAnswer,
): Promise<LocalServer> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { status, text } = answer(request, Buffer.concat(parts).toString('utf8'));
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(text);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
