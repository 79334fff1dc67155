/** Sat flow: where each inscription and each PIN of the spent coins lands. Sats move first in, first out (inscriptions §3). */
import { invariant, sats } from '@rialto/protocols';
import type { Coin, InscribedAsset, PinAsset, PinId, Sats, TxOutput } from '@rialto/protocols';

interface Place {
  /** Index of the input or output. */
  readonly index: number;
  /** Sats before it there. */
  readonly offset: Sats;
}

interface MovedAsset {
  readonly asset: InscribedAsset | PinAsset;
  readonly from: Place;
  /** Undefined when it ends in the fee. */
  readonly to: Place | undefined;
}

/** A PIN whose sat and MAN's rule lead to different outputs; its owner would be ambiguous. */
export interface DisputedPin {
  readonly id: PinId;
  /** Output by MAN, which follows the first sat of the coin. */
  readonly byCoin: number | undefined;
  /** Output by the sat it was made on. */
  readonly bySat: number | undefined;
}

type Outputs = readonly Pick<TxOutput, 'value'>[];

/**
 * Follows the assets on the sats of the spent coins, given in the order of the inputs. A PIN moves as MAN moves it.
 * @throws invariant when the offset of an asset is beyond its coin (our index would be wrong)
 */
export function flowOf(spent: readonly Coin[], outputs: Outputs): MovedAsset[] {
  return satAssets(spent).map(({ asset, from, start }) => {
    const to =
      asset.kind === 'pin'
        ? pinPlace({ input: from.index, start }, outputs)
        : outputAt(outputs, start + asset.offset);
    return { asset, from, to };
  });
}

/** The PINs that go to another output by their sat than by MAN. */
export function disputedPins(spent: readonly Coin[], outputs: Outputs): DisputedPin[] {
  return satAssets(spent).flatMap(({ asset, from, start }) => {
    if (asset.kind !== 'pin') return [];
    const byCoin = pinPlace({ input: from.index, start }, outputs)?.index;
    const bySat = outputAt(outputs, start + asset.offset)?.index;
    return byCoin === bySat ? [] : [{ id: asset.id, byCoin, bySat }];
  });
}

interface Seat {
  readonly asset: InscribedAsset | PinAsset;
  readonly from: Place;
  /** Sats before its coin. */
  readonly start: bigint;
}

function satAssets(spent: readonly Coin[]): Seat[] {
  const seats: Seat[] = [];
  let start = 0n;
  spent.forEach((coin, index) => {
    for (const asset of coin.assets) {
      if (asset.kind === 'rune' || asset.kind === 'mrc20') continue;
      invariant(asset.offset < coin.value, `${asset.kind} ${asset.id} lies inside its coin`);
      seats.push({ asset, from: { index, offset: asset.offset }, start });
    }
    start += coin.value;
  });
  return seats;
}

/**
 * Where MAN puts a PIN that is made in or spent by an input: the first input's goes to output 0, the others' follow the
 * first sat of the input (metaid §2).
 */
export function pinPlace(
  { input, start }: { input: number; start: bigint },
  outputs: Outputs,
): Place | undefined {
  if (input > 0) return outputAt(outputs, start);
  return outputs.length > 0 ? { index: 0, offset: sats(0n) } : undefined;
}

/** The output that holds the sat at a position; undefined for the fee. */
export function outputAt(outputs: Outputs, position: bigint): Place | undefined {
  let start = 0n;
  for (const [index, output] of outputs.entries()) {
    if (position < start + output.value) return { index, offset: sats(position - start) };
    start += output.value;
  }
  return undefined;
}
