/** What the writer of a mixed chain knows at a height; kept for the last blocks, so that some can be undone. */
import type { RuneId, RuneName } from '@rialto/protocols';
import type { DenseCoin } from '../../bench/dense-chain/block-writer.ts';

export interface MixedCoin extends DenseCoin {
  /** Inscriptions that may be on it. */
  readonly near: readonly string[];
}

export interface Commitment {
  readonly coin: MixedCoin;
  readonly name: RuneName;
  readonly height: number;
  /** Of a coin that is no taproot output: the script is given when it is spent. */
  readonly carried?: Uint8Array;
}

export interface MixedState {
  readonly height: number;
  /** Internal order. */
  readonly hash: Uint8Array;
  readonly coins: MixedCoin[];
  /** Rewards that nobody may spend yet. */
  readonly unripe: { readonly height: number; readonly coins: readonly MixedCoin[] }[];
  readonly commitments: Commitment[];
  readonly names: RuneName[];
  readonly runes: RuneId[];
  readonly inscribed: string[];
}

const KEPT = 12;

export class States {
  private readonly kept: MixedState[] = [];

  /** Remembers a copy. */
  keep(state: MixedState): void {
    this.kept.push(copyOf(state));
    if (this.kept.length > KEPT) this.kept.shift();
  }

  /** The state so many blocks before the last one that was kept; those after it are forgotten. */
  back(depth: number): MixedState {
    const at = this.kept.length - 1 - depth;
    const found = this.kept[at];
    if (found === undefined) throw new Error(`${depth} blocks cannot be undone any more`);
    this.kept.splice(at + 1);
    return copyOf(found);
  }
}

function copyOf(state: MixedState): MixedState {
  return {
    ...state,
    coins: [...state.coins],
    unripe: [...state.unripe],
    commitments: [...state.commitments],
    names: [...state.names],
    runes: [...state.runes],
    inscribed: [...state.inscribed],
  };
}
