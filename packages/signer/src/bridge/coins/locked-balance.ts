/** What a locked script has of a BRC-20 token, by the index at one block and by a second one of the operator’s (decision 0049). */
import type { Tip } from '@rialto/ground';
import { lotToken } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { BridgeSource } from '../source.ts';
import type { HeldBalance } from './held.ts';

/** @returns undefined for what lies on coins */
export function openBalance({
  ledger,
  brc20,
}: Pick<BridgeSource['btc'], 'ledger' | 'brc20'>): (
  asset: BridgeAsset,
  script: Uint8Array,
  tip: Tip,
) => Promise<HeldBalance | undefined> {
  return async (asset, script, tip) => {
    const token = lotToken(asset.origin);
    if (token === undefined) return undefined;
    const [found] = await ledger.balancesOf(script, token);
    if ((await ledger.tip()).hash !== tip.hash) throw new Refusal('syncing', 'the index moves');
    const { available, transferable } = found ?? { available: 0n, transferable: 0n };
    await brc20.requireBalance(asset, tip, script, { available, transferable });
    return { available, transferable };
  };
}
