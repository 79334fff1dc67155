/** Which pools are of BRC-20 tokens: those move as whole lots, and lie on no lane (pools §12). */
import { BRC20_DECIMALS } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';

export function movesLots(token: AssetId | null | undefined): boolean {
  return token?.startsWith('brc20:') === true;
}

/** Units of which calls tell the price: one of a rune, all that a whole token of BRC-20 has. */
export function pricedUnits(token: AssetId | null | undefined): bigint {
  return movesLots(token) ? 10n ** BigInt(BRC20_DECIMALS) : 1n;
}
