/** The share rune of a pool: etched without a name, whole onto one coin of the pool, in one transaction (pools §8). */
import { invariant } from '@rialto/protocols';
import type { Amount } from '@rialto/protocols';
import type { Payer } from '../draft/payer.ts';
import type { Planned } from '../draft/planned.ts';
import { planUnnamedEtch } from '../tokens/rune-etch-unnamed.ts';
import type { PoolScript } from './pool-script.ts';
import { checkPoolUser } from './pool-user.ts';

interface EtchSharesRequest {
  /** Who pays: the operator, or the first provider. */
  readonly payer: Payer;
  readonly pool: PoolScript;
  /** All the shares there will ever be; nobody can mint more. */
  readonly supply: Amount;
  readonly feeRateSatVb: number;
}

/**
 * Plans the etching. Out: the share coin with the whole supply (546 sat of the pool's script), the message, change.
 * @throws Refusal wrong-address-type, not-yours, fee-too-high, and as `selectCoins`
 * @throws invariant for a supply of nothing
 */
export function planEtchShares({ payer, pool, supply, feeRateSatVb }: EtchSharesRequest): Planned {
  checkPoolUser(payer, pool);
  invariant(supply > 0n, 'there are shares');
  const nothing = { divisibility: undefined, symbol: undefined, terms: undefined };
  const etching = { ...nothing, premine: supply, turbo: false };
  return planUnnamedEtch({ payer, etching, destination: pool.script, feeRateSatVb });
}
