/** The bare page of bench web: a heading, and the scripts of the first page fetched and compiled but not run. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

interface BarePage {
  readonly url: string;
  close(): void;
}

/** Everything but the page itself is passed on to the exchange, byte for byte as it travels. */
export async function openBarePage(origin: string, scripts: readonly string[]): Promise<BarePage> {
  const preloads = scripts.map((path) => `<link rel="modulepreload" href="${path}" />`).join('\n');
  const html = `<!doctype html><html lang="en"><head><title>Bare</title>${preloads}</head><body><h1>A bare page</h1></body></html>`;
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/') {
      outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
      return;
    }
    const { method, headers, url = '/' } = incoming;
    const passed = request(`${origin}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
