/** One call to one signer: a line each way over its socket, with a time-out, and its refusals in our words. */
import { connect } from 'node:net';
import { MAX_SIGNER_LINE, SIGNER_REFUSALS_TOLD, SignerReply } from '@rialto/contract';
import type { SignerRequest } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import type { z } from 'zod';

const CALL_MS = 8_000;

/** Told without their detail: one is about the operator's disk, the other names a transaction of somebody else's that may not be sent yet. */
const DETAIL_KEPT: ReadonlySet<string> = new Set(['trading-stopped', 'fill-waiting']);

export type SignerDoor = <T>(answer: z.ZodType<T>, request: SignerRequest) => Promise<T>;

function send(socketPath: string, request: SignerRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    let text = '';
    const fail = (why: string): void => {
      socket.destroy();
      reject(new Refusal('signer-down', why));
    };
    // In all: one that sends a byte now and then is late as well.
    const late = setTimeout(() => {
      fail('no answer in time');
    }, CALL_MS);
    socket.on('error', () => {
      fail('cannot be reached');
    });
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.length > MAX_SIGNER_LINE) fail('too long an answer');
      if (!text.endsWith('\n')) return;
      socket.end();
      try {
        resolve(JSON.parse(text));
      } catch {
        fail('an answer that cannot be read');
      }
    });
    socket.on('close', () => {
      clearTimeout(late);
      reject(new Refusal('signer-down', 'closed the connection'));
    });
  });
}

/** One of another version, or that lies, is as good as one that does not answer. @throws Refusal signer-down */
function parsed<T>(shape: z.ZodType<T>, data: unknown): T {
  const read = shape.safeParse(data);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Refusal(
    'signer-down',
    `an answer of another kind: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  );
}

/** Of sockets with commas between them. */
export const doorsOf = (sockets: string | undefined): SignerDoor[] => sockets?.split(',').map(openDoor) ?? [];

/** Each call is its own connection, so a restarted signer is found again at once. */
export function openDoor(socketPath: string): SignerDoor {
  return async <T>(answer: z.ZodType<T>, request: SignerRequest): Promise<T> => {
    const reply = parsed(SignerReply, await send(socketPath, request));
    if (reply.ok) return parsed(answer, reply.data);
    const told = SIGNER_REFUSALS_TOLD.find((code) => code === reply.code);
    if (told !== undefined) throw new Refusal(told, DETAIL_KEPT.has(told) ? undefined : reply.detail);
    throw new Refusal(
      'signer-refused',
      reply.detail === undefined ? reply.code : `${reply.code}: ${reply.detail}`,
    );
  };
}
