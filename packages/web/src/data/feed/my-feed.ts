/** One's own feed: a fetch stream, because EventSource cannot carry the session's headers. Reconnects with growing pauses. */
import { API_ROOT, FIRST_CALLS } from '@rialto/contract';
import type { MyFeedEvent } from '@rialto/contract';
import { isRecord } from '../../unknown.ts';
import { sessionHeaders } from '../calls/client.ts';
import { isCounted, openCount } from './feed-count.ts';
import type { SessionHeaders } from '../calls/client.ts';

const KINDS = ['hello', 'beat', 'trade', 'my-order', 'coins', 'answer', 'task'] as const;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

interface MyFeedListener {
  readonly event: (event: MyFeedEvent) => void;
  /** The stream began anew, or a message was missed: fetch everything again. */
  readonly resync: () => void;
  /** Called with everything that comes. */
  readonly alive: () => void;
  /** The exchange does not know the session any more. */
  readonly ended: () => void;
}

/** Opens the stream; gives back the way to close it. */
export function openMyFeed(session: SessionHeaders, listener: MyFeedListener): () => void {
  const closed = new AbortController();
  void keepOpen(session, listener, closed.signal);
  return () => closed.abort();
}

async function keepOpen(
  session: SessionHeaders,
  listener: MyFeedListener,
  signal: AbortSignal,
): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const end = await visit(session, listener, signal);
    if (end === 'refused') {
      listener.ended();
      return;
    }
    pause = end === 'heard' ? FIRST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS);
    await wait(pause, signal);
  }
}

/** One connection, from its opening to its end. */
async function visit(
  session: SessionHeaders,
  listener: MyFeedListener,
  signal: AbortSignal,
): Promise<'refused' | 'heard' | 'lost'> {
  try {
    const response = await fetch(`${API_ROOT}${FIRST_CALLS.myFeed.path}`, {
      headers: sessionHeaders(session),
      signal,
    });
    if (response.status === 403) return 'refused';
    if (!response.ok || response.body === null) return 'lost';
    await hear(response.body, listener);
    return 'heard';
  } catch {
    return 'lost';
  }
}

async function hear(body: ReadableStream<Uint8Array>, listener: MyFeedListener): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const count = openCount();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    listener.alive();
    const parts = `${rest}${decoder.decode(value, { stream: true })}`.replaceAll('\r\n', '\n').split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const event = messageOf(part);
      if (event === undefined) continue;
      if (count(event) !== 'follows') listener.resync();
      listener.event(event);
    }
  }
}

/** One block of a server-sent stream: `event:` and `data:` lines; comments and unknown kinds give nothing. */
export function messageOf(block: string): MyFeedEvent | undefined {
  const lines = block.split('\n');
  const field = (name: string): string[] =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart());
  const data = field('data').join('\n');
  if (data === '') return undefined;
  try {
    const parsed: unknown = JSON.parse(data);
    const kind = field('event')[0];
    const named = isRecord(parsed) && parsed['kind'] === undefined ? { ...parsed, kind } : parsed;
    return isMine(named) ? named : undefined;
  } catch {
    return undefined;
  }
}

function isMine(value: unknown): value is MyFeedEvent {
  return isRecord(value) && isCounted(value) && KINDS.some((kind) => kind === value['kind']);
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
