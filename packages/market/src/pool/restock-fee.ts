/** What a buyer of lots pays towards new ones in their place: the network fees of inscribing them (pools §12). Pure. */

/** In vB: a commit with nothing committed yet, and a lot's output in it with its reveal. */
const COMMIT_VSIZE = 111;
const LOT_VSIZE = 43 + 152;

/**
 * @param lots that are bought
 * @param feeRateSatVb at which new ones are inscribed
 * @returns sat, rounded up; 0 for no lot. Source: pools §12
 */
export function restockFee(lots: number, feeRateSatVb: number): bigint {
  return lots === 0 ? 0n : BigInt(Math.ceil((COMMIT_VSIZE + LOT_VSIZE * lots) * feeRateSatVb));
}
