/** Where the first sat of each input lands (inscriptions §3). PINs know no other sat. Pure. */
import type { TxOutput } from '../transaction.ts';
import type { Sats } from '../units.ts';

export interface SatPlace {
  readonly vout: number;
  /** Sats before it in that output. */
  readonly offset: Sats;
}

/** One place an input, in their order; undefined for a sat that goes to the fee. */
export function firstSats(
  spent: readonly Pick<TxOutput, 'value'>[],
  outputs: readonly Pick<TxOutput, 'value'>[],
): (SatPlace | undefined)[] {
  let [position, start, vout] = [0n, 0n, 0];
  return spent.map(({ value }) => {
    let output = outputs[vout];
    while (output !== undefined && position >= start + output.value) {
      start += output.value;
      vout += 1;
      output = outputs[vout];
    }
    const place = output === undefined ? undefined : { vout, offset: (position - start) as Sats };
    position += value;
    return place;
  });
}
