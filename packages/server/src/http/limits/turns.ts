/** One costly call of an address at a time; a few wait, more are refused. */
import { Refusal } from '@rialto/refusals';
import { networkOf } from '../caller-of.ts';

/** Who asks about which address. */
export interface Turn {
  readonly address: string;
  /** The caller's own address of the network. */
  readonly caller: string;
}

/**
 * Owners wait for themselves alone: however much strangers ask about an address, its owner can trade.
 * @param visitor the address of the caller's session, if there is one
 */
export function turnOf(address: string, ip: string, visitor: string | undefined): Turn {
  return { address: visitor === address ? `own ${address}` : address, caller: networkOf(ip) };
}

export interface Turns {
  /**
   * Does the work once what was asked before about the same address is done.
   * @throws Refusal too-many-requests
   */
  take<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
}

/** A page asks six at once, and somebody has two of them open. */
const MOST_OF_CALLER = 16;
/** Of all callers. */
const MOST = 64;

interface Queue {
  last: Promise<unknown>;
  readonly callers: Map<string, number>;
  length: number;
}

const emptyQueue = (): Queue => ({ last: Promise.resolve(), callers: new Map(), length: 0 });

export function openTurns(): Turns {
  const queues = new Map<string, Queue>();
  const leave = (queue: Queue, { address, caller }: Turn): void => {
    queue.length -= 1;
    const left = (queue.callers.get(caller) ?? 1) - 1;
    if (left > 0) queue.callers.set(caller, left);
    else queue.callers.delete(caller);
    if (queue.length === 0) queues.delete(address);
  };
  return {
    take: async (turn, work) => {
      const { address, caller } = turn;
      const queue = queues.get(address) ?? emptyQueue();
      const own = queue.callers.get(caller) ?? 0;
      if (own >= MOST_OF_CALLER || queue.length >= MOST) throw new Refusal('too-many-requests');
      queues.set(address, queue);
      queue.callers.set(caller, own + 1);
      queue.length += 1;
      const result = queue.last.then(work);
      // The next comes whether this one succeeds or not.
      queue.last = result.catch(() => undefined);
      try {
        return await result;
      } finally {
        leave(queue, turn);
      }
    },
  };
}
