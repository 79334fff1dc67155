/** What a refusal means for the deposit that could not leave, and for those behind it. */
import type { BridgeWait } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import type { Failure } from './pauses.ts';

export interface Held {
  /** As its order shows it. */
  readonly wait: BridgeWait;
  /** Code of a refusal; empty where the wait says it all. */
  readonly reason: string;
  /** `asset`: nothing of it goes out until then. `rule`: the signer finds that it fits no order, so it can go back. Else this deposit alone waits. */
  readonly by: 'asset' | 'rule' | Failure;
}

const waits = (wait: BridgeWait): Held => ({ wait, reason: '', by: 'waits' });
const all = (wait: BridgeWait): Held => ({ wait, reason: '', by: 'asset' });

const HELD: Readonly<Partial<Record<RefusalCode, Held>>> = {
  'signer-down': all('signer'),
  'bridge-break': all('break'),
  'bridge-paused': all('paused'),
  'trading-stopped': all('paused'),
  'mvc-standing-still': all('standing-still'),
  // Its sentence says why.
  'bridge-units-differ': { ...all('paused'), reason: 'bridge-units-differ' },
  'bridge-units-unchecked': { ...all('paused'), reason: 'bridge-units-unchecked' },
  'bridge-short': waits('short'),
  'bridge-exposure': waits('exposure'),
  'limit-reached': { ...waits('hour'), by: 'cap' },
  'bridge-fees-high': waits('fees'),
  'insufficient-funds': waits('fees'),
  // The next look finds it otherwise.
  'bridge-deposit-waits': waits(null),
  syncing: waits(null),
};

/** As the signer judges by itself what we have judged before. */
const RULES: ReadonlySet<RefusalCode> = new Set([
  ...(['bridge-paid-before', 'bridge-amount-differs', 'bridge-terms-differ'] as const),
  ...(['bridge-digits-lost', 'bridge-under-minimum', 'bridge-over-maximum'] as const),
]);

/** @param error whatever was thrown while it was signed for */
export function heldBy(error: unknown): Held {
  if (!(error instanceof Refusal)) return { wait: 'signer', reason: '', by: 'refused' };
  const { code } = error;
  if (RULES.has(code)) return { wait: null, reason: code, by: 'rule' };
  return HELD[code] ?? { wait: 'signer', reason: code, by: 'refused' };
}
