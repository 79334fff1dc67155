/** One question over HTTP to a server we do not trust: it ends in time, reads no more than it may, and goes nowhere else. */
import { readExact } from './exact-json.ts';
import type { Json } from './exact-json.ts';

/** The source gave nothing that can be used. The message says why in our own words, never in its. */
export class NoAnswer extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'NoAnswer';
  }
}

export interface Reply {
  readonly status: number;
  readonly text: string;
}

export type Query = (path: string, signal?: AbortSignal) => Promise<Reply>;

/** An owner of very many coins may have a long list; nobody needs more than this. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Questions to one address, none longer than `maxMs`. Throws NoAnswer, and nothing else. */
export function openQuery(address: string, maxMs: number): Query {
  const base = address.endsWith('/') ? address : `${address}/`;
  return async (path, signal) => {
    try {
      const response = await fetch(new URL(path, base), {
        headers: { accept: 'application/json', 'accept-encoding': 'identity' },
        // A redirect could lead to an address of our own network.
        redirect: 'manual',
        signal: AbortSignal.any([...(signal === undefined ? [] : [signal]), AbortSignal.timeout(maxMs)]),
      });
      return await read(response);
    } catch (error) {
      throw error instanceof NoAnswer ? error : new NoAnswer(reasonOf(error));
    }
  };
}

async function read(response: Response): Promise<Reply> {
  const { status, body } = response;
  if (status >= 200 && status < 300) return { status, text: await readBody(body) };
  if (status === 400 || status === 404) return { status, text: await readBody(body) };
  await body?.cancel();
  throw new NoAnswer(status >= 300 && status < 400 ? 'sends us elsewhere' : `answers HTTP ${status}`);
}

async function readBody(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const reader = body?.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const part = (await reader?.read())?.value;
    if (part === undefined) break;
    length += part.length;
    if (length > MAX_BYTES) {
      await reader?.cancel();
      throw new NoAnswer('answers too much');
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function reasonOf(error: unknown): string {
  const late = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  return late ? 'does not answer in time' : 'cannot be reached';
}

/** The answer as JSON. */
export function jsonOf({ text }: Reply): Json {
  const json = readExact(text);
  if (json === undefined) throw new NoAnswer('answers no JSON');
  return json;
}

/** What must be there, or the answer is not one of the documented shapes. */
export function needed<T>(value: T | undefined): T {
  if (value === undefined) throw new NoAnswer('answers in another shape');
  return value;
}
