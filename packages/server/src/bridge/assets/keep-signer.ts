/** What the signers say of each asset, kept beside it: stopped there, another file than ours, which its operator is told once, or no answer. */
import { Refusal } from '@rialto/refusals';
import type { MergedAssets } from '../../custody/bridge-assets.ts';
import type { BridgeCustody } from '../../custody/bridge-custody.ts';
import { setAsset } from '../../store/bridge/asset-store.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import type { BridgeContext } from '../context.ts';
import { awayOf, otherFile, signerStops } from './why-stopped.ts';

/** What was said of files that differ, by asset. */
export type ToldFiles = Map<string, string | undefined>;

/** @returns undefined where the first signer does not answer */
export async function saidOf(custody: Pick<BridgeCustody, 'assets'>): Promise<MergedAssets | undefined> {
  try {
    return await custody.assets();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

export async function keepSigner(
  { custody, store, warn }: Pick<BridgeContext, 'custody' | 'store' | 'warn'>,
  assets: readonly KnownAsset[],
  told: ToldFiles,
): Promise<void> {
  const said = await saidOf(custody);
  for (const known of assets) {
    const { row } = known;
    const signerAway = awayOf(said, known) !== undefined;
    // While the first does not answer, what it said before stands.
    const signerStopped = said === undefined ? row.signerStopped : signerStops(said, known).length > 0;
    if (signerStopped !== row.signerStopped || signerAway !== row.signerAway)
      await setAsset(store.db, row.id, { signerStopped, signerAway });
    if (said === undefined) continue;
    const why = otherFile(said, known);
    if (why !== undefined && why !== told.get(row.id))
      warn('an asset of the bridge is paused', { asset: row.id, why });
    told.set(row.id, why);
  }
}
