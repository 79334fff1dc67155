/** What signing for pools stands on: the pools as our own node and index have them, the journal, and the operator's bounds. */
import type { Chain, Turns } from '@rialto/ground';
import type { Limits } from '../cosign/limits.ts';
import type { Journal } from '../journal/journal.ts';
import type { PoolWorld } from './judge-pool.ts';
import type { PoolCaps } from './pool-caps.ts';
import type { PoolCounter } from './pool-counter.ts';
import type { ExitWorld } from './pool-exits.ts';
import type { PoolFates } from './pool-fates.ts';
import type { PoolViews } from './pool-view.ts';

export interface PoolParts {
  readonly poolWorld: PoolWorld &
    ExitWorld & {
      readonly chain: Pick<Chain, 'header'>;
      /** How old the last block may be; any age where nothing is said. */
      readonly mostTipAgeMs: number | undefined;
    };
  readonly journal: Journal;
  /** Undefined where this signer has no pools. */
  readonly poolMaster: Uint8Array | undefined;
  readonly poolViews: PoolViews;
  readonly poolFates: PoolFates;
  readonly poolCounter: PoolCounter;
  /** When this process began. */
  readonly startedAt: number;
  /** Where our tip was when it was first asked for. */
  startedHeight(): Promise<number>;
  readonly poolCaps: PoolCaps;
  readonly limits: Limits;
  readonly turns: Turns;
  now(): number;
  /** True when the operator has said stop, or the journal is in doubt. */
  stopped(): boolean;
  isPoolStopped(number: number): boolean;
}
