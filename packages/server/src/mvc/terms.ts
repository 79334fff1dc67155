/** What the exchange asks of a swap on MVC, and what its transactions cost. */
import { checkBytes, feeOfBytes, swapBytes } from '@rialto/mvc';
import type { TokenCheck } from '@rialto/mvc';
import type { Sats } from '@rialto/protocols';

/** A wallet has so long to sign; what comes later is refused (mvc §7). */
export const SIGN_MS = 60_000;

/** Swaps of one address that may wait for a block at once (mvc §7). */
export const MOST_WAITING = 3;

/** Blocks after which a swap is final. */
export const FINAL_DEPTH = 6;

/** A tip that is older stops swaps on livenet: three hours (mvc §7). */
export const OLDEST_TIP_SECONDS = 3 * 3600;

/** What the operator sets of prices, as the signer has it. */
export interface SwapTerms {
  readonly lpFeePpm: bigint;
  /** Of a reserve, what one swap takes at most. */
  readonly swapPpm: bigint;
}

/** The miners' fees of a swap and of its check, in sat. */
export interface NetworkCost {
  readonly check: Sats;
  readonly swap: Sats;
}

/**
 * @param check what the swap needs counted
 * @param others inputs of the swap that are no tokens and no check
 * @param feeRate sat for a thousand bytes
 */
export function networkCost(check: TokenCheck, others: number, feeRate: bigint): NetworkCost {
  // The change of whoever pays for the check; of a sale also the coin that pays its seller.
  const beside = check.kind === 'unlock' ? 1 : 2;
  return {
    check: feeOfBytes(checkBytes([check], beside), feeRate),
    swap: feeOfBytes(swapBytes([check], others), feeRate),
  };
}
