/** Whether what an exit on MVC spends is there, in blocks. */
import type { BridgeAsset } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { FoundCoin } from '../../mvc/coins.ts';
import { requireGenuine } from '../../mvc/genuine.ts';
import type { BridgeParts } from '../parts.ts';
import type { BridgeSource } from '../source.ts';

/** In blocks, all of it: what waits falls by the will of others. Tokens are real. @throws Refusal coin-spent, coin-unconfirmed, not-a-lot */
export async function requireThere(
  { source: { mvc } }: BridgeParts,
  { tokens, space }: { readonly tokens: readonly FoundCoin[]; readonly space: readonly FoundCoin[] },
  asset: BridgeAsset,
): Promise<void> {
  for (const found of tokens) {
    const { outpoint } = found.coin;
    const unspent = await mvc.chain.unspent(outpoint, 'blocks');
    if (unspent === undefined || unspent.confirmations < 1) throw new Refusal('coin-spent', outpoint);
    await requireGenuine(mvc.coins, found, asset.token);
  }
  for (const found of space) await requireSpace(mvc, found);
}

async function requireSpace({ chain }: BridgeSource['mvc'], { coin }: FoundCoin): Promise<void> {
  const { outpoint } = coin;
  const unspent = await chain.unspent(outpoint, 'blocks');
  if (unspent === undefined) {
    const waits = (await chain.unspent(outpoint, 'mempool')) !== undefined;
    throw new Refusal(waits ? 'coin-unconfirmed' : 'coin-spent', outpoint);
  }
  if (unspent.confirmations < 1) throw new Refusal('coin-unconfirmed', outpoint);
}
