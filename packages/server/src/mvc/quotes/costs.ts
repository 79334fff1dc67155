/** What a swap costs beside its price, from what its transactions will weigh. */
import { TOKEN_OUTPUT_SATS, scriptHolder } from '@rialto/mvc';
import type { TokenCheck, TokenKey } from '@rialto/mvc';
import { networkCost } from '../terms.ts';
import type { SwapCosts } from './quote.ts';

const NOBODY = scriptHolder(new Uint8Array(20));

/**
 * @param coins of the buyer
 * @param taken the pool's coins of tokens, each with its sats
 */
export function costsOfBuy(
  token: TokenKey,
  { coins, taken = ONE }: { readonly coins: number; readonly taken?: readonly { readonly value: bigint }[] },
  feeRate: bigint,
): SwapCosts {
  const receivers = [NOBODY, NOBODY].map((holder) => ({ holder, units: 1n }));
  const inputs = taken.map((_, place) => place);
  // The two tokens, the pool's SPACE, the check's cost, change.
  const check: TokenCheck = { kind: 'unlock', token, inputs, receivers, outputs: receivers.length + 3 };
  const freed = taken.reduce((sum, { value }) => sum + value, -TOKEN_OUTPUT_SATS);
  return { network: networkCost(check, 1 + coins, feeRate), tokenSats: TOKEN_OUTPUT_SATS, freed };
}

const ONE = [{ value: TOKEN_OUTPUT_SATS }];

export interface SoldCoins {
  /** How many coins of the token are spent, and what sats they hold in all. */
  readonly coins: number;
  readonly sats: bigint;
  /** True where some of the tokens come back. */
  readonly rest: boolean;
}

export function costsOfSell(token: TokenKey, { coins, sats, rest }: SoldCoins, feeRate: bigint): SwapCosts {
  const receivers = (rest ? [NOBODY, NOBODY] : [NOBODY]).map((holder) => ({ holder, units: 1n }));
  const inputs = Array.from({ length: coins }, (_, index) => index);
  const check: TokenCheck = { kind: 'transfer', token, inputs, receivers, outputs: receivers.length + 1 };
  const tokenSats = BigInt(receivers.length) * TOKEN_OUTPUT_SATS - sats;
  return { network: networkCost(check, 1, feeRate), tokenSats, freed: 0n };
}
