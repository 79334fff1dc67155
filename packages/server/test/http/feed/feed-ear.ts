/** A reader of the feed for tests: every message checked by the contract, kept in the order it came. */
import { SCHEMAS } from '@rialto/contract';
import type { FeedEvent, MyFeedEvent } from '@rialto/contract';
import { messagesOf } from './feed-messages.ts';

const TIMEOUT_MS = 10_000;

export type Heard = FeedEvent | MyFeedEvent;

export interface Ear {
  /** All that came, beats apart. */
  heard(): readonly Heard[];
  /** The first message, of those after the `skip` first ones, that is the one. */
  hears(isIt: (event: Heard) => boolean, skip?: number): Promise<Heard>;
  close(): void;
}

/** @param headers of a session: the own feed, otherwise the public one */
export async function openEar(origin: string, query: string, headers?: Record<string, string>): Promise<Ear> {
  const end = new AbortController();
  const path = headers === undefined ? `feed?net=regtest&${query}` : 'feed/mine';
  const answer = await fetch(`${origin}/api/${path}`, { signal: end.signal, ...(headers && { headers }) });
  const messages = messagesOf(answer);
  const schema = headers === undefined ? SCHEMAS.feed.answer : SCHEMAS.myFeed.answer;
  const events: Heard[] = [];
  const listen = async (): Promise<void> => {
    for await (const message of messages) {
      const data = /^data: (.*)$/m.exec(message)?.[1];
      if (data === undefined) continue;
      const event = schema.parse(JSON.parse(data));
      if (event.kind !== 'beat') events.push(event);
    }
  };
  // Ends with an error of the connection, also when we close it; what did not come is missed by `hears`.
  listen().catch((error: unknown) => {
    if (!end.signal.aborted) console.error(error);
  });
  return {
    heard: () => events,
    hears: async (isIt, skip = 0) => {
      const until = Date.now() + TIMEOUT_MS;
      while (Date.now() < until) {
        const found = events.slice(skip).find(isIt);
        if (found !== undefined) return found;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error(`not heard among ${events.map(({ kind, seq }) => `${kind} ${seq}`).join(', ')}`);
    },
    close: () => {
      end.abort();
    },
  };
}
