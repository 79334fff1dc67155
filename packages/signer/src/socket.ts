/** The door of the signer: a unix socket only its own group can open, one JSON line each way. Bad lines get a clear answer, never a crash. */
import { chmodSync, existsSync, unlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { Refusal } from '@rialto/protocols';

const LARGEST_ASK = 1_000_000;
const IDLE_MS = 10_000;

export type Handle = (request: unknown) => Promise<unknown>;

async function answerTo(text: string, handle: Handle, onBug: (error: unknown) => void): Promise<string> {
  try {
    const data = await handle(JSON.parse(text));
    return JSON.stringify({ ok: true, data });
  } catch (error) {
    if (error instanceof Refusal) return JSON.stringify({ ok: false, code: error.code, detail: error.detail });
    onBug(error);
    return JSON.stringify({ ok: false, code: 'bad-request' });
  }
}

/** Listens; a socket file left by a killed signer is removed first. */
export function serveSocket(path: string, handle: Handle, onBug: (error: unknown) => void): Promise<Server> {
  if (existsSync(path)) unlinkSync(path);
  const server = createServer((socket: Socket) => {
    let text = '';
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.length > LARGEST_ASK) socket.destroy();
      const end = text.indexOf('\n');
      if (end < 0) return;
      const line = text.slice(0, end);
      text = '';
      void answerTo(line, handle, onBug).then((answer) => socket.end(`${answer}\n`));
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      chmodSync(path, 0o660);
      resolve(server);
    });
  });
}
