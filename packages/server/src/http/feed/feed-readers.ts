/**
 * Who is listening to the feed, and how messages reach them. Everybody listens to one channel; its messages are counted, so
 * a reader who missed one knows. A reader that falls far behind is cut off; it comes back and reads the snapshot.
 */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FeedEvent, MyFeedEvent } from '@rialto/contract';

const BEAT_MS = 15_000;
/**
 * Bytes that wait for one reader beyond what its connection holds: two hundred orders of a kilobyte. Whoever does not read at all
 * costs us no more; whoever is cut off in a burst comes back to the snapshot, which has them all.
 */
export const MAX_QUEUED = 200_000;

/** The position of a channel: counts of two epochs cannot be compared. */
export interface Stand {
  readonly seq: number;
  readonly epoch: string;
}

type Uncounted<Event> = Event extends unknown ? Omit<Event, keyof Stand> : never;
export type Message = Uncounted<FeedEvent | MyFeedEvent>;

interface Channel {
  seq: number;
  readonly readers: Set<ServerResponse>;
}

export interface Readers {
  /** A snapshot read from the database after this holds every message of the channel up to `seq`. */
  stand(channel: string): Stand;
  /** Adds a reader; `greeting` is its first message. */
  add(channel: string, out: ServerResponse, greeting: Message): void;
  /** One message in each of these channels: each counts one further. */
  tell(channels: Iterable<string>, message: Message): void;
  /** Messages may have been lost: counting begins anew, and every reader gets `hello`. */
  startAnew(greeting: Message): void;
  has(channel: string): boolean;
  /** The channels with readers. */
  channels(): readonly string[];
  count(): number;
  endAll(): void;
  close(): void;
}

function frame(message: Message, stand: Stand): string {
  return `event: ${message.kind}\ndata: ${JSON.stringify({ ...message, ...stand })}\n\n`;
}

function write(out: ServerResponse, text: string): void {
  if (out.writableLength > MAX_QUEUED) out.destroy();
  else out.write(text);
}

const newEpoch = (): string => randomBytes(9).toString('base64url');

export function openReaders(): Readers {
  const open = new Map<string, Channel>();
  let epoch = newEpoch();
  // Never behind any channel: one that is opened, or opened again, begins here and not where an older count has been.
  let told = 0;
  const standOf = (channel: string): Stand => ({ seq: open.get(channel)?.seq ?? told, epoch });
  const say = (message: Message): void => {
    for (const [name, { readers }] of open) {
      const text = frame(message, standOf(name));
      for (const out of readers) write(out, text);
    }
  };
  const endAll = (): void => {
    for (const { readers } of open.values()) for (const out of readers) out.end();
  };
  const leave = (name: string, out: ServerResponse): void => {
    const channel = open.get(name);
    channel?.readers.delete(out);
    if (channel?.readers.size === 0) open.delete(name);
  };
  const beat = setInterval(() => {
    say({ kind: 'beat' });
  }, BEAT_MS);
  beat.unref();
  return {
    stand: standOf,
    add: (name, out, greeting) => {
      const channel = open.get(name) ?? { seq: told, readers: new Set() };
      open.set(name, channel);
      channel.readers.add(out);
      out.on('close', () => {
        leave(name, out);
      });
      write(out, frame(greeting, standOf(name)));
    },
    tell: (names, message) => {
      told += 1;
      for (const name of names) {
        const channel = open.get(name);
        if (channel === undefined) continue;
        channel.seq += 1;
        const text = frame(message, standOf(name));
        for (const out of channel.readers) write(out, text);
      }
    },
    startAnew: (greeting) => {
      epoch = newEpoch();
      say(greeting);
    },
    has: (channel) => open.has(channel),
    channels: () => [...open.keys()],
    count: () => [...open.values()].reduce((sum, { readers }) => sum + readers.size, 0),
    endAll,
    close: () => {
      clearInterval(beat);
      endAll();
    },
  };
}
