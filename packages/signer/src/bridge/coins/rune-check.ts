/**
 * A second word on how many units of a rune lie on a coin (bridge §6). A node cannot tell, and the index has it from a database: whoever owns
 * that could name a deposit that never was. So an `ord` that the operator runs is asked too, about every coin that counts.
 */
import { NoAnswer, openOrdServer } from '@rialto/ground';
import type { Ord, Tip } from '@rialto/ground';
import type { BridgeAsset } from '@rialto/market';
import type { CoinAsset, Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { SignerConfig } from '../../config.ts';

type Of = Pick<BridgeAsset, 'origin'>;

export interface RuneCheck {
  /** False of a rune that nobody but the index would count, where money is real. */
  isOpen(asset: Of): boolean;
  /**
   * Nothing is asked about sats, nor again what it has said of a coin at this very block.
   * @param on what the index says of these coins, at `tip`; where it is left out, only whether `ord` is there and at that block
   * @throws Refusal bridge-runes-differ, bridge-runes-unchecked
   */
  require(asset: Of, tip: Tip, on?: ReadonlyMap<Outpoint, readonly CoinAsset[]>): Promise<void>;
}

/** Of all questions about so many coins together: whoever asks has a few seconds. */
const MOST_MS = 3_000;
const PART = 64;
const AT_ONCE = 8;

export function openRuneCheck({
  NETWORK,
  PRETEND,
  BRIDGE_RUNES_CHECK: address,
}: Pick<SignerConfig, 'NETWORK' | 'PRETEND' | 'BRIDGE_RUNES_CHECK'>): RuneCheck {
  const ord = address === undefined ? undefined : openOrdServer(address, MOST_MS);
  const isNeeded = NETWORK === 'livenet' && PRETEND === '0';
  const isOpen: RuneCheck['isOpen'] = ({ origin }) =>
    origin.network === 'BTC' || ord !== undefined || !isNeeded;
  let agreed = { tip: '', coins: new Set<string>() };
  return {
    isOpen,
    require: async (asset, tip, on) => {
      if (!isOpen(asset)) throw new Refusal('bridge-runes-unchecked', 'BRIDGE_RUNES_CHECK names no ord');
      if (asset.origin.network === 'BTC' || ord === undefined) return;
      const { rune } = asset.origin;
      if (on === undefined) {
        await requireSame(ord, { rune, tip, on: [] });
        return;
      }
      if (agreed.tip !== tip.hash) agreed = { tip: tip.hash, coins: new Set() };
      const { coins } = agreed;
      const open = [...on].filter((one) => !coins.has(seenText(rune, one)));
      for (let from = 0; from < open.length; from += PART) {
        const part = open.slice(from, from + PART);
        await requireSame(ord, { rune, tip, on: part });
        for (const one of part) coins.add(seenText(rune, one));
      }
    },
  };
}

type Seen = readonly [Outpoint, readonly CoinAsset[]];

const runesIn = (assets: readonly CoinAsset[]) => assets.filter((one) => one.kind === 'rune');

const seenText = (rune: string, [point, assets]: Seen): string =>
  [rune, point, ...runesIn(assets).map(({ asset, amount }) => `${asset} ${amount}`)].join();

interface Asked {
  readonly rune: string;
  readonly tip: Tip;
  readonly on: readonly Seen[];
}

async function requireSame(ord: Ord, { rune, tip, on }: Asked): Promise<void> {
  const signal = AbortSignal.timeout(MOST_MS);
  try {
    const difference = on.length === 0 ? undefined : await differenceOf(ord, { rune, on }, signal);
    // Asked last: a block may have come to it while it answered.
    if (!(await ord.isAt(tip, signal))) throw new NoAnswer(`is not at block ${tip.height}`);
    if (difference !== undefined) throw new Refusal('bridge-runes-differ', difference);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw new Refusal('bridge-runes-unchecked', `ord ${error.message}`);
  }
}

async function differenceOf(
  ord: Ord,
  { rune, on }: Pick<Asked, 'rune' | 'on'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const name = await ord.nameOf(rune, signal);
  if (name === undefined) return `ord has no rune ${rune}`;
  for (let from = 0; from < on.length; from += AT_ONCE) {
    const part = on.slice(from, from + AT_ONCE);
    const said = await Promise.all(part.map((one) => differenceOn(ord, { rune, name, signal }, one)));
    const difference = said.find((one) => one !== undefined);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

async function differenceOn(
  ord: Ord,
  { rune, name, signal }: { readonly rune: string; readonly name: string; readonly signal: AbortSignal },
  [point, assets]: Seen,
): Promise<string | undefined> {
  const { runes } = await ord.output(point, signal);
  const ours = runesIn(assets);
  const units = ours.find(({ asset }) => asset === `rune:${rune}`)?.amount ?? 0n;
  const theirs = runes.get(name) ?? 0n;
  if (units !== theirs) return `${units} units on ${point}, ${theirs} by ord`;
  return ours.length === runes.size ? undefined : `${ours.length} runes on ${point}, ${runes.size} by ord`;
}
