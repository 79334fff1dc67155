/**
 * A second word on how many units of a token lie on a coin (bridge §6). A node cannot tell, and the index has it from a database: whoever owns
 * that could name a deposit that never was. So what another index says is asked for too, about every coin that counts.
 */
import { NoAnswer } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import type { BridgeAsset, BridgeOrigin } from '@rialto/market';
import type { CoinAsset, Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { SignerConfig } from '../../config.ts';
import { askMrc20 } from './mrc20-check.ts';
import type { OtherIndex, Seen } from './other-index.ts';
import { askRunes } from './rune-check.ts';

type Of = Pick<BridgeAsset, 'origin'>;
export interface UnitsCheck {
  /** False of a token that nobody but the index would count, where money is real. */
  isOpen(asset: Of): boolean;
  /**
   * Nothing is asked about sats, nor again what was said of a coin at this very block.
   * @param on what the index says of these coins, at `tip`; where it is left out, only whether the other is there and at that block
   * @throws Refusal bridge-units-differ, bridge-units-unchecked
   */
  require(asset: Of, tip: Tip, on?: ReadonlyMap<Outpoint, readonly CoinAsset[]>): Promise<void>;
}

/** Of all questions about so many coins together: whoever asks has a few seconds. */
const MOST_MS = 3_000;
const PART = 64;

type Settings = Pick<SignerConfig, 'NETWORK' | 'PRETEND' | 'BRIDGE_RUNES_CHECK' | 'BRIDGE_MRC20_CHECK'>;

export function openUnitsCheck(config: Settings): UnitsCheck {
  const { NETWORK, PRETEND, BRIDGE_RUNES_CHECK: ord, BRIDGE_MRC20_CHECK: exchange } = config;
  const ofRunes = ord === undefined ? undefined : askRunes(ord, MOST_MS);
  const ofMrc20 = exchange === undefined ? undefined : askMrc20(exchange, NETWORK, MOST_MS);
  const other = (origin: BridgeOrigin): OtherIndex | undefined => {
    if (origin.network === 'BTC') return undefined;
    return origin.network === 'RUNES' ? ofRunes?.(origin.rune) : ofMrc20?.(origin.mrc20);
  };
  const isNeeded = NETWORK === 'livenet' && PRETEND === '0';
  const isOpen: UnitsCheck['isOpen'] = ({ origin }) =>
    origin.network === 'BTC' || other(origin) !== undefined || !isNeeded;
  let agreed = { tip: '', coins: new Set<string>() };
  return {
    isOpen,
    require: async (asset, tip, on) => {
      const { origin } = asset;
      if (!isOpen(asset)) throw new Refusal('bridge-units-unchecked', unnamed(origin));
      const index = other(origin);
      if (index === undefined) return;
      if (on === undefined) {
        await requireSame(index, tip, []);
        return;
      }
      if (agreed.tip !== tip.hash) agreed = { tip: tip.hash, coins: new Set() };
      const { coins } = agreed;
      const open = [...on].filter((one) => !coins.has(seenText(origin, one)));
      for (let from = 0; from < open.length; from += PART) {
        const part = open.slice(from, from + PART);
        await requireSame(index, tip, part);
        for (const one of part) coins.add(seenText(origin, one));
      }
    },
  };
}

const unnamed = ({ network }: BridgeOrigin): string =>
  network === 'MRC20' ? 'BRIDGE_MRC20_CHECK names no exchange' : 'BRIDGE_RUNES_CHECK names no ord';

const seenText = (origin: BridgeOrigin, [point, assets]: Seen): string =>
  [
    JSON.stringify(origin),
    point,
    ...assets.flatMap((one) => ('amount' in one ? [`${one.asset} ${one.amount}`] : [])),
  ].join();

async function requireSame(index: OtherIndex, tip: Tip, on: readonly Seen[]): Promise<void> {
  const signal = AbortSignal.timeout(MOST_MS);
  try {
    const difference = on.length === 0 ? undefined : await index.difference(on, signal);
    // Asked last: a block may have come to it while it answered.
    if (!(await index.isAt(tip, signal))) throw new NoAnswer(`is not at block ${tip.height}`);
    if (difference !== undefined) throw new Refusal('bridge-units-differ', difference);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw new Refusal('bridge-units-unchecked', `${index.name} ${error.message}`);
  }
}
