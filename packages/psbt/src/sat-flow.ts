/** Sat flow: where each inscription of the spent coins lands. Sats move first in, first out (inscriptions reference, section 3). */
import { Refusal, invariant, sats } from '@rialto/protocols';
import type { Coin, InscribedAsset, Sats, TxOutput } from '@rialto/protocols';

export interface Place {
  /** Index of the input or output. */
  readonly index: number;
  /** Sats before it there. */
  readonly offset: Sats;
}

export interface MovedAsset {
  readonly asset: InscribedAsset;
  readonly from: Place;
  /** Undefined when it ends in the fee. */
  readonly to: Place | undefined;
}

/**
 * Follows every asset of the spent coins, given in the order of the inputs.
 * @throws Refusal lot-mixed for a coin that carries anything but inscriptions
 * @throws invariant when an asset sits outside its coin (our index would be wrong)
 */
export function flowOf(spent: readonly Coin[], outputs: readonly Pick<TxOutput, 'value'>[]): MovedAsset[] {
  const moved: MovedAsset[] = [];
  let before = 0n;
  spent.forEach((coin, index) => {
    for (const asset of coin.assets) {
      if (asset.kind !== 'inscription') throw new Refusal('lot-mixed', coin.outpoint);
      invariant(asset.offset < coin.value, `inscription ${asset.id} lies inside its coin`);
      const to = outputAt(outputs, before + asset.offset);
      moved.push({ asset, from: { index, offset: asset.offset }, to });
    }
    before += coin.value;
  });
  return moved;
}

function outputAt(outputs: readonly Pick<TxOutput, 'value'>[], position: bigint): Place | undefined {
  let start = 0n;
  for (const [index, output] of outputs.entries()) {
    if (position < start + output.value) return { index, offset: sats(position - start) };
    start += output.value;
  }
  return undefined;
}
