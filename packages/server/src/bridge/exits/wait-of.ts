/** What a refusal means for the deposit that could not leave, and for those behind it. */
import type { BridgeWait } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import type { Failure } from './pauses.ts';

export interface Held {
  /** As its order shows it. */
  readonly wait: BridgeWait;
  /** Code of a refusal; empty where the wait says it all. */
  readonly reason: string;
  /** `asset`: nothing of it goes out until then. `rule`: the signer finds that it fits no order, so it can go back. Else this deposit alone waits. */
  readonly by: 'asset' | 'rule' | Failure;
}

/** @param error whatever was thrown while it was signed for */
export function heldBy(error: unknown): Held {
  if (!(error instanceof Refusal)) return { wait: 'signer', reason: '', by: 'refused' };
  const waits = (wait: BridgeWait): Held => ({ wait, reason: '', by: 'waits' });
  const all = (wait: BridgeWait): Held => ({ wait, reason: '', by: 'asset' });
  switch (error.code) {
    case 'signer-down':
      return all('signer');
    case 'bridge-break':
      return all('break');
    case 'bridge-paused':
      return all('paused');
    case 'bridge-short':
      return waits('short');
    case 'bridge-exposure':
      return waits('exposure');
    case 'limit-reached':
      return waits('hour');
    case 'bridge-fees-high':
    case 'insufficient-funds':
      return waits('fees');
    // The next look finds it otherwise.
    case 'bridge-deposit-waits':
    case 'syncing':
      return waits(null);
    case 'bridge-paid-before':
    case 'bridge-amount-differs':
    case 'bridge-terms-differ':
    case 'bridge-digits-lost':
    case 'bridge-under-minimum':
    case 'bridge-over-maximum':
      return { wait: null, reason: error.code, by: 'rule' };
    default:
      return { wait: 'signer', reason: error.code, by: 'refused' };
  }
}
