/** Coins of the fee wallet that pay for what an exit needs beforehand: they make one coin, and what is left of them goes back (bridge §5). */
import { hexToBytes, sats, writeBase } from '@rialto/protocols';
import type { Coin, Sats, TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { bodyOf, feeOfDraft, finish, kindsOf, vsizeOf } from '../draft/draft.ts';
import type { Draft, Finished } from '../draft/draft.ts';
import { checkDistinct, totalOf } from '../draft/payer.ts';
import { spending } from '../inscribe/reveal.ts';
import { poolInput, poolWitnesses, signPool } from '../pool/pool-script.ts';
import type { PoolScript } from '../pool/pool-script.ts';
import { DUST_FLOOR, MAX_FEE_RATE, feeOf, transactionVsize } from '../tx/size.ts';
import { keySpend } from '../tx/spend-kinds.ts';

/** Who pays for a coin that is made beforehand. */
export interface FeePayment {
  /** Of the key that pays for the bridge's transactions. */
  readonly fees: PoolScript;
  /** In blocks and clean, all of them spent in this order. */
  readonly feeCoins: readonly Coin[];
  readonly feeRateSatVb: number;
}

/** As many coins pay for one. */
const MOST_COINS = 20;

/**
 * Makes one coin: output 0 is it, output 1 what is left for the fees. The same request is signed to the same bytes every time.
 * @param secret of the fees, before it is tweaked
 * @throws Refusal bad-request (no coin), too-many-coins, duplicate-input, coin-unconfirmed, lot-mixed, script-not-allowed (a coin of another
 *   script), insufficient-funds, fee-too-high
 * @throws invariant when the key is not that of the fees
 */
export function signFromFees(
  { fees, feeCoins, feeRateSatVb }: FeePayment,
  made: TxOutput,
  secret: Uint8Array,
): Finished & { readonly fee: Sats } {
  checkFeeCoins(feeCoins);
  const inputs = feeCoins.map((coin) => poolInput(coin, fees));
  const outputsWith = (value: Sats): TxOutput[] => [made, { value, script: fees.script }];
  const bare = { inputs, outputs: outputsWith(DUST_FLOOR) };
  const draft = {
    inputs,
    outputs: outputsWith(feeChange(bare, { feeCoins, feeRateSatVb, pays: made.value })),
  };
  const half = signPool(draft, fees, writeBase(bodyOf(draft)), secret);
  const context = { kinds: kindsOf(draft), feeRateLimit: MAX_FEE_RATE };
  const intent = spending(draft).meaning();
  return {
    ...finish(draft, poolWitnesses(draft, fees, [half]), { intent, context }),
    fee: feeOfDraft(draft),
  };
}

/**
 * What comes back of fee coins, 546 sat at least.
 * @param bare the transaction, with the change in it
 * @param paying.pays sat that the fee coins pay beside the fee
 * @throws Refusal insufficient-funds, bad-request (no rate), fee-too-high
 */
export function feeChange(
  bare: Draft,
  { feeCoins, feeRateSatVb, pays }: Pick<FeePayment, 'feeCoins' | 'feeRateSatVb'> & { readonly pays: bigint },
): Sats {
  const left = totalOf(feeCoins) - pays - feeOf(vsizeOf(bare), feeRateSatVb);
  if (left < DUST_FLOOR) throw new Refusal('insufficient-funds', `missing ${DUST_FLOOR - left} sat of fees`);
  return sats(left);
}

/** Virtual size of a transaction that makes one coin, at most. */
export function fromFeesVsize(feeCoins: number): number {
  const inputs = Array.from({ length: feeCoins }, () => keySpend(TAPROOT, [0]));
  return transactionVsize(inputs, [{ script: TAPROOT }, { script: TAPROOT }]);
}

/** As long as scripts of Taproot are. */
export const TAPROOT = hexToBytes(`5120${'00'.repeat(32)}`);

function checkFeeCoins(feeCoins: readonly Coin[]): void {
  if (feeCoins.length === 0) throw new Refusal('bad-request', 'no coin');
  if (feeCoins.length > MOST_COINS) throw new Refusal('too-many-coins', `more than ${MOST_COINS}`);
  checkDistinct(feeCoins);
  for (const { outpoint, assets, height } of feeCoins) {
    if (height === undefined) throw new Refusal('coin-unconfirmed', outpoint);
    if (assets.length > 0) throw new Refusal('lot-mixed', outpoint);
  }
}
