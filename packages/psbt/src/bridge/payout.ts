/** An exit on Bitcoin, a payout of a redeem or the refund of a mint: planned before anything is signed (bridge §5). */
import { equalBytes, invariant, sats, writeBase } from '@rialto/protocols';
import type { Coin, Sats, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { bodyOf, coinsOf, feeOfDraft, kindsOf, transactionOf, vsizeOf } from '../draft/draft.ts';
import type { Draft } from '../draft/draft.ts';
import { checkDistinct, checkReceiver, totalOf } from '../draft/payer.ts';
import { effects, sameEffects } from '../effects/effects.ts';
import type { EffectsContext, Meaning } from '../effects/effects.ts';
import { poolInput } from '../pool/pool-script.ts';
import { DUST_FLOOR, MAX_FEE_RATE, feeOf } from '../tx/size.ts';
import { intentOfPayout, partedCoins, payoutOutputs } from './payout-layout.ts';
import type { BridgePayoutRequest } from './payout-layout.ts';

/** As many locked coins, and as many fee coins, as one exit spends. */
const MOST_BRIDGE_COINS = 100;

export interface BridgePayout extends Pick<BridgePayoutRequest, 'locked' | 'fees'> {
  readonly draft: Draft;
  /** The transaction without signatures, byte for byte. */
  readonly unsigned: Uint8Array;
  /** Signatures do not change it. */
  readonly txid: Txid;
  /** What the network gets. */
  readonly fee: Sats;
  readonly vsize: number;
  readonly intent: Meaning;
  readonly context: EffectsContext;
}

/**
 * Plans an exit. In: all locked coins, all fee coins. Out: the receiver, the locked change, the message with the id, the fee change, which
 * always is there. The locked side loses exactly the amount: of sats no sat more, of a rune no sat at all; where no unit is left its sats go
 * back all the same. The fee coins pay the network, the 546 sat under a rune, and what the locked change lacks of as many.
 * @throws Refusal script-not-allowed (the receiver, or a coin of another script), not-yours (the receiver is the bridge itself), bad-request
 *   (no coin, not a unit), too-many-coins, duplicate-input, coin-unconfirmed, lot-mixed, not-a-lot, lots-differ, too-small, bridge-short,
 *   insufficient-funds (the fee coins hold less), fee-too-high
 * Source: bridge §5.
 */
export function planBridgePayout(request: BridgePayoutRequest): BridgePayout {
  const { locked, fees, lockedCoins, feeCoins, feeRateSatVb } = request;
  checkCoins(request);
  const parted = partedCoins(request);
  const inputs = [
    ...lockedCoins.map((coin) => poolInput(coin, locked)),
    ...feeCoins.map((coin) => poolInput(coin, fees)),
  ];
  const bare = { inputs, outputs: payoutOutputs(request, parted, DUST_FLOOR).outputs };
  const left = totalOf(feeCoins) - parted.lent - feeOf(vsizeOf(bare), feeRateSatVb);
  if (left < DUST_FLOOR) throw new Refusal('insufficient-funds', `missing ${DUST_FLOOR - left} sat of fees`);
  const { outputs, message } = payoutOutputs(request, parted, sats(left));
  const draft: Draft = { inputs, outputs };
  const intent = intentOfPayout(request, parted, outputs);
  const script = outputs[message]?.script;
  invariant(script !== undefined, 'an exit says whose it is');
  const context = {
    kinds: kindsOf(draft),
    messages: [{ output: message, script }],
    feeRateLimit: MAX_FEE_RATE,
  };
  const tx = transactionOf(bodyOf(draft));
  const does = effects(tx, coinsOf(draft), context);
  invariant(sameEffects(does, intent), 'the effects are the intended ones');
  return {
    ...{ locked, fees, draft, intent, context },
    unsigned: writeBase(bodyOf(draft)),
    txid: tx.txid,
    fee: feeOfDraft(draft),
    vsize: vsizeOf(draft),
  };
}

function checkCoins({ locked, fees, lockedCoins, feeCoins, receiver }: BridgePayoutRequest): void {
  invariant(!equalBytes(locked.script, fees.script), 'what is locked pays no fees');
  checkReceiver(receiver);
  if ([locked, fees].some(({ script }) => equalBytes(script, receiver)))
    throw new Refusal('not-yours', 'the receiver is the bridge');
  for (const coins of [lockedCoins, feeCoins]) {
    if (coins.length === 0) throw new Refusal('bad-request', 'no coin');
    if (coins.length > MOST_BRIDGE_COINS)
      throw new Refusal('too-many-coins', `more than ${MOST_BRIDGE_COINS}`);
  }
  const all: readonly Coin[] = [...lockedCoins, ...feeCoins];
  checkDistinct(all);
  for (const { outpoint, height } of all)
    if (height === undefined) throw new Refusal('coin-unconfirmed', outpoint);
  for (const { outpoint, assets } of feeCoins)
    if (assets.length > 0) throw new Refusal('lot-mixed', outpoint);
}
