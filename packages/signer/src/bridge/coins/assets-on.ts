/** What lies on coins of Bitcoin, by the index at one block; of a token also by a second one of the operator’s. Nothing counts units in another way. */
import { readLanded, readMade } from '@rialto/ground';
import type { LandedLot, Tip } from '@rialto/ground';
import { originAsset } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { DUST_FLOOR, bytesToHex } from '@rialto/protocols';
import type { CoinAsset, InscriptionId, Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { BridgeSource } from '../source.ts';

export interface OnCoin {
  readonly assets: readonly CoinAsset[];
  /** MRC-20 about which indexes may disagree. */
  readonly isOdd: boolean;
  /** The lot of BRC-20 that came here by its first movement, from somebody else. */
  readonly landed?: LandedLot | undefined;
  /** A lot that has not moved, on the coin that its own transaction made for it. */
  readonly isMade?: boolean;
}

interface Asking {
  readonly asset: Pick<BridgeAsset, 'origin'>;
  readonly tip: Tip;
  /** The locked script: of BRC-20 nothing counts elsewhere. */
  readonly locked: Uint8Array;
}

/** @returns every coin that is asked for @throws Refusal syncing, bridge-units-differ, bridge-units-unchecked */
export async function assetsOn(
  source: Pick<BridgeSource['btc'], 'chain' | 'ledger' | 'units' | 'brc20'>,
  { asset, tip, locked }: Asking,
  points: readonly Outpoint[],
): Promise<(point: Outpoint) => OnCoin> {
  const { chain, ledger, units, brc20 } = source;
  const { network } = asset.origin;
  const home = bytesToHex(locked);
  const odd = network === 'MRC20' ? await ledger.oddMrc20Among(points) : new Set<Outpoint>();
  const landed = network === 'BRC20' ? await readLanded(source, points) : undefined;
  const said = await ledger.assetsOn(points);
  for (const one of [said, ...(landed === undefined ? [] : [landed])])
    if (one.tip.hash !== tip.hash) throw new Refusal('syncing', 'the index moves');
  const made = network === 'BRC20' ? await readMade(chain, unmovedOn(said.assets)) : new Set<Outpoint>();
  const on = (point: Outpoint): OnCoin => {
    const came = landed?.landed.get(point);
    const isOther = came !== undefined && came.owner !== home;
    return {
      ...{ assets: said.assets.get(point) ?? [], isOdd: odd.has(point), isMade: made.has(point) },
      ...(isOther ? { landed: came } : {}),
    };
  };
  // Of what counts for nothing the other index has nothing to say: anybody can send a coin with a list on it that takes it minutes.
  const counts = points.filter((point) => !isMixed(asset, on(point)));
  if (network === 'BRC20')
    await brc20.requireLots(
      asset,
      tip,
      counts.flatMap((point) => wordOf(lotOn(asset, on(point)), home)),
    );
  else await units.require(asset, tip, new Map(counts.map((point) => [point, on(point).assets])));
  return on;
}

/** By coin: what an index sees there alone as a lot that has not moved. */
function unmovedOn(assets: ReadonlyMap<Outpoint, readonly CoinAsset[]>): Map<Outpoint, InscriptionId> {
  return new Map(
    [...assets].flatMap(([point, [only, more]]) =>
      only?.kind === 'inscription' && only.transfer !== undefined && more === undefined
        ? [[point, only.id] as const]
        : [],
    ),
  );
}

interface LotOn {
  readonly inscription: InscriptionId;
  readonly amount: bigint;
  /** Who made it where it has landed; undefined while it has not moved. */
  readonly from: string | undefined;
}

/** The lot of BRC-20 that is all there is on a coin: one that has not moved, or one that somebody paid in. */
export function lotOn(
  asset: Pick<BridgeAsset, 'origin'>,
  { assets: [only, more], landed, isMade = false }: OnCoin,
): LotOn | undefined {
  const of = originAsset(asset.origin);
  if (only?.kind !== 'inscription' || more !== undefined) return undefined;
  const { id: inscription, transfer } = only;
  // An index alone does not say on which coin it lies.
  if (transfer?.asset === of)
    return isMade ? { inscription, amount: transfer.amount, from: undefined } : undefined;
  return landed?.asset === of && landed.inscription === inscription
    ? { inscription, amount: landed.amount, from: landed.owner }
    : undefined;
}

function wordOf(lot: LotOn | undefined, home: string) {
  if (lot === undefined) return [];
  const { inscription, amount, from } = lot;
  return [{ inscription, amount, owner: from ?? home, to: from === undefined ? undefined : home }];
}

/**
 * Something else than the asset lies on it. Of MRC-20 also what is odd, for another index may have it elsewhere (decision 0021), and what
 * lies on less than 546 sat, for no message could leave the rest on an output of its own (bridge §5).
 */
export function isMixed(
  asset: Pick<BridgeAsset, 'origin'>,
  coin: OnCoin & { readonly value?: bigint },
): boolean {
  const { assets, isOdd, value = DUST_FLOOR } = coin;
  const { network } = asset.origin;
  if (network === 'BRC20') return assets.length > 0 && lotOn(asset, coin) === undefined;
  const of = originAsset(asset.origin);
  if (network === 'MRC20' && (isOdd || value < DUST_FLOOR)) return true;
  return assets.some((one) => (one.kind !== 'rune' && one.kind !== 'mrc20') || one.asset !== of);
}
