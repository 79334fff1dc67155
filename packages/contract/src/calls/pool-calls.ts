/** The calls of swaps and pools, the original's and three of our own: candles, lanes and the way home. The list of pools is among the calls of a visit. */
import { status } from './call.ts';
import type { Call } from './call.ts';

const act = (path: string): Call => ({ method: 'POST', path, envelope: 'status', session: true });
const ask = (path: string): Call => ({ method: 'POST', path, envelope: 'status', session: false });

export const POOL_CALLS = {
  pool: status('/:kind/pools/:pair'),
  poolStats: status('/:kind/pools/:pair/stats'),
  poolTransactions: status('/:kind/pools/:pair/transactions'),
  poolKline: status('/:kind/pools/:pair/kline'),
  poolLanes: status('/:kind/pools/:pair/lanes'),
  poolExit: status('/:kind/pools/:pair/exit'),
  previewSwap: ask('/:kind/preview/swap'),
  previewAdd: ask('/:kind/preview/add'),
  previewRemove: ask('/:kind/preview/remove'),
  build1x: act('/:kind/build/1x'),
  build2x: act('/:kind/build/2x'),
  buildX1: act('/:kind/build/x1'),
  buildX2: act('/:kind/build/x2'),
  buildInit: act('/:kind/build/init'),
  buildAdd: act('/:kind/build/add'),
  buildRemove: act('/:kind/build/remove'),
  submitTask: act('/:kind/tasks'),
  ongoingTask: { method: 'GET', path: '/:kind/ongoing-task', envelope: 'status', session: true },
} as const satisfies Record<string, Call>;
