/** The line between a browser and the exchange, as a proxy: cut, every connection breaks and none is made, as when a machine sleeps. */
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Line {
  /** For a browser's settings. */
  readonly address: string;
  cut(): void;
  /** Cuts it at the next request whose path ends so: before the exchange has it, or once the exchange has answered, which nobody hears. */
  cutAt(path: string, when: 'before' | 'after'): void;
  /** Whether what was to cut it has. */
  isCut(): boolean;
  mend(): void;
  close(): Promise<void>;
}

export async function openLine(): Promise<Line> {
  const open = new Set<Socket>();
  let isCut = false;
  let trap: { path: string; when: 'before' | 'after' } | undefined;
  const breakAll = (): void => open.forEach((socket) => socket.destroy());
  const cut = (): void => {
    isCut = true;
    breakAll();
  };
  const server = createServer((asked, answer) => {
    const { method, headers, url = '' } = asked;
    const trapped = trap !== undefined && url.split('?')[0]?.endsWith(trap.path) === true ? trap : undefined;
    if (trapped !== undefined) trap = undefined;
    if (trapped?.when === 'before') {
      cut();
      return;
    }
    const onward = request(url, { method, headers }, (got) => {
      if (trapped !== undefined) {
        got.resume();
        got.on('end', cut);
        return;
      }
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
  return {
    address: `http://127.0.0.1:${port}`,
    cut,
    cutAt: (path, when) => {
      trap = { path, when };
    },
    isCut: () => isCut,
    mend: () => {
      isCut = false;
    },
    close: () => {
      breakAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
