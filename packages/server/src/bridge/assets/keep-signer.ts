/** What the signer says of each asset, kept beside it: stopped there, or another file than ours, which its operator is told once. */
import { setAsset } from '../../store/bridge/asset-store.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import type { BridgeContext } from '../context.ts';
import { otherFile, signerStops } from './why-stopped.ts';

/** What was said of files that differ, by asset. */
export type ToldFiles = Map<string, string | undefined>;

export async function keepSigner(
  { custody, store, warn }: Pick<BridgeContext, 'custody' | 'store' | 'warn'>,
  assets: readonly KnownAsset[],
  told: ToldFiles,
): Promise<void> {
  const said = await custody.assets();
  for (const { row } of assets) {
    const signerStopped = signerStops(said, row).length > 0;
    if (signerStopped !== row.signerStopped) await setAsset(store.db, row.id, { signerStopped });
    const why = otherFile(said, row);
    if (why !== undefined && why !== told.get(row.id))
      warn('an asset of the bridge is paused', { asset: row.id, why });
    told.set(row.id, why);
  }
}
