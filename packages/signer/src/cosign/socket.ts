/** The door of the signer: a unix socket for its own user and one group, one JSON line each way. Bad lines get a clear answer, never a crash. */
import { chmodSync, chownSync, existsSync, lstatSync, unlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { MAX_SIGNER_LINE } from '@rialto/contract';
import type { SignerReply } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import { z } from 'zod';

const MAX_CONNECTIONS = 256;
const PROBE_MS = 1_000;
const NEWLINE = 0x0a;

/** `gone` says whether the caller has hung up. */
export type Handle = (request: unknown, gone: () => boolean) => Promise<unknown>;

interface Door {
  readonly path: string;
  /** A group that may connect beside the signer's own user. */
  readonly groupId?: number;
  /** A line must be complete in this time. */
  readonly lineMs: number;
  readonly handle: Handle;
  onRefused(error: unknown): void;
}

async function answerTo(door: Door, line: string, gone: () => boolean): Promise<SignerReply> {
  try {
    return { ok: true, data: await door.handle(JSON.parse(line), gone) };
  } catch (error) {
    door.onRefused(error);
    if (error instanceof Refusal) return { ok: false, code: error.code, detail: error.detail };
    const bad = error instanceof z.ZodError || error instanceof SyntaxError;
    return { ok: false, code: bad ? 'bad-request' : 'internal' };
  }
}

function answer(socket: Socket, reply: SignerReply): void {
  socket.end(`${JSON.stringify(reply)}\n`);
}

/** One line, one answer, one connection; what comes after the line is not read. */
function serve(door: Door, socket: Socket): void {
  const parts: Buffer[] = [];
  let length = 0;
  const late = setTimeout(() => socket.destroy(), door.lineMs);
  const read = (chunk: Buffer): void => {
    const end = chunk.indexOf(NEWLINE);
    parts.push(end < 0 ? chunk : chunk.subarray(0, end));
    length += parts.at(-1)?.length ?? 0;
    if (length > MAX_SIGNER_LINE) {
      answer(socket, { ok: false, code: 'too-large' });
      socket.off('data', read);
      return;
    }
    if (end < 0) return;
    clearTimeout(late);
    socket.off('data', read);
    socket.resume();
    const line = Buffer.concat(parts).toString('utf8');
    void answerTo(door, line, () => socket.readableEnded || socket.destroyed).then((reply) => {
      answer(socket, reply);
    });
  };
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    clearTimeout(late);
  });
  socket.on('data', read);
}

/** True when a living process answers at a socket file. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const say = (living: boolean) => (): void => {
      socket.destroy();
      resolve(living);
    };
    socket.setTimeout(PROBE_MS, say(true));
    socket.once('connect', say(true));
    socket.once('error', say(false));
  });
}

async function clearPath(path: string): Promise<void> {
  if (!existsSync(path)) return;
  if (!lstatSync(path).isSocket()) throw new Error('at the place of the signer’s socket is something else');
  if (await answers(path)) throw new Error('another signer answers at this socket');
  unlinkSync(path);
}

/** Listens; a socket file left by a killed signer is removed first. Nobody else can connect, not even for a moment. */
export async function serveSocket(door: Door): Promise<Server> {
  await clearPath(door.path);
  const server = createServer((socket) => {
    serve(door, socket);
  });
  server.maxConnections = MAX_CONNECTIONS;
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(door.path, resolve);
    });
  } finally {
    process.umask(mask);
  }
  // In a directory that hands its group on, the socket has it already, and only root or a member may give it.
  if (door.groupId !== undefined && lstatSync(door.path).gid !== door.groupId)
    chownSync(door.path, -1, door.groupId);
  chmodSync(door.path, 0o660);
  return server;
}
