/** What moves: one asset given from an input or gotten in an output, and texts of moves for comparing. */
import { amount } from '@rialto/protocols';
import type {
  Amount,
  AssetId,
  Brc20Transfer,
  CoinAsset,
  InscriptionId,
  Mrc20Asset,
  PinId,
  RuneAsset,
  Sats,
} from '@rialto/protocols';

export interface InscriptionMove {
  readonly kind: 'inscription';
  readonly id: InscriptionId;
  /** The input it was given from, or the output it landed in. */
  readonly index: number;
  /** Sats before it in that coin or output. */
  readonly offset: Sats;
  /** Present when this is the first move of a valid BRC-20 transfer: the move that moves the amount. */
  readonly transfer?: Brc20Transfer;
}

export interface PinMove {
  readonly kind: 'pin';
  readonly id: PinId;
  readonly path: string;
  readonly index: number;
  readonly offset: Sats;
}

/** An amount of a rune or an MRC-20 token: on the coin or output as a whole. */
export interface HoldingMove {
  readonly kind: 'rune' | 'mrc20';
  readonly asset: AssetId;
  /** The name of a rune with its bullets, the tick of an MRC-20 token; for eyes only. */
  readonly tick: string;
  readonly decimals: number;
  readonly amount: Amount;
  /** Undefined when no output took it. */
  readonly index: number | undefined;
}

export type AssetMove = InscriptionMove | PinMove | HoldingMove;

/** What is known of an asset besides its amount. */
export type Label = Pick<HoldingMove, 'kind' | 'asset' | 'tick' | 'decimals'>;

export function labelOf(asset: RuneAsset | Mrc20Asset): Label {
  const { kind } = asset;
  if (asset.kind === 'rune')
    return { kind, asset: asset.asset, tick: asset.name, decimals: asset.divisibility };
  return { kind, asset: asset.asset, tick: asset.tick, decimals: asset.decimals };
}

/** An asset as a move from input or to output `index`; `offset` is for assets that are on one sat. */
export function moveOf(asset: CoinAsset, at: { index: number; offset: Sats }): AssetMove {
  switch (asset.kind) {
    case 'inscription': {
      const move = { kind: asset.kind, id: asset.id, index: at.index, offset: at.offset };
      return asset.transfer === undefined ? move : { ...move, transfer: asset.transfer };
    }
    case 'pin':
      return { kind: asset.kind, id: asset.id, path: asset.path, index: at.index, offset: at.offset };
    case 'rune':
    case 'mrc20':
      return { ...labelOf(asset), amount: asset.amount, index: at.index };
  }
}

/** The one name of what moves: an inscription's id, a PIN's id, an asset's id. */
export function nameOf(move: AssetMove): string {
  return 'id' in move ? move.id : move.asset;
}

export function sorted(moves: readonly AssetMove[]): AssetMove[] {
  return moves.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}

/** Everything about a move that two effects are compared by. */
export function textOf(move: AssetMove): string {
  switch (move.kind) {
    case 'inscription': {
      const { transfer } = move;
      const amount = transfer === undefined ? '' : `=${transfer.asset}:${transfer.amount}`;
      return `${move.id}@${move.index}+${move.offset}${amount}`;
    }
    case 'pin':
      return `pin ${move.id}@${move.index}+${move.offset}`;
    case 'rune':
    case 'mrc20':
      return `${move.asset}@${move.index ?? '-'}=${move.amount}`;
  }
}

/** One holding for each asset, at the first one's index. */
export function summed(moves: readonly HoldingMove[]): HoldingMove[] {
  const byAsset = new Map<AssetId, HoldingMove>();
  for (const move of moves) {
    const before = byAsset.get(move.asset);
    byAsset.set(
      move.asset,
      before === undefined ? move : { ...before, amount: amount(before.amount + move.amount) },
    );
  }
  return [...byAsset.values()];
}
