/** What the signer says of each asset, kept beside it: stopped there, or another file than ours. */
import type { SignerAnswer } from '@rialto/contract';
import { setAsset } from '../../store/bridge/asset-store.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import type { BridgeContext } from '../context.ts';

export async function keepSigner(
  { custody, store }: BridgeContext,
  assets: readonly KnownAsset[],
): Promise<void> {
  const said = await custody.assets();
  for (const { row } of assets) {
    const signerStopped = isStopped(said, row);
    if (signerStopped !== row.signerStopped) await setAsset(store.db, row.id, { signerStopped });
  }
}

function isStopped(
  { assets, stopped }: SignerAnswer<'bridgeAssets'>,
  { id, fileHash }: { readonly id: string; readonly fileHash: string },
): boolean {
  const one = assets.find(({ asset }) => asset === id);
  return stopped !== 'no' || one === undefined || one.paused || one.file !== fileHash;
}
