/** Both sides of an asset: what is locked on Bitcoin, and the tokens on MVC. */
import type { BridgeAsset } from '@rialto/market';
import type { BridgeRecall } from '../books/recall.ts';
import type { MvcPlaces } from '../books/mvc-places.ts';
import type { BridgeKeys } from '../keys.ts';
import type { BridgeSource } from '../source.ts';
import { heldOf } from './held.ts';
import type { HeldCoins } from './held.ts';
import { openBalance } from './locked-balance.ts';
import { openLockedCoins } from './locked-coins.ts';
import { openOwnSpends } from './own-spends.ts';
import { openSupply } from './supply.ts';
import { openTokenCoins } from './token-coins.ts';

interface Given {
  readonly source: BridgeSource;
  readonly recall: BridgeRecall;
  readonly places: MvcPlaces;
  readonly keys: (asset: string) => BridgeKeys;
  /** Cores of what the operator has moved by hand. */
  readonly moved: (asset: string) => ReadonlySet<string>;
}

export function openHeld({ source, recall, places, keys, moved }: Given): HeldCoins {
  const lockedOn = openLockedCoins(source.btc, recall);
  const balanceOf = openBalance(source.btc);
  const tokensOn = openTokenCoins(source.mvc, recall);
  const supply = openSupply(source.mvc, places);
  const requireOwnSpends = openOwnSpends(source.mvc, recall, moved);
  return {
    locked: async (asset, tips) => {
      const found = await lockedOn(asset, keys(asset.id).locked.script.script, tips.btc);
      return found.map((one) => heldOf(one, { chain: 'btc', asset: asset.id, recall }));
    },
    balance: (asset, tips) => balanceOf(asset, keys(asset.id).locked.script.script, tips.btc),
    tokens: async (asset: BridgeAsset, tips) => {
      const { stock, inlet, first: secrets, signers } = keys(asset.id);
      const holders = [stock.hash, inlet.hash];
      if (signers !== undefined) await requireOwnSpends(asset, holders, tips.mvc);
      const found = await tokensOn(asset.token, { holders, isOurs: secrets !== undefined }, tips.mvc);
      const [any] = found;
      if (any === undefined) return [];
      const first = await supply.first(asset, stock.hash, any.point);
      return found.map((one) => heldOf(one, { chain: 'mvc', asset: asset.id, recall, first }));
    },
  };
}
