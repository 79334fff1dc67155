/** The two calls of the feed: an answer that stays open. Seats are counted, so that nobody takes all of them. */
import type { ServerResponse } from 'node:http';
import { API_ROOT, CALLS } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts } from '../../accounts/login.ts';
import type { Config } from '../../config.ts';
import { callerOf } from '../caller-of.ts';
import { failure, sendAnswer } from '../reply.ts';
import { requestedOf } from '../route.ts';
import { credentialsOf } from '../visitor.ts';
import { channelOf, ofAddress } from './channels.ts';
import type { Message, Readers } from './feed-readers.ts';
import { openSeats } from './seats.ts';

/** How often a user's own stream looks whether its session still stands. */
const SESSION_LOOK_MS = 5_000;
const MAX_READERS = 10_000;
/** Windows of one address that hear of its own orders. */
const MAX_OWN_READERS = 20;
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
};

export interface StreamParts {
  readonly app: FastifyInstance;
  readonly accounts: Accounts;
  readonly config: Pick<Config, 'NETWORK' | 'FEEDS_PER_CALLER' | 'secret'>;
}

/** A stream ends with the session it was opened for: logged out, revoked or expired, here or at another process. */
function endWithSession(out: ServerResponse, look: () => Promise<unknown>): void {
  const timer = setInterval(() => {
    look().catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'login-required') out.end();
    });
  }, SESSION_LOOK_MS);
  timer.unref();
  out.on('close', () => {
    clearInterval(timer);
  });
}

/** An answer keeps its seat until it is closed, refused or not; whoever has left already needs none. */
function keepSeat({ raw }: FastifyReply, leave: () => void): void {
  if (raw.destroyed) leave();
  else raw.on('close', leave);
}

export function registerStreams(
  { app, accounts, config }: StreamParts,
  readers: Readers,
  hello: () => Promise<Message>,
): void {
  const seats = openSeats({ each: config.FEEDS_PER_CALLER, all: MAX_READERS });
  // Outside the public count: strangers cannot keep an owner from hearing of their own orders.
  const ownSeats = openSeats({ each: MAX_OWN_READERS, all: MAX_READERS });
  // Anybody logs in with as many addresses as they make.
  const ownCallers = openSeats({ each: config.FEEDS_PER_CALLER, all: MAX_READERS });
  const stream = async (reply: FastifyReply, channel: string): Promise<void> => {
    const greeting = await hello();
    const out = reply.raw;
    void reply.hijack();
    if (out.destroyed) return;
    out.writeHead(200, STREAM_HEADERS);
    out.write('retry: 1000\n\n');
    readers.add(channel, out, greeting);
  };
  const answering =
    (start: (request: FastifyRequest, reply: FastifyReply) => Promise<void>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      try {
        await start(request, reply);
        return undefined;
      } catch (error) {
        return sendAnswer(reply, failure(error, reply));
      }
    };
  app.get(
    `${API_ROOT}${CALLS.feed.path}`,
    answering(async (request, reply) => {
      const channel = channelOf(requestedOf('feed', request).query);
      keepSeat(reply, seats.take(callerOf(request.ip, config.secret)));
      await stream(reply, channel);
    }),
  );
  app.get(
    `${API_ROOT}${CALLS.myFeed.path}`,
    answering(async (request, reply) => {
      const credentials = credentialsOf(request);
      const look = () => accounts.session(credentials, Date.now());
      const { address } = await look();
      keepSeat(reply, ownCallers.take(callerOf(request.ip, config.secret)));
      keepSeat(reply, ownSeats.take(address));
      await stream(reply, ofAddress(address));
      if (!reply.raw.destroyed) endWithSession(reply.raw, look);
    }),
  );
}
