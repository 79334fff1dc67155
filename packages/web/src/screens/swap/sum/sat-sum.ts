/** The sats of an act on a pool as one sum: what goes to the pool or comes from it, each fee, and what lots lie on. Pure. */

export interface SatParts {
  /** What one's coins gain, negative what they lose: all of it. */
  readonly sats: bigint;
  readonly networkFee: bigint;
  readonly serviceFee: bigint;
  readonly restockFee: bigint;
  /** That come with lots; negative where they go. */
  readonly lotSats: bigint;
}

export type SatPart = 'pool' | 'service' | 'restock' | 'network' | 'lots';

export interface SatLine {
  readonly part: SatPart;
  readonly value: bigint;
}

export interface SatSum {
  readonly lines: readonly SatLine[];
  /** Their sum, to the sat. */
  readonly total: bigint;
}

/**
 * Of who pays, what he pays is above zero; of who is paid, what comes. Nothing has no line.
 * @param pays the act takes sats out of the wallet
 */
export function satSum(
  { sats, networkFee, serviceFee, restockFee, lotSats }: SatParts,
  pays: boolean,
): SatSum {
  const turned = (value: bigint): bigint => (pays ? -value : value);
  const pool = sats + networkFee + serviceFee + restockFee - lotSats;
  const lines: readonly SatLine[] = [
    { part: 'pool', value: turned(pool) },
    { part: 'service', value: turned(-serviceFee) },
    { part: 'restock', value: turned(-restockFee) },
    { part: 'network', value: turned(-networkFee) },
    { part: 'lots', value: turned(lotSats) },
  ];
  return { lines: lines.filter(({ part, value }) => part === 'pool' || value !== 0n), total: turned(sats) };
}
