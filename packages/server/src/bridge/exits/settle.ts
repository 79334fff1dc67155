/** Exits that are in a block as deep as their amount asks for, and those that a reorganisation took out of it again. */
import { tierOf } from '@rialto/market';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { moveDeposits } from '../../store/bridge/deposit-store.ts';
import { leftDeposits, unsettled } from '../../store/bridge/exit-store.ts';
import type { BridgeContext } from '../context.ts';
import type { Heights } from '../follow/heights.ts';

export async function settleExits(
  { store }: BridgeContext,
  assets: readonly KnownAsset[],
  heights: Heights,
): Promise<void> {
  const byId = new Map(assets.map((known) => [known.asset.id, known]));
  const done = (await leftDeposits(store.db)).flatMap(({ name, asset, amount, chain, height }) => {
    const known = byId.get(asset);
    if (known === undefined) return [];
    return heights[chain] - height + 1 >= tierOf(known.asset, amount)[chain] ? [name] : [];
  });
  await moveDeposits(store.db, 'settle', done, { wait: null });
  await moveDeposits(store.db, 'unsettle', await unsettled(store.db));
}
