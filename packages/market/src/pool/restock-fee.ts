/** What whoever takes lots pays for new ones in their place: the network fees of inscribing them, and the sats they lie on (pools §12). Pure. */
import { DUST_FLOOR } from '@rialto/protocols';

/** In vB: a commit with nothing committed yet, and a lot's output in it with its reveal. */
const COMMIT_VSIZE = 111;
const LOT_VSIZE = 43 + 152;

/**
 * @param lots that leave the pool
 * @param feeRateSatVb at which new ones are inscribed
 * @returns sat, rounded up; 0 for no lot. Source: pools §12
 */
export function restockFee(lots: number, feeRateSatVb: number): bigint {
  if (lots === 0) return 0n;
  // The sats that a lot lies on go with it.
  return BigInt(Math.ceil((COMMIT_VSIZE + LOT_VSIZE * lots) * feeRateSatVb)) + DUST_FLOOR * BigInt(lots);
}
