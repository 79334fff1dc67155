/**
 * A lot that a stranger made out of the balance of the locked script goes home: its first move, from there to there, makes its amount
 * available again. That is no exit, for nobody gets anything (bridge §5).
 */
import { sats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { spending } from '../inscribe/reveal.ts';
import { gettingAll } from '../pool/brc20/lot-step.ts';
import { poolInput } from '../pool/pool-script.ts';
import type { PoolScript } from '../pool/pool-script.ts';
import { DUST_FLOOR } from '../tx/size.ts';
import { feeChange } from './fee-coins.ts';
import type { FeePayment } from './fee-coins.ts';
import { checkBridgeCoins, plannedPayout } from './payout-plan.ts';
import type { BridgePayout } from './payout-plan.ts';

export interface BridgeReturnRequest extends FeePayment {
  /** Of the asset's locked key. */
  readonly locked: PoolScript;
  /** On that script, in a block, with an unused transfer; whatever a stranger put beside it comes home as well. */
  readonly lot: Coin;
}

/**
 * Plans it. In: the lot, all fee coins. Out: the lot's sats where they were, 546 at least, with all that is on them; the fee change, which
 * always is there. It carries no message, and is signed as an exit is. Of which token the lot is, its caller has to know.
 * @throws Refusal script-not-allowed (a coin of another script), bad-request (no fee coin), too-many-coins, duplicate-input, coin-unconfirmed,
 *   lot-mixed (anything on a fee coin), not-a-lot (no unused transfer is on it), insufficient-funds (the fee coins hold less), fee-too-high
 */
export function planBridgeReturn(request: BridgeReturnRequest): BridgePayout {
  const { locked, lot, fees, feeCoins, feeRateSatVb } = request;
  checkBridgeCoins({ locked, fees, lockedCoins: [lot], feeCoins });
  const isLot = lot.assets.some((one) => one.kind === 'inscription' && one.transfer !== undefined);
  if (!isLot) throw new Refusal('not-a-lot', lot.outpoint);
  const inputs = [poolInput(lot, locked), ...feeCoins.map((coin) => poolInput(coin, fees))];
  // Who inscribes chooses the sats: a lot on a few of them must not stay locked up for that.
  const lent = sats(lot.value < DUST_FLOOR ? DUST_FLOOR - lot.value : 0n);
  const home = { value: sats(lot.value + lent), script: locked.script };
  const bare = { inputs, outputs: [home, { value: DUST_FLOOR, script: fees.script }] };
  const change = feeChange(bare, { feeCoins, feeRateSatVb, pays: lent });
  const draft = { inputs, outputs: [home, { value: change, script: fees.script }] };
  const intent = spending(draft);
  gettingAll(intent, [lot], locked.script);
  return plannedPayout(draft, { locked, fees, lent, messages: [], intentOf: () => intent.meaning() });
}
