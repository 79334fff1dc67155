/** Counts calls by caller and minute, each with its weight: the store of the rate limit. */
import type { FastifyRateLimitStore } from '@fastify/rate-limit';

interface Count {
  current: number;
  readonly since: number;
}

/** Callers that are remembered; the one who has not called for longest is forgotten first. */
const MOST_CALLERS = 5_000;

/** Counts of all routes are one; each route adds its own weight. */
export class CallCounts implements FastifyRateLimitStore {
  readonly #counts: Map<string, Count>;
  readonly #weight: number;

  constructor(_options: object, weight = 1, counts = new Map<string, Count>()) {
    this.#weight = weight;
    this.#counts = counts;
  }

  incr(
    caller: string,
    done: (error: Error | null, result?: { current: number; ttl: number }) => void,
    windowMs = 60_000,
  ): void {
    const now = Date.now();
    const before = this.#counts.get(caller);
    const count =
      before === undefined || before.since + windowMs <= now ? { current: 0, since: now } : before;
    count.current += this.#weight;
    this.#counts.delete(caller);
    this.#counts.set(caller, count);
    if (this.#counts.size > MOST_CALLERS) {
      const [oldest = ''] = this.#counts.keys();
      this.#counts.delete(oldest);
    }
    done(null, { current: count.current, ttl: windowMs - (now - count.since) });
  }

  child(options: object): CallCounts {
    const weight = 'weight' in options && typeof options.weight === 'number' ? options.weight : 1;
    return new CallCounts(options, weight, this.#counts);
  }
}
