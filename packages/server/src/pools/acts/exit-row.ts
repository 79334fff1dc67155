/** A way home as a signer hands it out, as the row that keeps it: only one that the pool itself has signed. */
import { equalBytes } from '@rialto/protocols';
import { readExit } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { PoolExitRow } from '../../store/pools/pool-exit-store.ts';
import type { PoolContext } from '../context.ts';

interface OwnPool {
  readonly number: number;
  readonly script: Uint8Array;
}

/**
 * The text says by whose keys it is signed, and any key signs for its own script: it counts when that is the script of this pool.
 * @throws Refusal as `readExit`; signer-refused when it is another's
 */
export function exitRow(
  text: string,
  { number, script }: OwnPool,
  verifier: PoolContext['verifier'],
): PoolExitRow {
  const { lane, locktime, pool } = readExit(text, verifier);
  if (!equalBytes(pool.script, script)) throw new Refusal('signer-refused', 'a way home of another pool');
  return { lane: lane.outpoint, pool: number, height: locktime, exit: text };
}
