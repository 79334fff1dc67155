/** The life of an act on a pool: from the request of its user until its transaction is final, void, or it came to nothing. */
import { machine } from './machine.ts';

const POOL_ACT_STATUSES = ['waiting', 'built', 'signed', 'confirmed', 'final', 'void', 'failed'] as const;
export type PoolActStatus = (typeof POOL_ACT_STATUSES)[number];

/**
 * What can happen to an act.
 * - `build`: its turn has come, its user may sign
 * - `sign`: the pool signed too, and it is in the outbox; also of what was given up here before that was known
 * - `mine`: in a block; `undo`: that block was undone; `finalise`: six blocks deep
 * - `fail`: refused or given up before the pool signed; after that, another transaction spends one of its coins
 */
export type PoolActEvent = 'build' | 'sign' | 'mine' | 'undo' | 'finalise' | 'fail';

/** `void` is a judgement of the mempool; a block overrules it. Until a block spends one of its coins it counts for the price (pools §3). */
export const POOL_ACT_MACHINE = machine<PoolActStatus, PoolActEvent>(POOL_ACT_STATUSES, {
  waiting: { build: 'built', fail: 'failed' },
  built: { build: 'built', sign: 'signed', fail: 'failed' },
  signed: { mine: 'confirmed', fail: 'void' },
  confirmed: { mine: 'confirmed', undo: 'signed', finalise: 'final' },
  final: {},
  void: { mine: 'confirmed' },
  failed: { sign: 'signed' },
});

/** What an act on a pool is: the figure is the exact side, as in the calls; `refresh` is the keeper's, `exit` a way home. */
export type PoolActKind = '1x' | '2x' | 'x1' | 'x2' | 'init' | 'add' | 'remove' | 'etch' | 'refresh' | 'exit';
