/** Acts on a pool, as their user's wallet signs them once and may hand them in again, and where the coins are then. */
import type { Trader } from '@rialto/devnet';
import { build, handIn, signed } from '../pools/pool-calls.ts';
import type { Build, Rest } from '../pools/pool-calls.ts';
import { mempoolOf, task } from '../pools/pooler.ts';
import { until } from '../world.ts';
import { RECEIVED, SENT, nothing, signedBy, unsignedTxid } from './act.ts';
import type { Act } from './act.ts';
import type { PoolKillStage } from './pool-kill-stage.ts';

const STEPS = [RECEIVED, ...signedBy('poolSign'), ...SENT];

function actOn<Name extends Build>(
  name: string,
  whose: (stage: PoolKillStage) => Trader,
  { call, body }: { readonly call: Name; readonly body: Rest<Name> },
): Act<PoolKillStage> {
  return {
    name,
    steps: STEPS,
    target: nothing,
    sign: async (stage) => {
      const who = whose(stage);
      const built = await build(stage, who, call, body);
      const status = async () => (await task(stage, who, built.buildId)).status;
      // An act of a provider has its turn when the lanes are at rest.
      await until(async () => (await status()) === 'built', 'it is to be signed');
      const { rawPsbt, toSignInputs, coins } = await task(stage, who, built.buildId);
      const raw = { buildId: built.buildId, rawPsbt: signed(who, { ...built, rawPsbt, toSignInputs }) };
      const txid = unsignedTxid(rawPsbt ?? '');
      return {
        send: () => handIn(stage, who, raw),
        happens: async () => ['signed', 'completed'].includes(await status()),
        over: async () => (await status()) === 'completed' && !(await mempoolOf(stage)).includes(txid),
        places: () =>
          Promise.resolve({
            all: { before: coins.map(({ outpoint }) => outpoint), after: [`${txid}:0`] },
            is: 'after',
          }),
      };
    },
  };
}

const swapper = (stage: PoolKillStage): Trader => stage.swapper;
const provider = (stage: PoolKillStage): Trader => stage.provider;

export const POOL_ACTS: readonly Act<PoolKillStage>[] = [
  actOn('a purchase from a pool', swapper, { call: 'build1x', body: { sourceAmount: '30000' } }),
  actOn('a sale to a pool', swapper, { call: 'build2x', body: { sourceAmount: '50000' } }),
  actOn('an addition to a pool', provider, {
    call: 'buildAdd',
    body: { source: 'token1', sourceAmount: '150000' },
  }),
  actOn('a removal from a pool', provider, { call: 'buildRemove', body: { removeEquity: '150000' } }),
];
