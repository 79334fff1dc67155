/**
 * A second word on how many units of a token lie on a coin (bridge §6). A node cannot tell, and the index has it from a database: whoever owns
 * that could name a deposit that never was. So what another index says is asked for too, about every coin that counts.
 */
import type { Tip } from '@rialto/ground';
import type { BridgeAsset, BridgeOrigin } from '@rialto/market';
import type { CoinAsset, Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { SignerConfig } from '../../config.ts';
import { askBrc20 } from './brc20-check.ts';
import { askMrc20 } from './mrc20-check.ts';
import { MOST_MS, UNNAMED, isWordNeeded, openAgreed, requireSame } from './other-index.ts';
import type { OtherIndex, Seen } from './other-index.ts';
import { askRunes } from './rune-check.ts';

type Of = Pick<BridgeAsset, 'origin'>;
export interface UnitsCheck {
  /** False of a token that nobody but the index would count, where money is real. */
  isOpen(asset: Of): boolean;
  /**
   * Nothing is asked about sats, nor again what was said of a coin at this very block. BRC-20 lies on no coin: of it `Brc20Check` asks.
   * @param on what the index says of these coins, at `tip`; where it is left out, only whether the other is there and at that block
   * @throws Refusal bridge-units-differ, bridge-units-unchecked
   */
  require(asset: Of, tip: Tip, on?: ReadonlyMap<Outpoint, readonly CoinAsset[]>): Promise<void>;
}

type Settings = Pick<
  SignerConfig,
  'NETWORK' | 'PRETEND' | 'BRIDGE_RUNES_CHECK' | 'BRIDGE_MRC20_CHECK' | 'BRIDGE_BRC20_CHECK'
>;

export function openUnitsCheck(config: Settings): UnitsCheck {
  const { BRIDGE_RUNES_CHECK: ord, BRIDGE_MRC20_CHECK: exchange, BRIDGE_BRC20_CHECK: opi } = config;
  const ofRunes = ord === undefined ? undefined : askRunes(ord, MOST_MS);
  const ofMrc20 = exchange === undefined ? undefined : askMrc20(exchange, config.NETWORK, MOST_MS);
  const ofBrc20 = opi === undefined ? undefined : askBrc20(opi, MOST_MS);
  const other = (origin: BridgeOrigin): OtherIndex | undefined => {
    switch (origin.network) {
      case 'BTC':
        return undefined;
      case 'RUNES':
        return ofRunes?.(origin.rune);
      case 'MRC20':
        return ofMrc20?.(origin.mrc20);
      case 'BRC20':
        return ofBrc20;
    }
  };
  const isNeeded = isWordNeeded(config);
  const isOpen: UnitsCheck['isOpen'] = ({ origin }) =>
    origin.network === 'BTC' || other(origin) !== undefined || !isNeeded;
  const agreed = openAgreed();
  return {
    isOpen,
    require: async (asset, tip, on) => {
      const { origin } = asset;
      if (origin.network === 'BTC') return;
      if (!isOpen(asset)) throw new Refusal('bridge-units-unchecked', UNNAMED[origin.network]);
      const index = other(origin);
      if (index === undefined) return;
      if (on === undefined) {
        await requireSame(index, tip, () => Promise.resolve(undefined));
        return;
      }
      const { difference } = index;
      if (difference === undefined) return;
      const textOf = (one: Seen): string => seenText(origin, one);
      await agreed.inParts([...on], { tip, textOf }, (part) =>
        requireSame(index, tip, (signal) => difference(part, signal)),
      );
    },
  };
}

const seenText = (origin: BridgeOrigin, [point, assets]: Seen): string =>
  [
    JSON.stringify(origin),
    point,
    ...assets.flatMap((one) => ('amount' in one ? [`${one.asset} ${one.amount}`] : [])),
  ].join();
