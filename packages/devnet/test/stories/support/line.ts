/** The line between a browser and the exchange, as a proxy: cut, every connection breaks and none is made, as when a machine sleeps. */
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Line {
  /** For a browser's settings. */
  readonly address: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openLine(): Promise<Line> {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((asked, answer) => {
    const { method, headers, url = '' } = asked;
    const onward = request(url, { method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
  server.on('connection', (socket) => {
    if (isCut) socket.destroy();
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const breakAll = (): void => open.forEach((socket) => socket.destroy());
  return {
    address: `http://127.0.0.1:${port}`,
    cut: () => {
      isCut = true;
      breakAll();
    },
    mend: () => {
      isCut = false;
    },
    close: () => {
      breakAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
