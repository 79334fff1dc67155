/** What an act leaves to the pool, before any block has it: the next act is planned on it. */
import { outpoint } from '@rialto/protocols';
import type { Coin, Txid } from '@rialto/protocols';
import { firstPoolOutput } from './pool-draft.ts';
import type { PoolAct } from './pool-draft.ts';

/**
 * The coins of the pool that an act makes: the share coin first where it is made anew, then the lanes.
 * @param txid of the act's transaction
 * @returns coins without a height
 */
export function poolCoinsMade(act: PoolAct, txid: Txid): Coin[] {
  const first = firstPoolOutput(act);
  return act.poolOutputs.map(({ value, script, runes }, at) => ({
    outpoint: outpoint(txid, first + at),
    value,
    script,
    assets: runes,
  }));
}
