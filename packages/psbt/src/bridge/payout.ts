/** An exit on Bitcoin, a payout of a redeem or the refund of a mint: planned before anything is signed (bridge §5). */
import { equalBytes, invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { DraftInput } from '../draft/draft.ts';
import { envelopeInput } from '../draft/leaf-input.ts';
import { checkReceiver } from '../draft/payer.ts';
import { poolInput } from '../pool/pool-script.ts';
import { DUST_FLOOR } from '../tx/size.ts';
import { bridgeEnvelope } from './envelope.ts';
import { feeChange } from './fee-coins.ts';
import { intentOfPayout, payoutOutputs } from './payout-layout.ts';
import { partedCoins } from './payout-parts.ts';
import { checkBridgeCoins, plannedPayout } from './payout-plan.ts';
import type { BridgePayout } from './payout-plan.ts';
import type { BridgePayoutRequest } from './payout-request.ts';

/**
 * Plans an exit. In: all locked coins, all fee coins. Out: the receiver, the locked change, the message with the id, the fee change, which
 * always is there. The locked side loses exactly the amount: of sats no sat more, of a rune no sat at all; where no unit is left its sats go
 * back all the same; of BRC-20 the one lot of that amount, with its sats. The fee coins pay the network, the 546 sat under
 * a rune, and what the locked change lacks of as many.
 * @throws Refusal script-not-allowed (the receiver, or a coin of another script), not-yours (the receiver is the bridge itself), bad-request
 *   (no coin, not a unit), too-many-coins, duplicate-input, coin-unconfirmed, lot-mixed, not-a-lot, lots-differ, bridge-lots-differ,
 *   too-small, bridge-short, insufficient-funds (the fee coins hold less), fee-too-high
 * Source: bridge §5.
 */
export function planBridgePayout(request: BridgePayoutRequest): BridgePayout {
  const { locked, fees, lockedCoins, feeCoins, feeRateSatVb } = request;
  checkParties(request);
  checkBridgeCoins(request);
  const parted = partedCoins(request);
  const inputs = [
    ...lockedCoins.map((coin) => poolInput(coin, locked)),
    ...envelopeOf(request),
    ...feeCoins.map((coin) => poolInput(coin, fees)),
  ];
  const { lent } = parted;
  const bare = { inputs, outputs: payoutOutputs(request, parted, DUST_FLOOR).outputs };
  const change = feeChange(bare, { feeCoins, feeRateSatVb, pays: lent });
  const { outputs, message } = payoutOutputs(request, parted, change);
  const script = outputs[message]?.script;
  invariant(script !== undefined, 'an exit says whose it is');
  return plannedPayout(
    { inputs, outputs },
    {
      ...{ locked, fees, lent, messages: [{ output: message, script }] },
      intentOf: (txid) => intentOfPayout(request, parted, { outputs, txid }),
    },
  );
}

/**
 * The input that shows the message, where there is one: for exactly this amount.
 * @throws Refusal not-yours for a coin of another envelope, too-small for one of other than 546 sat, bad-request beside sats or a rune, lots-differ where
 *   the tokens are said to have other decimals
 */
function envelopeOf({ envelope, pays, lockedCoins, amount }: BridgePayoutRequest): DraftInput[] {
  if (envelope === undefined) return [];
  const tokens = lockedCoins.flatMap(({ assets }) => assets);
  if (pays === 'sats' || tokens.some(({ kind }) => kind !== 'mrc20'))
    throw new Refusal('bad-request', 'an envelope without MRC-20');
  const { coin, feeKey, decimals } = envelope;
  if (tokens.some((one) => one.kind === 'mrc20' && one.decimals !== decimals))
    throw new Refusal('lots-differ', `they have not ${decimals} decimals`);
  const lock = bridgeEnvelope(feeKey, { asset: pays, decimals, amount });
  if (!equalBytes(coin.script, lock.script)) throw new Refusal('not-yours', coin.outpoint);
  if (coin.value !== DUST_FLOOR) throw new Refusal('too-small', coin.outpoint);
  return [envelopeInput(coin, lock)];
}

function checkParties({ locked, fees, receiver }: BridgePayoutRequest): void {
  checkReceiver(receiver);
  if ([locked, fees].some(({ script }) => equalBytes(script, receiver)))
    throw new Refusal('not-yours', 'the receiver is the bridge');
}
