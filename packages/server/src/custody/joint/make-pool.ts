/** How a pool of k of n is made: keys of all, one script, an etching that the first signer pays for, and line 0 that all stand for. */
import type { AskSigner } from './ask.ts';
import { lineOf, spread } from './level.ts';

/**
 * One step further, where a pool is wanted; all signers have to be there.
 * @throws Refusal of a signer that is away, or does not agree
 */
export async function makeJointPool(all: readonly AskSigner[]): Promise<void> {
  const [first] = all;
  const { poolNumber } = (await first?.('jointNext', {})) ?? { poolNumber: null };
  if (first === undefined || poolNumber === null) return;
  const keys = await Promise.all(all.map((ask) => ask('jointKey', { poolNumber })));
  const { etching } = await first('jointEtch', { poolNumber, keys });
  if (etching === null) return;
  const votes = await Promise.all(all.map((ask) => ask('jointOpen', { poolNumber, keys, etching })));
  await spread(all, poolNumber, lineOf(votes));
}
