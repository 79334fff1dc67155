/** The shares of a pool of k of n, etched by the one signer that pays for it: when the keys of all are there. */
import { etchShares } from '../pools/pool-stock.ts';
import type { PoolStockParts } from '../pools/pool-stock.ts';
import type { JointParts } from './joint-parts.ts';

export interface JointStockParts extends PoolStockParts, Pick<JointParts, 'jointGroup' | 'jointWanted'> {}

/** One at a time, as `refillPools`. @returns the number of the pool */
export async function refillJoint(parts: JointStockParts, now: number): Promise<number | undefined> {
  const { jointGroup: group, jointWanted: wanted, journal } = parts;
  const [first] = wanted.values();
  if (group === undefined || first === undefined || parts.stopped()) return undefined;
  const { number, script, keys } = first;
  const isDone = journal.recall.pools.etchings().some((one) => one.number === number);
  const signers = { needed: group.needed, keys: keys.map(({ key }) => key) };
  const etched = isDone ? undefined : await etchShares(parts, { number, pool: script, signers }, now);
  if (isDone || etched !== undefined) wanted.delete(number);
  return etched;
}
