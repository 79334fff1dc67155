/** Which pools their operator has stopped, as the signer says; asked once in a few seconds. */
import { Refusal } from '@rialto/refusals';
import type { Custody } from '../custody/signer-client.ts';

const KEEP_MS = 3_000;

export function openPaused(
  custody: Pick<Custody, 'pools'>,
  now: () => number,
): (pool: number) => Promise<boolean> {
  let kept: { stopped: ReadonlySet<number>; at: number } | undefined;
  return async (pool) => {
    if (kept === undefined || now() - kept.at > KEEP_MS)
      kept = { stopped: await stoppedPools(custody), at: now() };
    return kept.stopped.has(pool);
  };
}

/** A signer that is away stops nothing by itself: it signs nothing, and says so to whoever asks for it. */
async function stoppedPools(custody: Pick<Custody, 'pools'>): Promise<ReadonlySet<number>> {
  try {
    const pools = await custody.pools();
    return new Set(pools.filter(({ stopped }) => stopped).map(({ number }) => number));
  } catch (error) {
    if (error instanceof Refusal) return new Set();
    throw error;
  }
}
