/** What all acts on locks need: our key in the ticket, the world, and acts that wait for each other where they touch one lock. */
import { ticketFromWire } from '@rialto/contract';
import type { WireTicket } from '@rialto/contract';
import type { Chain, Source, Turns } from '@rialto/ground';
import type { LotDepth } from '@rialto/market';
import { equalBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { lockOf } from '@rialto/psbt';
import type { Lock, Ticket, Verifier } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { FeeBounds } from '../cosign/fee-bounds.ts';

export interface LockWorld extends Source {
  readonly chain: Source['chain'] & Pick<Chain, 'unspent' | 'settledAt'>;
  /** Of the exchange's half, 33 bytes. */
  readonly lockKey: Uint8Array;
  readonly fees: FeeBounds;
  /** How deep a lot must be, by our own index. */
  readonly depth: LotDepth;
  readonly verifier: Verifier;
}

/** The lock of a ticket. Throws as `lockOf`; Refusal not-yours when the exchange's half is not of our key. */
export function ourLock(wire: WireTicket, lockKey: Uint8Array): Lock {
  return lockOfOurs(ticketFromWire(wire), lockKey);
}

/** The same of a ticket that was read already. */
export function lockOfOurs(ticket: Ticket, lockKey: Uint8Array): Lock {
  const lock = lockOf(ticket);
  const [key] = lock.ticket.exchange;
  if (key === undefined || !equalBytes(key, lockKey)) throw new Refusal('not-yours', 'key of the exchange');
  return lock;
}

/** Waits for every other act on any of the locks. All acts take them in one order, so no two wait for each other. */
export function inTurn<T>(turns: Turns, locks: readonly Outpoint[], act: () => Promise<T>): Promise<T> {
  const [first, ...rest] = locks.toSorted();
  if (first === undefined) return act();
  return turns(first, () => inTurn(turns, rest, act));
}
